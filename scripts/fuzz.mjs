// `npm run test:fuzz`: Schemathesis over the whole OpenAPI document of the compiled service, on a fresh embedded
// database. Nothing may fail in a way that the document does not tell, and every answer must have its documented form.
//
//   FUZZ_SECONDS   for both passes, with credentials and without; default 90
//   FUZZ_SEED      of a run to repeat; else a random one, which is printed
//
// Ends with 75 and a line that says why where Python or Schemathesis cannot be had. docs/FUZZING.md has the rest.
import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureBuild } from './build-if-stale.mjs';
import { plant } from './fuzz-plant.mjs';
import { startService } from './fuzz-service.mjs';
import { pythonPackages } from './python-packages.mjs';
import { wholeNumber } from './whole-number.mjs';

const SKIPPED = 75;
/** Of the time for the pass without credentials: it only ever gets as far as the guards. */
const SHARE_WITHOUT = 0.15;

const folder = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../test/fuzz');
const seconds = wholeNumber('FUZZ_SECONDS', 90);
const seed = wholeNumber('FUZZ_SEED', randomInt(1, 2 ** 31));

const found = pythonPackages('fuzz-python', path.join(folder, 'requirements.txt'));
if ('missing' in found) {
  console.log(`Skipped Schemathesis: ${found.missing}`);
  process.exit(SKIPPED);
}
const command = found.program('st');
await ensureBuild();
console.log(`FUZZ_SEED=${seed} FUZZ_SECONDS=${seconds}`);

const scratch = mkdtempSync(path.join(tmpdir(), 'fuzz-'));
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }));
const service = await startService(path.join(scratch, 'data'));
const planted = await plant(service);
const configuration = path.join(scratch, 'schemathesis.toml');
writeFileSync(configuration, `${readFileSync(path.join(folder, 'schemathesis.toml'), 'utf8')}\n${known()}`);

const passes = [
  { name: 'with credentials', credentials: true, share: 1 - SHARE_WITHOUT },
  { name: 'without credentials', credentials: false, share: SHARE_WITHOUT },
];
const failed = passes.filter((pass) => !succeeds(pass)).map(({ name }) => `the pass ${name}`);
const problems = await service.stop();

for (const each of [...failed, ...problems]) console.error(`FAILED: ${each}`);
if (failed.length + problems.length > 0) console.error(`To repeat: FUZZ_SEED=${seed} npm run test:fuzz`);
process.exitCode = failed.length + problems.length > 0 ? 1 : 0;

/** Ids that exist, which Schemathesis takes for most of the parameters that ask for one. */
function known() {
  const parameters = Object.entries(planted.ids).map(
    ([name, values]) =>
      `[dictionaries.${name}]\nvalues = ${JSON.stringify(values)}\n\n` +
      `[parameters."path.${name}"]\ndictionary = "${name}"\nprobability = 0.8\n`,
  );
  return parameters.join('\n');
}

/** @param {{ name: string, credentials: boolean, share: number }} pass */
function succeeds({ name, credentials, share }) {
  console.log(`\n==> ${name}`);
  const time = ['--max-time', String(Math.max(5, Math.round(seconds * share))), '--seed', String(seed)];
  // Without credentials no link leads anywhere.
  const phases = credentials ? [] : ['--phases', 'coverage,fuzzing'];
  const args = ['--config-file', configuration, 'run', `${service.url}/openapi.json`, ...time, ...phases];
  const { status, signal } = spawnSync(command, args, {
    cwd: scratch,
    stdio: ['ignore', 'inherit', 'inherit'],
    // The time is a wish: examples and coverage are run to their end.
    timeout: (seconds + 180) * 1000,
    env: {
      ...process.env,
      NO_COLOR: '1',
      PYTHONDONTWRITEBYTECODE: '1',
      SCHEMATHESIS_HOOKS: path.join(folder, 'hooks.py'),
      FUZZ_PLANTED: JSON.stringify({ ...planted, url: service.url, credentials }),
    },
  });
  if (signal !== null) console.error(`Schemathesis was stopped (${signal})`);
  return status === 0;
}
