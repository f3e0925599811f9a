// `npm run test:attack`: what a client without any right, or with few, can do to the compiled service, on a fresh embedded
// database. Measures what the attacks take of it, and fails where a limit is passed (docs/SECURITY.md): with 2 where these
// are times and memory only.
//
//   ATTACK_SECONDS   in all, without the start; default 60. Attacks that wait for a time-out may end a little later
//   ATTACK_SEED      of a run to repeat; else a random one, which is printed
//   --outputFile=F   counts, in the form of Jest's
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureBuild } from './build-if-stale.mjs';
import { plant } from './fuzz-plant.mjs';
import { startService } from './fuzz-service.mjs';
import { wholeNumber } from './whole-number.mjs';

const REQUEST_TIMEOUT_MS = 30_000;
/** The exit code where only times and memory passed their limits. */
const SLOW = 2;
/** A run that hangs fails by itself. */
const MARGIN_SECONDS = 300;

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const seconds = wholeNumber('ATTACK_SECONDS', 60);
const seed = wholeNumber('ATTACK_SEED', randomInt(1, 2 ** 31));
const outputFile = process.argv
  .find((each) => each.startsWith('--outputFile='))
  ?.slice('--outputFile='.length);

await ensureBuild();
console.log(`ATTACK_SEED=${seed} ATTACK_SECONDS=${seconds}`);
const scratch = mkdtempSync(path.join(tmpdir(), 'attack-'));
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }));
const service = await startService(path.join(scratch, 'data'), {
  REQUEST_TIMEOUT_MS: String(REQUEST_TIMEOUT_MS),
  // The attacks name the addresses that they come from.
  TRUSTED_PROXIES: 'loopback',
});
const { key, ids } = await plant(service);
const results = path.join(scratch, 'findings.json');
const status = await runAttacks();
const problems = await service.stop();

/** @type {{ kind: string, unit: string, passed: boolean }[]} */
const findings = existsSync(results) ? JSON.parse(readFileSync(results, 'utf8')) : [];
const failed = findings.filter(({ passed }) => !passed);
const kindsOf = (/** @type {typeof failed} */ some) => some.map(({ kind }) => kind);
// A busy machine is slow, but counts what it is asked to.
const faults = [
  ...kindsOf(failed.filter(({ unit }) => unit === 'requests')),
  ...(status === 0 && findings.length > 0 ? [] : ['the attacks did not run to their end']),
  ...problems,
];
const failures = [...kindsOf(failed.filter(({ unit }) => unit !== 'requests')), ...faults];
for (const each of failures) console.error(`FAILED: ${each}`);
if (failures.length > 0) console.error(`To repeat: ATTACK_SEED=${seed} npm run test:attack`);
const passed = findings.length - failed.length;
if (outputFile !== undefined) {
  const counts = { numPassedTests: passed, numFailedTests: failures.length, numRuntimeErrorTestSuites: 0 };
  writeFileSync(outputFile, JSON.stringify(counts));
}
console.log(`attack: ${passed} passed, ${failures.length} failed`);
if (failures.length > 0) process.exitCode = faults.length > 0 ? 1 : SLOW;

async function runAttacks() {
  const target = {
    url: service.url,
    pid: service.pid,
    key,
    ids,
    seed,
    seconds,
    requestTimeoutMs: REQUEST_TIMEOUT_MS,
  };
  const child = spawn(
    process.execPath,
    ['--require', path.join(root, 'scripts/typescript-hook.cjs'), 'test/attack/main.ts'],
    {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      timeout: (seconds + MARGIN_SECONDS) * 1000,
      env: { ...process.env, ATTACK_TARGET: JSON.stringify(target), ATTACK_FINDINGS: results },
    },
  );
  const [code] = await once(child, 'exit');
  return code;
}
