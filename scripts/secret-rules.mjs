// Writes src/screening/published-rules.ts from the rules of gitleaks. Usage: secret-rules.mjs config/gitleaks.toml VERSION
//
// Only rules whose secret has a form of its own are taken: what follows the name of a product (`adafruit = ...`) is found
// by src/screening/secrets.ts, which reads sentences too.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { URL } from 'node:url';
import { parse } from 'smol-toml';

const TARGET = new URL('../src/screening/published-rules.ts', import.meta.url);
/** How the published rules begin what stands between a product's name and its key. */
const AFTER_A_NAME = '(?:=|>|';
/** Is written with groups that JavaScript does not know, is no secret, or is found better by the rules of the service. */
const LEFT_OUT = new Set([
  'curl-auth-header',
  'curl-auth-user',
  'facebook-access-token',
  'flutterwave-public-key',
  'freemius-secret-key',
  'jwt',
  'jwt-base64',
  'kubernetes-secret-yaml',
  'nuget-config-password',
  'private-key',
  'sidekiq-sensitive-url',
  'sourcegraph-access-token',
  'vault-service-token',
]);
/** In prose a token ends at punctuation too. */
const ENDS = [
  '(?:[\\x60\'"\\s;]|\\\\[nr]|$)',
  '(?:[\\x60\'"\\s;]|\\\\[nr]|$|\\b)',
  '(?:[^\\w-]|$)',
  '(?:[^a-zA-Z0-9+/]|$)',
];

/** @param {string} source */
function toJavaScript(source) {
  const end = ENDS.find((each) => source.endsWith(each));
  const body = (end === undefined ? source : `${source.slice(0, -end.length)}(?![A-Za-z0-9_])`)
    .replace('(?:^|[\\\\\'"\\x60\\s>=:(,)])', '(?<![A-Za-z0-9_~.-])')
    .replace('(?:$|[\\\\\'"\\x60\\s<),])', '(?![A-Za-z0-9_~.-])')
    .replaceAll(/\(\?-?i\)/g, '')
    .replaceAll(/\(\?-?i:/g, '(?:')
    .replaceAll('\\z', '$')
    .replaceAll('[:alnum:]', 'A-Za-z0-9')
    .replaceAll('\\x60', '`')
    .replace(/(?<!\\)\//g, '\\/');
  return /^(?:\\b|\(\?<|-)/.test(body) ? body : `(?<![A-Za-z0-9])(?:${body})`;
}

const [file, version] = process.argv.slice(2);
if (file === undefined || version === undefined) throw new Error('Usage: secret-rules.mjs FILE VERSION');
const { rules } =
  /** @type {{ rules: { id: string, regex?: string, entropy?: number, keywords?: string[] }[] }} */ (
    parse(readFileSync(file, 'utf8'))
  );
const lines = rules
  .filter(({ id, regex }) => regex !== undefined && !regex.includes(AFTER_A_NAME) && !LEFT_OUT.has(id))
  .map(({ id, regex = '', entropy = 0, keywords = [] }) => {
    const flags = regex.includes('(?i') ? 'gi' : 'g';
    return `  ['${id}', /${toJavaScript(regex)}/${flags}, ${entropy}, ${JSON.stringify(keywords)}],`;
  });
writeFileSync(
  TARGET,
  `// Written by scripts/secret-rules.mjs from the rules of gitleaks ${version} (MIT, see NOTICE).

/**
 * A token with a form of its own: its kind, its pattern, the bits of a character that a match has at least (Shannon; 0:
 * not asked), and words in lower case of which a text with a match holds one.
 */
export type PublishedRule = readonly [kind: string, pattern: RegExp, entropy: number, words: readonly string[]];

// prettier-ignore
export const PUBLISHED_RULES: readonly PublishedRule[] = [
${lines.join('\n')}
];
`,
);
execFileSync('npx', ['prettier', '--write', TARGET.pathname], { stdio: 'inherit' });
