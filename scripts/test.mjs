// Runs Jest: `node scripts/test.mjs [--kills | --postgres | --on-prem | --replicas | --faults] [jest arguments]`.
// With --kills only the end-to-end tests run that kill processes while these write: `*-kill.e2e-spec.ts` and `*-kills`.
// With --on-prem the end-to-end tests have their memories in backend servers of this repository.
// With --replicas they speak with three of each service on one PostgreSQL, in turn.
// With --faults only the tests run that kill processes, fill disks and move clocks (docs/FAULTS.md).
//
// Jest and its child processes preload the TypeScript hook, and worker threads inherit it, so that a test
// can start a worker thread from a .ts file just as the service starts it from the compiled one.
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureClient, ensurePackages } from './build-if-stale.mjs';

// A run that hangs must fail by itself rather than at the limit of the machine it runs on; one on a machine that others
// slow down to a third must not.
const limitMinutes = 40;

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const require = createRequire(import.meta.url);
const preloads = ['typescript-hook.cjs', 'keep-engine.cjs'].flatMap((name) => [
  '--require',
  path.join(root, 'scripts', name),
]);
// The embedded database of a test file lives for seconds: optimising its code costs more than it brings back.
const forShortLives = ['--wasm-lazy-compilation', '--liftoff-only'];
// Specs outside of `src` load their modules again for each file. With a large young generation most of that garbage is
// never copied.
const youngGeneration = ['--min-semi-space-size=32', '--max-semi-space-size=64'];
// `npm test` and `npm test -- --kills` on the embedded database are of all tests. The others are only of the end-to-end
// files below: those whose subject can differ there. Each name is a pattern; `.e2e-spec.ts` follows it.
// The replicas are on a server too: with --postgres alone run the files that --replicas leaves out, and those that load
// one process with parallel requests.
const onServer = [
  // Parallel requests of one process on many connections: locks, transactions and snapshots.
  'batch|client(-network)?|concurrency|conflicts-parallel|idempotency(-writes)?|mcp|quotas|recall-consistency|references',
  // Connections that break, servers that restart, and processes that are killed.
  'audit(-kill|-operations)?|events(-kills|-readers)?|webhooks-kills|activity-failure|backend-server|backup|database-restart|durability|export|replica-clocks|shutdown|workers.*',
  // Work in slices beside requests, and what a killed process leaves behind.
  'agent-deletion|expires-at|forget.*|ingest-kill|maintenance-schedule|purge',
];
const onPrem = [
  // What reads or writes memories, through the protocol of an external backend.
  'answer|background-links|batch|conflicts(-judges|-links|-resolve|-stream)?|daily-summary|detect|extract|history|idempotency(-writes)?|links|listings|mcp(-review)?|memories|memory-states',
  'expires-at|forget(-counts)?|memories-by-ref|mcp-spaces|metadata-and-scope|reads(-access|-boundary)?|transfers(-kill)?|references|scoped-keys',
  'recall(-all|-consistency|-for-prompt|-isolation|-neighbours)?|policy|purge|nightly-sweeps|sweep.*|valid-time(-keys)?',
  // Agents that own memories there, and files whose chunks are memories.
  'agents|files|ingest|isolation|maintenance|upload',
  // Changes at the same time, without transactions.
  'concurrency|conflicts-parallel|quotas(-kill)?',
  // Changes are recorded when the backend has confirmed them.
  'audit|audit-operations|events(-readers)?',
];
const onReplicas = [
  // Every replica must know a session, a setting and a memory at once.
  'forget-replicas|keys(-sessions)?|reads(-access)?|recall(-consistency|-isolation|-replicas)?|replicas|session.*|settings(-replicas)?|ui-sessions|security-tokens',
  // One of the replicas does a job, a run of maintenance or a repeated request.
  'background-links|batch|concurrency|conflicts-(parallel|stream)|files|idempotency(-writes)?|ingest|maintenance.*|nightly-sweeps|quotas|references',
  'replica-jobs|sweep.*|template-status|upload',
  // Their log and their agents are the same.
  'activity|events|isolation|mcp-access|webhooks',
];
const args = process.argv.slice(2);
// A backend server and replicas need cores too. On a server many tests wait, for processes that start and for time-outs.
if (['--on-prem', '--replicas'].includes(args[0] ?? '')) args.push('--maxWorkers=2');

if (args[0] === '--kills') {
  args.shift();
  args.push('--selectProjects', 'kills');
  process.env.TEST_KILLS = '1';
}

if (args[0] === '--postgres') {
  choose(['database', 'e2e', 'kills'], onServer);
  needServer();
}

if (args[0] === '--on-prem') {
  choose(['e2e', 'kills'], onPrem);
  process.env.TEST_BACKEND = 'on-prem';
}

if (args[0] === '--replicas') {
  choose(['e2e'], onReplicas);
  needServer();
  process.env.TEST_REPLICAS = '3';
}

if (args[0] === '--faults') {
  args.splice(0, 1, '--selectProjects', 'faults', '--runInBand');
  process.env.TEST_FAULTS = '1';
}

ensureClient();
await ensurePackages();

// Jest's children end by themselves when their parent is gone.
const jest = spawn(
  process.execPath,
  [...forShortLives, ...youngGeneration, ...preloads, require.resolve('jest/bin/jest'), ...args],
  { cwd: root, stdio: 'inherit' },
);

const timer = setTimeout(() => {
  console.error(`The tests did not end within ${limitMinutes} minutes: stopped.`);
  jest.kill('SIGKILL');
}, limitMinutes * 60_000);

// Ctrl-C reaches Jest by itself, being in the same process group; SIGTERM does not.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => jest.kill('SIGTERM'));

jest.on('exit', (code) => {
  clearTimeout(timer);
  process.exit(code ?? 1);
});

/**
 * At the end: Jest would take patterns of the command line that follow for more of these options' values.
 * @param {string[]} projects
 * @param {string[]} names
 */
function choose(projects, names) {
  args.shift();
  args.push(ignoreAllBut(names), '--selectProjects', ...projects);
  if (projects.includes('kills')) process.env.TEST_KILLS = '1';
}

/** @param {string[]} names Of end-to-end files; files of other projects stay. */
function ignoreAllBut(names) {
  return `--testPathIgnorePatterns=/test/(?!(${names.join('|')})\\.e2e-spec)[^/]*\\.e2e-spec\\.ts$`;
}

function needServer() {
  const { TEST_DATABASE_URL } = process.env;
  if (TEST_DATABASE_URL && URL.canParse(TEST_DATABASE_URL)) return;
  const problem = TEST_DATABASE_URL ? 'must name one server' : 'is not set';
  console.error(`TEST_DATABASE_URL ${problem}: name the PostgreSQL server to test against.`);
  process.exit(2);
}
