/** Finds credentials that have a form of their own, wherever they stand in a text. */

import type { Finding } from './finding';
import { PUBLISHED_RULES } from './published-rules';
import { isTemplate } from './value-looks';

/** As their providers publish the forms; in lower case, a text with a match holds one of the words. */
const ALWAYS_SECRET: readonly (readonly [kind: string, pattern: RegExp, words: readonly string[]])[] = [
  ['private-key', /\bPuTTY-User-Key-File-\d[^]*/g, ['putty']],
  ['private-key', /\bAGE-SECRET-KEY-1[A-Z0-9]{40,}/g, ['age-secret']],
  // This service: keys of agents
  ['service-key', /\bamk_[0-9a-f]{16}_[\w-]{20,}/g, ['amk_']],
  // AWS
  ['aws-access-token', /\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}\b/g, ['akia', 'asia', 'abia', 'acca']],
  // GitHub, GitLab
  ['github-token', /\bgh[pousr]_[A-Za-z0-9]{20,}/g, ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_']],
  ['github-token', /\bghs_\d{1,12}_eyJ[\w-]{8,}\.[\w-]+\.[\w-]+/g, ['ghs_']],
  ['github-token', /\bgithub_pat_\w{20,}/g, ['github_pat_']],
  ['gitlab-token', /\bgl(?:pat|ptt|dt|rt|cbt|agent|soat|ffct)-[\w-]{16,}/g, ['gl']],
  // Slack, Discord, Telegram
  ['slack-token', /\bxox[a-z](?:\.xox[a-z])?-[\w-]{10,}/g, ['xox']],
  ['slack-token', /\bxapp-\d-[\w-]{10,}/g, ['xapp-']],
  ['slack-webhook', /\bhooks\.slack\.com\/(?:services|workflows|triggers)\/[\w/-]{20,}/g, ['hooks.slack']],
  ['discord-webhook', /\bdiscord(?:app)?\.com\/api\/webhooks\/\d+\/[\w-]{20,}/g, ['discord']],
  ['telegram-token', /\b\d{8,10}:AA[\w-]{32,}/g, [':aa']],
  // Google
  ['google-api-key', /\bAIza[\w-]{30,}/g, ['aiza']],
  ['google-token', /\bya29\.[\w-]{20,}/g, ['ya29.']],
  ['google-client-secret', /\bGOCSPX-[\w-]{20,}/g, ['gocspx-']],
  // Stripe and Clerk, webhooks, shops
  ['stripe-key', /\b(?:sk|rk)_(?:live|test)_[A-Za-z0-9]{10,}/g, ['_live_', '_test_']],
  ['webhook-secret', /\bwhsec_[A-Za-z0-9+/=]{16,}/g, ['whsec_']],
  ['shopify-token', /\bshp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}\b/g, ['shp']],
  ['square-token', /\bsq0(?:atp|csp)-[\w-]{20,}/g, ['sq0']],
  // Package registries and hosts
  ['npm-token', /\bnpm_[A-Za-z0-9]{30,}/g, ['npm_']],
  ['pypi-token', /\bpypi-AgE[\w-]{30,}/g, ['pypi-']],
  ['rubygems-token', /\brubygems_[0-9a-f]{40,}/g, ['rubygems_']],
  ['docker-token', /\bdckr_(?:pat|oat)_[\w-]{20,}/g, ['dckr_']],
  ['digitalocean-token', /\bdo[opr]_v1_[0-9a-f]{40,}/g, ['_v1_']],
  ['databricks-token', /\bdapi[0-9a-fA-F]{32}(?:-\d)?\b/g, ['dapi']],
  ['vault-token', /\bhv[sbr]\.[\w-]{20,}/g, ['hvs.', 'hvb.', 'hvr.']],
  ['cloudflare-token', /\bcf(?:at|ut|k)_[A-Za-z0-9]{40,}/g, ['cfat_', 'cfut_', 'cfk_']],
  ['atlassian-token', /\bATBB[A-Za-z0-9]{24,}/g, ['atbb']],
  ['atlassian-token', /\bATATT3[\w=-]{30,}/g, ['atatt3']],
  // Mail, telephony, telemetry, design, notes
  ['sendgrid-key', /\bSG\.[\w-]{16,}\.[\w-]{16,}/g, ['sg.']],
  ['mailgun-key', /\bkey-[0-9a-f]{32}\b/g, ['key-']],
  ['twilio-key', /\bSK[0-9a-f]{32}\b/g, ['sk']],
  ['newrelic-key', /\b(?:NRAK|NRIQ)-[A-Z0-9]{20,}/g, ['nrak-', 'nriq-']],
  ['grafana-token', /\bgl(?:c|sa)_[A-Za-z0-9_=+/]{20,}/g, ['glc_', 'glsa_']],
  [
    'api-key',
    /\b(?:figd_|lin_api_|ntn_|dp\.(?:pt|st|ct)\.|sntrys_|phx_|tskey-[a-z]+-|pcsk_|lsv2_|tfp_)[\w.-]{20,}/g,
    ['figd_', 'lin_api_', 'ntn_', 'dp.', 'sntrys_', 'phx_', 'tskey-', 'pcsk_', 'lsv2_', 'tfp_'],
  ],
  ['notion-token', /\bsecret_[A-Za-z0-9]{40,}/g, ['secret_']],
  ['mailchimp-key', /\b[0-9a-f]{32}-us\d{1,2}\b/g, ['-us']],
  ['api-key', /\b(?:sbp|sqp|squ|sqa)_[0-9a-f]{40}\b/g, ['sbp_', 'sqp_', 'squ_', 'sqa_']],
];

