// Runs Jest: `node scripts/test.mjs [--postgres | --on-prem | --replicas | --faults] [jest arguments]`.
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
import { ensureClient } from './build-if-stale.mjs';

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
const forShortLives = ['--wasm-lazy-compilation', '--wasm-tiering-budget=18000000'];
// They start all the processes that they are about themselves: other runs have nothing to add to them.
const ownProcesses =
  'backend-(server|start).*|backup|database-restart|durability|ingest-crash|logs|shutdown|start.*|tracing.*|workers.*';
// They bring the backend that they are about, or ask for none.
const ownBackends = '.*cloud.*|http-bodies|security-(loopback|proxy)|replica.*';
const args = process.argv.slice(2);

if (args[0] === '--postgres') {
  args.splice(0, 1, '--selectProjects', 'database', 'e2e');
  needServer();
}

if (args[0] === '--on-prem') {
  args.splice(
    0,
    1,
    '--selectProjects',
    'e2e',
    `--testPathIgnorePatterns=${leftOut(ownProcesses, ownBackends)}`,
  );
  process.env.TEST_BACKEND = 'on-prem';
}

if (args[0] === '--replicas') {
  // Three start where one did.
  args.splice(0, 1, '--selectProjects', 'e2e', `--testPathIgnorePatterns=${leftOut(ownProcesses)}`);
  args.push('--testTimeout=60000');
  needServer();
  process.env.TEST_REPLICAS = '3';
}

if (args[0] === '--faults') {
  args.splice(0, 1, '--selectProjects', 'faults', '--runInBand');
  process.env.TEST_FAULTS = '1';
}

ensureClient();

// Jest's children end by themselves when their parent is gone.
const jest = spawn(
  process.execPath,
  [...forShortLives, ...preloads, require.resolve('jest/bin/jest'), ...args],
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

/** @param {string[]} names */
function leftOut(...names) {
  return `/test/(${names.join('|')})\\.e2e-spec\\.ts$`;
}

function needServer() {
  if (process.env.TEST_DATABASE_URL) return;
  console.error('TEST_DATABASE_URL is not set: name the PostgreSQL server to test against.');
  process.exit(2);
}
