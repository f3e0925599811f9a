// Fails on a regular expression whose time grows faster than its input. Usage: check-patterns.mjs [FOLDER]
//
// recheck's automaton checker proves that a pattern is linear, or finds an attack. It does not know lookarounds and
// back-references, and gives up on long repetitions: its fuzzer decides these. This takes minutes for all patterns, so
// those of `src` that were found linear are listed by their digests in linear-patterns.json; commit that file.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { URL } from 'node:url';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import { checkSync } from 'recheck';
import { collectPatterns } from './collect-patterns.mjs';

/**
 * @typedef {{ status: 'safe' | 'vulnerable' | 'unknown', summary: string, attack: string }} Verdict
 */

// The default asks Java first, on a package that package.json replaces by an empty one, and can wait for it for ever.
process.env.RECHECK_SYNC_BACKEND = 'pure';

const VERSION = createRequire(import.meta.url)('recheck/package.json').version;
const LIST = new URL('linear-patterns.json', import.meta.url);
const OWN_FOLDER = 'src';
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
  { checker: 'fuzz', timeout: 300_000, ...FUZZER },
]);

/**
 * @param {string} key
 * @returns {Verdict}
 */
function judge(key) {
  const end = key.lastIndexOf('/');
  const [source, flags] = [key.slice(1, end), key.slice(end + 1)];
  let summary = '';
  for (const parameters of CHECKERS) {
    const found = checkSync(source, flags, parameters);
    if (found.status === 'safe') return { status: 'safe', summary: found.complexity.summary, attack: '' };
    if (found.status === 'vulnerable')
      return { status: 'vulnerable', summary: found.complexity.summary, attack: found.attack.pattern };
    summary = found.error.kind;
  }
  return { status: 'unknown', summary, attack: '' };
}

/**
 * @typedef {{ recheck: string, linear: string[] }} List
 * @returns {List} the digests of patterns that this version of recheck has found linear
 */
function readList() {
  const list = /** @type {List} */ (JSON.parse(readFileSync(LIST, 'utf8')));
  return list.recheck === VERSION ? list : { recheck: VERSION, linear: [] };
}

/**
 * False when the list was not up to date.
 * @param {string[]} keys
 */
function updateList(keys) {
  const list = { recheck: VERSION, linear: keys.map(digestOf).sort() };
  const text = `${JSON.stringify(list, null, 2)}\n`;
  const isSame = text === readFileSync(LIST, 'utf8');
  if (!isSame) writeFileSync(LIST, text);
  return isSame;
}

/** @param {string} key */
function digestOf(key) {
  return createHash('sha256').update(key).digest('hex').slice(0, 16);
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
  const listed = new Set(readList().linear);
  /** @type {Record<string, Verdict>} */
  const verdicts = {};
  for (const key of keys)
    if (listed.has(digestOf(key))) verdicts[key] = { status: 'safe', summary: '', attack: '' };
  const left = keys.filter((key) => verdicts[key] === undefined);
  const work = async () => {
    const worker = new Worker(new URL(import.meta.url));
    for (let key = left.pop(); key !== undefined; key = left.pop()) {
      worker.postMessage(key);
      [verdicts[key]] = await once(worker, 'message');
    }
    await worker.terminate();
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, left.length) }, work));
  return verdicts;
}

async function main() {
  const folder = process.argv[2] ?? OWN_FOLDER;
  const { patterns, unseen } = collectPatterns(folder);
  const keys = [...new Set(patterns.map(keyOf))];
  const verdicts = await judgeAll(keys);

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
  process.exitCode = problems.length > 0 ? 1 : 0;
  if (problems.length > 0 || folder !== OWN_FOLDER || updateList(keys)) return;
  console.log('scripts/linear-patterns.json was out of date and has been written: commit it.');
  if (process.env.CI) process.exitCode = 1;
}

if (isMainThread) await main();
else parentPort?.on('message', (key) => parentPort?.postMessage(judge(key)));
