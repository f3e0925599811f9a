/** Finds credentials that have a form of their own, wherever they stand in a text. */

import type { Finding } from './finding';
import { PUBLISHED_RULES } from './published-rules';

/** As their providers publish the forms. */
const ALWAYS_SECRET: readonly (readonly [kind: string, pattern: RegExp])[] = [
  // PEM and OpenSSH; without its end it reaches as far as the text does.
  [
    'private-key',
    /-----BEGIN (?:[A-Z0-9]+ ){0,4}PRIVATE KEY(?: BLOCK)?-----[^]*?(?:-----END (?:[A-Z0-9]+ ){0,4}PRIVATE KEY(?: BLOCK)?-----|$)/g,
  ],
  ['private-key', /\bPuTTY-User-Key-File-\d[^]*/g],
  ['private-key', /\bAGE-SECRET-KEY-1[A-Z0-9]{40,}/g],
  // This service: keys of agents
  ['service-key', /\bamk_[0-9a-f]{16}_[\w-]{20,}/g],
  // AWS
  ['aws-access-token', /\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}\b/g],
  // GitHub, GitLab
  ['github-token', /\bgh[pousr]_[A-Za-z0-9]{20,}/g],
  ['github-token', /\bgithub_pat_\w{20,}/g],
  ['gitlab-token', /\bgl(?:pat|ptt|dt|rt|cbt|agent|soat|ffct)-[\w-]{16,}/g],
  // Slack, Discord, Telegram
  ['slack-token', /\bxox[a-z](?:\.xox[a-z])?-[\w-]{10,}/g],
  ['slack-token', /\bxapp-\d-[\w-]{10,}/g],
  ['slack-webhook', /\bhooks\.slack\.com\/(?:services|workflows|triggers)\/[\w/-]{20,}/g],
  ['slack-webhook', /\bdiscord(?:app)?\.com\/api\/webhooks\/\d+\/[\w-]{20,}/g],
  ['telegram-token', /\b\d{8,10}:AA[\w-]{32,}/g],
  // Google
  ['google-api-key', /\bAIza[\w-]{30,}/g],
  ['google-token', /\bya29\.[\w-]{20,}/g],
  ['google-client-secret', /\bGOCSPX-[\w-]{20,}/g],
  // Stripe and Clerk, webhooks, shops
  ['stripe-key', /\b(?:sk|rk)_(?:live|test)_[A-Za-z0-9]{10,}/g],
  ['webhook-secret', /\bwhsec_[A-Za-z0-9+/=]{16,}/g],
  ['shopify-token', /\bshp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}\b/g],
  ['square-token', /\bsq0(?:atp|csp)-[\w-]{20,}/g],
  // Package registries and hosts
  ['npm-token', /\bnpm_[A-Za-z0-9]{30,}/g],
  ['pypi-token', /\bpypi-AgE[\w-]{30,}/g],
  ['rubygems-token', /\brubygems_[0-9a-f]{40,}/g],
  ['docker-token', /\bdckr_(?:pat|oat)_[\w-]{20,}/g],
  ['digitalocean-token', /\bdo[opr]_v1_[0-9a-f]{40,}/g],
  ['databricks-token', /\bdapi[0-9a-f]{32}\b/g],
  ['vault-token', /\bhv[sbr]\.[\w-]{20,}/g],
  ['atlassian-token', /\bATATT3[\w=-]{30,}/g],
  // Mail, telephony, telemetry, design, notes
  ['sendgrid-key', /\bSG\.[\w-]{16,}\.[\w-]{16,}/g],
  ['mailgun-key', /\bkey-[0-9a-f]{32}\b/g],
  ['twilio-key', /\bSK[0-9a-f]{32}\b/g],
  ['newrelic-key', /\b(?:NRAK|NRIQ)-[A-Z0-9]{20,}/g],
  ['grafana-token', /\bgl(?:c|sa)_[A-Za-z0-9_=+/]{20,}/g],
  ['mailgun-key', /\b(?:figd_|lin_api_|ntn_|dp\.(?:pt|st|ct)\.|sntrys_|phx_|tskey-[a-z]+-)[\w.-]{20,}/g],
];

/**
 * The first group tells whether a match is a secret. A match always takes the whole word, also one that is no secret:
 * a condition in the pattern would be tried at every part of a long word.
 */
const SECRET_IF: readonly {
  kind: string;
  pattern: RegExp;
  isSecret: (part: string | undefined) => boolean;
}[] = [
  // JWT and JWE, such as session tokens of this service: the first part is JSON, which begins with `{"`.
  { kind: 'jwt', pattern: /\beyJ[\w-]{8,}((?:\.[\w-]*){2,4})?/g, isSecret: (part) => part !== undefined },
  // OpenAI and those who took over its prefix, other model providers
  { kind: 'api-key', pattern: /\bsk-([A-Za-z0-9][\w-]{18,})/g, isSecret: holdsDigit },
  { kind: 'api-key', pattern: /\b(?:hf_|gsk_|r8_|xai-|pplx-|nvapi-)([\w-]{24,})/g, isSecret: holdsDigit },
];

/** All begin with one of these, in lower case, so that most texts are looked at once. */
const HINT =
  /begin |putty|age-s|amk_|a[ksb]ia|acca|gh[pousr]_|github_|gl[a-z]{1,5}-|xox|xapp|slack|discord|:aa|aiza|ya29|gocspx|[sr]k_|whsec|shp|sq0|npm_|pypi|rubyg|dckr|do[opr]_|dapi|hv[sbr]\.|atatt|sg\.|key-|sk[0-9a-f]|nra|nri|gl(?:c|sa)_|figd|lin_|ntn_|dp\.|sntry|phx_|tskey|eyj|sk-|hf_|gsk_|r8_|xai-|pplx|nvapi/;

/** In no order; they may overlap. `lower`: the text in lower case. */
export function findTokens(text: string, lower: string): Finding[] {
  const found = publishedTokens(text, lower);
  if (!HINT.test(lower)) return found;
  for (const [kind, pattern] of ALWAYS_SECRET)
    for (const match of text.matchAll(pattern)) found.push(findingOf(kind, match));
  for (const { kind, pattern, isSecret } of SECRET_IF)
    for (const match of text.matchAll(pattern)) if (isSecret(match[1])) found.push(findingOf(kind, match));
  return found;
}

function publishedTokens(text: string, lower: string): Finding[] {
  const found: Finding[] = [];
  for (const [kind, pattern, entropy, words] of PUBLISHED_RULES) {
    if (!words.some((word) => lower.includes(word))) continue;
    for (const match of text.matchAll(pattern))
      if (bitsOf(match[0]) >= entropy) found.push(findingOf(kind, match));
  }
  return found;
}

function findingOf(kind: string, { 0: { length }, index }: RegExpExecArray): Finding {
  return { kind, start: index, end: index + length };
}

/** Shannon's entropy of its characters, in bits. */
function bitsOf(text: string): number {
  const counts = new Map<string, number>();
  for (const each of text) counts.set(each, (counts.get(each) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
}

function holdsDigit(part: string | undefined): boolean {
  return /\d/.test(part ?? '');
}
