/** Finds credentials that have a form of their own, wherever they stand in a text. */

/** As their providers publish the forms. */
const ALWAYS_SECRET: readonly RegExp[] = [
  // PEM and OpenSSH; without its end it reaches as far as the text does.
  /-----BEGIN (?:[A-Z0-9]+ ){0,4}PRIVATE KEY(?: BLOCK)?-----[^]*?(?:-----END (?:[A-Z0-9]+ ){0,4}PRIVATE KEY(?: BLOCK)?-----|$)/g,
  /\bPuTTY-User-Key-File-\d[^]*/g,
  /\bAGE-SECRET-KEY-1[A-Z0-9]{40,}/g,
  // AWS
  /\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}\b/g,
  // GitHub, GitLab
  /\bgh[pousr]_[A-Za-z0-9]{20,}/g,
  /\bgithub_pat_\w{20,}/g,
  /\bgl(?:pat|ptt|dt|rt|cbt|agent|soat|ffct)-[\w-]{16,}/g,
  // Slack, Discord, Telegram
  /\bxox[a-z](?:\.xox[a-z])?-[\w-]{10,}/g,
  /\bxapp-\d-[\w-]{10,}/g,
  /\bhooks\.slack\.com\/(?:services|workflows|triggers)\/[\w/-]{20,}/g,
  /\bdiscord(?:app)?\.com\/api\/webhooks\/\d+\/[\w-]{20,}/g,
  /\b\d{8,10}:AA[\w-]{32,}/g,
  // Google
  /\bAIza[\w-]{30,}/g,
  /\bya29\.[\w-]{20,}/g,
  /\bGOCSPX-[\w-]{20,}/g,
  // Stripe and Clerk, webhooks, shops
  /\b(?:sk|rk)_(?:live|test)_[A-Za-z0-9]{10,}/g,
  /\bwhsec_[A-Za-z0-9+/=]{16,}/g,
  /\bshp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}\b/g,
  /\bsq0(?:atp|csp)-[\w-]{20,}/g,
  // Package registries and hosts
  /\bnpm_[A-Za-z0-9]{30,}/g,
  /\bpypi-AgE[\w-]{30,}/g,
  /\brubygems_[0-9a-f]{40,}/g,
  /\bdckr_(?:pat|oat)_[\w-]{20,}/g,
  /\bdo[opr]_v1_[0-9a-f]{40,}/g,
  /\bdapi[0-9a-f]{32}\b/g,
  /\bhv[sbr]\.[\w-]{20,}/g,
  /\bATATT3[\w=-]{30,}/g,
  // Mail, telephony, telemetry, design, notes
  /\bSG\.[\w-]{16,}\.[\w-]{16,}/g,
  /\bkey-[0-9a-f]{32}\b/g,
  /\bSK[0-9a-f]{32}\b/g,
  /\b(?:NRAK|NRIQ)-[A-Z0-9]{20,}/g,
  /\bgl(?:c|sa)_[A-Za-z0-9_=+/]{20,}/g,
  /\b(?:figd_|lin_api_|ntn_|dp\.(?:pt|st|ct)\.|sntrys_|phx_|tskey-[a-z]+-)[\w.-]{20,}/g,
];

/**
 * The first group tells whether a match is a secret. A match always takes the whole word, also one that is no secret:
 * a condition in the pattern would be tried at every part of a long word.
 */
const SECRET_IF: readonly { pattern: RegExp; isSecret: (part: string | undefined) => boolean }[] = [
  // JWT and JWE: the first part is JSON, which begins with `{"`.
  { pattern: /\beyJ[\w-]{8,}((?:\.[\w-]*){2,4})?/g, isSecret: (part) => part !== undefined },
  // OpenAI and those who took over its prefix, other model providers
  { pattern: /\bsk-([A-Za-z0-9][\w-]{18,})/g, isSecret: holdsDigit },
  { pattern: /\b(?:hf_|gsk_|r8_|xai-|pplx-|nvapi-)([\w-]{24,})/g, isSecret: holdsDigit },
];

/** In no order; they may overlap. */
export function findTokens(text: string): RegExpExecArray[] {
  const conditional = SECRET_IF.flatMap(({ pattern, isSecret }) =>
    [...text.matchAll(pattern)].filter((match) => isSecret(match[1])),
  );
  return [...ALWAYS_SECRET.flatMap((pattern) => [...text.matchAll(pattern)]), ...conditional];
}

function holdsDigit(part: string | undefined): boolean {
  return /\d/.test(part ?? '');
}
