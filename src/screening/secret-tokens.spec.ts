import { wordSearch } from './held-words';
import { findTokens, TOKEN_WORDS } from './secret-tokens';

const heldTokenWords = wordSearch(TOKEN_WORDS);

/** Put together here, so that no scanner of this repository takes an example for a leak. */
const mixed = (length: number): string => 'aB3dE5gH7jK9mN1pQ2sT4vW6xY8zA0cD'.repeat(6).slice(0, length);
const hex = (length: number): string => '3f2a9c4d5e6f7a8b9c0d1e2f3a4b5c6d'.repeat(3).slice(0, length);
const upper = (length: number): string => mixed(length).toUpperCase();

function kindsIn(text: string): string[] {
  return findTokens(text, heldTokenWords(text.toLowerCase())).map(({ kind }) => kind);
}

describe('findTokens', () => {
  it.each([
    ['private-key', 'PuTTY-User-Key-File-2: ssh-rsa'],
    ['private-key', `AGE-SECRET-KEY-1${upper(58)}`],
    ['service-key', `amk_${hex(16)}_${mixed(43)}`],
    ['aws-access-token', `ASIA${upper(16)}`],
    ['aws-secret-key', `AKIA${upper(16)} / ${mixed(40)}`],
    ['github-token', `ghs_${mixed(36)}`],
    ['github-token', `github_pat_${mixed(60)}`],
    ['gitlab-token', `glrt-${mixed(20)}`],
    ['slack-token', `xoxb-${mixed(30)}`],
    ['slack-token', `xapp-1-${mixed(30)}`],
    ['slack-webhook', `https://hooks.slack.com/services/T000/B000/${mixed(24)}`],
    ['discord-webhook', `https://discord.com/api/webhooks/123456/${mixed(60)}`],
    ['discord-token', `M${mixed(23)}.${mixed(6)}.${mixed(27)}`],
    ['telegram-token', `123456789:AA${mixed(33)}`],
    ['google-api-key', `AIza${mixed(35)}`],
    ['google-token', `ya29.${mixed(40)}`],
    ['google-client-secret', `GOCSPX-${mixed(28)}`],
    ['stripe-key', `rk_live_${mixed(24)}`],
    ['webhook-secret', `whsec_${mixed(32)}`],
    ['shopify-token', `shpat_${hex(32)}`],
    ['square-token', `sq0csp-${mixed(22)}`],
    ['npm-token', `npm_${mixed(36)}`],
    ['pypi-token', `pypi-AgE${mixed(60)}`],
    ['rubygems-token', `rubygems_${hex(48)}`],
    ['docker-token', `dckr_pat_${mixed(27)}`],
    ['digitalocean-token', `doo_v1_${hex(64)}`],
    ['databricks-token', `dapi${hex(32)}`],
    ['vault-token', `hvs.${mixed(24)}`],
    ['atlassian-token', `ATATT3${mixed(60)}`],
    ['sendgrid-key', `SG.${mixed(22)}.${mixed(43)}`],
    ['mailgun-key', `key-${hex(32)}`],
    ['mailchimp-key', `${hex(32)}-us14`],
    ['twilio-key', `SK${hex(32)}`],
    ['newrelic-key', `NRAK-${upper(27)}`],
    ['grafana-token', `glc_${mixed(40)}`],
    ['notion-token', `secret_${mixed(43)}`],
    ['api-key', `figd_${mixed(40)}`],
    ['api-key', `tskey-auth-${mixed(30)}`],
    ['api-key', `sqp_${hex(40)}`],
    ['api-key', `sk-or-v1-${hex(64)}`],
    ['api-key', `gsk_${mixed(52)}`],
  ])('finds a token of the kind %s: %s', (kind, token) => {
    expect(kindsIn(`Use ${token} now`)).toContain(kind);
  });

  it.each([
    '-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----',
    '-----BEGIN RSA PRIVATE KEY-----',
    `-----BEGIN PUBLIC KEY-----\n${mixed(64)}\n-----END PUBLIC KEY-----`,
    `pk_live_${mixed(24)}`,
    'sk-learn-contrib-package-names',
    'ghp_xxx',
    `ghp_${'x'.repeat(36)}`,
    `sk_test_${'X'.repeat(24)}`,
    'xoxb-your-bot-token',
    'glpat-replace-with-your-token',
    'sk-proj-insert-key-number-1-here',
  ])('lets pass %s', (text) => {
    expect(kindsIn(text)).toEqual([]);
  });

  it.each(['xxxx', 'your', '_yours', '0000'])('finds a token that ends with %s', (end) => {
    expect(kindsIn(`ghp_${mixed(32)}${end}`)).toContain('github-token');
  });

  it.each([
    ['short lines', (mixed(80).match(/.{1,10}/g) ?? []).join('\n')],
    ['escaped line ends', `${mixed(60)}\\n${mixed(40)}`],
    ['indented lines', `\n    ${mixed(64)}\r\n    ${mixed(20)}\n    `],
    ['no end', mixed(64)],
  ])('finds all of a private key with %s', (_, body) => {
    const text = `-----BEGIN RSA PRIVATE KEY-----${body}`;
    const [found] = findTokens(text, heldTokenWords(text.toLowerCase()));
    expect(found).toMatchObject({ kind: 'private-key', start: 0, end: text.length });
  });
});
