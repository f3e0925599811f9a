// Fails on a regular expression whose time grows faster than its input. Usage: check-patterns.mjs [FOLDER]
//
// recheck's automaton checker proves that a pattern is linear, or finds an attack. It does not know lookarounds and
// back-references, and gives up on long repetitions: its fuzzer decides these. Verdicts are cached by pattern.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { check } from 'recheck';
import { collectPatterns } from './collect-patterns.mjs';

/**
 * @typedef {{ status: 'safe' | 'vulnerable' | 'unknown', summary: string, attack: string }} Verdict
 */

const VERSION = createRequire(import.meta.url)('recheck/package.json').version;
const CACHE = path.resolve('node_modules/.cache/patterns', `${VERSION}.json`);
const AT_ONCE = 2;

// Limits count steps and not time, so that a busy machine gets the same verdict. A match that takes more than 1,000
// steps for each of 10,000 characters is an attack, also where it is linear in theory.
const FUZZER = {
  attackLimit: 10_000_000,
  attackTimeout: null,
  maxAttackStringSize: 10_000,
  incubationLimit: 10_000,
  incubationTimeout: null,
  maxInitialGenerationSize: 60,
  maxGenerationSize: 30,
  mutationSize: 15,
  crossoverSize: 8,
  maxIteration: 3,
};
/** In the order in which they are asked, until one decides. */
const CHECKERS = /** @type {const} */ ([
  { checker: 'automaton', timeout: 500 },
  { checker: 'fuzz', timeout: 30_000, ...FUZZER },
]);

/**
 * @param {string} source
 * @param {string} flags
 * @returns {Promise<Verdict>}
 */
async function judge(source, flags) {
  let summary = '';
  for (const parameters of CHECKERS) {
    const found = await check(source, flags, parameters);
    if (found.status === 'safe') return { status: 'safe', summary: found.complexity.summary, attack: '' };
    if (found.status === 'vulnerable')
      return { status: 'vulnerable', summary: found.complexity.summary, attack: found.attack.pattern };
    summary = found.error.kind;
  }
  return { status: 'unknown', summary, attack: '' };
}

/** @returns {Record<string, Verdict>} */
function readCache() {
  try {
    return JSON.parse(readFileSync(CACHE, 'utf8'));
  } catch {
    return {};
  }
}

/** @param {Record<string, Verdict>} verdicts */
function writeCache(verdicts) {
  mkdirSync(path.dirname(CACHE), { recursive: true });
  writeFileSync(CACHE, JSON.stringify(verdicts));
}

/**
 * `d` and `g` change what a match returns, not how it is found, and recheck does not know `d`.
 * @param {{ source: string, flags: string }} pattern
 */
function keyOf({ source, flags }) {
  return `/${source}/${flags.replace(/[dg]/g, '')}`;
}

/** @param {string[]} keys */
async function judgeAll(keys) {
  const known = readCache();
  const left = keys.filter((key) => known[key] === undefined);
  const work = async () => {
    for (let key = left.pop(); key !== undefined; key = left.pop()) {
      const end = key.lastIndexOf('/');
      known[key] = await judge(key.slice(1, end), key.slice(end + 1));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return known;
}

const { patterns, unseen } = collectPatterns(process.argv[2] ?? 'src');
const verdicts = await judgeAll([...new Set(patterns.map(keyOf))]);
writeCache(verdicts);

const problems = unseen.map(
  (place) => `${place}: this pattern cannot be checked: build it when the module loads, from constants`,
);
for (const pattern of patterns) {
  const { status, summary, attack } = verdicts[keyOf(pattern)] ?? {
    status: 'unknown',
    summary: '',
    attack: '',
  };
  if (status === 'safe') continue;
  const why = status === 'vulnerable' ? `${summary}, for example on ${attack}` : `not decided (${summary})`;
  problems.push(`${pattern.place}: /${pattern.source}/${pattern.flags}\n  ${why}`);
}
console.log(problems.join('\n'));
console.log(
  problems.length > 0
    ? `${problems.length} of ${patterns.length} patterns are not known to be linear. Rewrite them, or scan by hand.`
    : `${patterns.length} patterns are linear.`,
);
// recheck keeps a process of its own, which would keep this one alive.
process.exit(problems.length > 0 ? 1 : 0);
