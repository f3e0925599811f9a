// Runs Jest: `node scripts/test.mjs [--postgres | --on-prem] [jest arguments]`.
// With --on-prem the end-to-end tests have their memories in backend servers of this repository.
//
// Jest and its child processes preload the TypeScript hook, and worker threads inherit it, so that a test
// can start a worker thread from a .ts file just as the service starts it from the compiled one.
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureClient } from './build-if-stale.mjs';

// A run that hangs must fail by itself rather than at the limit of the machine it runs on.
const limitMinutes = 12;

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const require = createRequire(import.meta.url);
const args = process.argv.slice(2);

if (args[0] === '--postgres') {
  args.splice(0, 1, '--selectProjects', 'database', 'e2e');
  if (!process.env.TEST_DATABASE_URL) {
    console.error('TEST_DATABASE_URL is not set: name the PostgreSQL server to test against.');
    process.exit(2);
  }
}

if (args[0] === '--on-prem') {
  args.splice(0, 1, '--selectProjects', 'e2e');
  process.env.TEST_BACKEND = 'on-prem';
}

ensureClient();

// Jest's children end by themselves when their parent is gone.
const jest = spawn(
  process.execPath,
  ['--require', require.resolve('@swc-node/register'), require.resolve('jest/bin/jest'), ...args],
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
