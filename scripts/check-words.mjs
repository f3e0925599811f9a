// `npm run check -- words`: fails on words that readers do not understand at first sight. docs/DEVELOPING.md names the rule.
//
// Some sentences are data: string literals of specs (but not the titles of tests), of test data, of the rules for English
// text and of the instruction template, whose text has a version, are left out.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

const FOLDERS = [
  'src',
  'packages',
  'docs',
  'test',
  'bench',
  'scripts',
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  '.env.example',
];
const NOT_OURS =
  /^(src\/generated\/|src\/retrieval\/similar-terms\.json|scripts\/check-words\.mjs|test\/fixtures\/)|\.(svg|ndjson|pdf|docx|xlsx)$/;
const HOLDS_DATA =
  /^src\/ui\/instruction-template\.ts$|^src\/links\/judge\/(cue-words|ended-terms)\.ts$|^(test|bench|packages\/\w+\/test)\/|\.(db-|e2e-)?spec\.ts$|^src\/extraction\//;
const TEST_TITLE = /^\s*(?:describe|it|test|on[A-Z]\w*)\b[.\w]*\(|^\s*\]\)\(/;
const STRING =
  /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`|\/(?:[^/\\\n[*]|\\.|\[(?:[^\]\\\n]|\\.)*\])(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])*\//g;

/**
 * With what to write instead.
 * @type {[RegExp, string][]}
 */
const WORDS = [
  [/\btold\b|\btold(?=[A-Z(])/i, 'return, report, send or notify'],
  [/\bwhoever\b/i, 'the caller, the client, or name it'],
  [/\bnobody\b/i, 'no client, no process, or name it'],
  [/\bthereby\b/i, 'so'],
  [/\banew\b/i, 'again; recreate'],
  [/\blapsed?\b/i, 'expire, expired'],
  [/\bhumbler\b/i, 'fallback, downgraded'],
  [/\bdoomed\b|\bbur(y|ied)\b/i, 'delete; deletion target'],
  [/\bnudges?\b/i, 'wake'],
  [/\bpatiently\b/i, 'pollUntil'],
  [/\blent\b|\blent(?=[A-Z])/i, 'neighbour score; deferred'],
  [/\bborn young\b|\bgrows? old\b|\bgrown old\b/i, 'promoted to the old generation'],
  [/\bmade up for\b/i, 'caught up'],
];

const files = execFileSync('git', ['ls-files', '--', ...FOLDERS], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '' && !NOT_OURS.test(file) && existsSync(file));

const findings = files.flatMap((file) =>
  linesOf(file).flatMap((line, index) =>
    WORDS.filter(([pattern]) => pattern.test(line)).map(
      ([pattern, instead]) => `${file}:${index + 1}: "${pattern.exec(line)?.[0]}": write ${instead}`,
    ),
  ),
);

for (const finding of findings) console.error(finding);
if (findings.length > 0) console.error(`${findings.length} words that are hard to understand`);
process.exitCode = findings.length > 0 ? 1 : 0;

/** @param {string} file */
function linesOf(file) {
  const text = readFileSync(file, 'utf8');
  const lines = text.split('\n');
  if (!HOLDS_DATA.test(file)) return lines;
  const withoutData = text.replace(STRING, (data) => data.replace(/[^\n]/g, ' ')).split('\n');
  return lines.map((line, index) => (TEST_TITLE.test(line) ? line : (withoutData[index] ?? '')));
}