interface TokenRule {
  kind: string;
  /** In lower case; a text with a match holds one of them. None: its pattern is tried on each text. */
  words: readonly string[];
  pattern: RegExp;
  isSecret: (part: string | undefined) => boolean;
}

/**
 * The first group tells whether a match is a secret. A match always takes the whole word, also one that is no secret:
 * a condition in the pattern would be tried at every part of a long word.
 */
const SECRET_IF: readonly TokenRule[] = [
  // PEM and OpenSSH; without its end it reaches as far as the text does.
  {
    kind: 'private-key',
    words: ['private key'],
    pattern:
      /-----BEGIN (?:[A-Z0-9]+ ){0,4}PRIVATE KEY(?: BLOCK)?-----([^]*?)(?:-----END (?:[A-Z0-9]+ ){0,4}PRIVATE KEY(?: BLOCK)?-----|$)/g,
    isSecret: holdsKeyMaterial,
  },
  // What follows an access key of AWS
  {
    kind: 'aws-secret-key',
    words: ['akia', 'asia'],
    pattern:
      /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b[^\n]{1,40}?(?<![A-Za-z0-9+/])([A-Za-z0-9+/]{40})(?![A-Za-z0-9+/=])/g,
    isSecret: holdsDigit,
  },
  // Bots of Discord
  {
    kind: 'discord-token',
    words: [],
    pattern: /\b[MNO][\w-]{23,27}\.[\w-]{6}\.([\w-]{27,38})\b/g,
    isSecret: holdsDigit,
  },
  // JWT and JWE, such as session tokens of this service: the first part is JSON, which begins with `{"`.
  {
    kind: 'jwt',
    words: ['eyj'],
    pattern: /\beyJ[\w-]{8,}((?:\.[\w-]*){2,4})?/g,
    isSecret: (part) => part !== undefined,
  },
  // OpenAI and those who took over its prefix, other model providers
  { kind: 'api-key', words: ['sk-'], pattern: /\bsk-([A-Za-z0-9][\w-]{18,})/g, isSecret: holdsDigit },
  {
    kind: 'api-key',
    words: ['hf_', 'gsk_', 'r8_', 'xai-', 'pplx-', 'nvapi-'],
    pattern: /\b(?:hf_|gsk_|r8_|xai-|pplx-|nvapi-)([\w-]{24,})/g,
    isSecret: holdsDigit,
  },
];

const RULES: readonly TokenRule[] = [
  ...ALWAYS_SECRET.map(([kind, pattern, words]) => ({ kind, words, pattern, isSecret: () => true })),
  ...SECRET_IF,
];

/** The words by which `findTokens` chooses its patterns. */
export const TOKEN_WORDS = [
  ...RULES.flatMap(({ words }) => words),
  ...PUBLISHED_RULES.flatMap(([, , , words]) => words),
];

/** Letters of the shortest private key, wherever its lines end. */
const LEAST_MATERIAL = 40;

/** The findings are in no order and may overlap. `held`: those of `TOKEN_WORDS` that the text holds. */
export function findTokens(text: string, held: ReadonlySet<string>): Finding[] {
  const found = publishedTokens(text, held);
  const isLikely = ({ words }: TokenRule): boolean =>
    words.length === 0 || words.some((word) => held.has(word));
  for (const { kind, pattern, isSecret } of RULES.filter(isLikely))
    for (const match of text.matchAll(pattern)) if (isSecret(match[1])) found.push(findingOf(kind, match));
  return found.filter(
    ({ kind, start, end }) => kind === 'private-key' || !isTemplate(text.slice(start, end)),
  );
}

function publishedTokens(text: string, held: ReadonlySet<string>): Finding[] {
  const found: Finding[] = [];
  for (const [kind, pattern, entropy, words] of PUBLISHED_RULES) {
    if (!words.some((word) => held.has(word))) continue;
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

/** More than dots and words between the lines that begin and end it. */
function holdsKeyMaterial(part: string | undefined): boolean {
  const letters = (part ?? '').replace(/\\[nr]/g, '').match(/[A-Za-z0-9+/]/g) ?? [];
  return letters.length >= LEAST_MATERIAL && new Set(letters).size >= LEAST_MATERIAL / 4;
}

function holdsDigit(part: string | undefined): boolean {
  return /\d/.test(part ?? '');
}
