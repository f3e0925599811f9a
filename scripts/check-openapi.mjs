// `npm run check -- openapi-lint`: openapi.json must have no error in the recommended rules of Redocly and of Spectral. Both come
// from the npm registry at run time, because they would take 150 MB of the install.
//
// Ends with 75 and a line that says why where the registry cannot be reached.
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { npm, SKIPPED } from './registry-packages.mjs';

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const LIMIT_MS = 240_000;

const LINTERS = [
  {
    name: 'Redocly',
    package: '@redocly/cli@2.77.0',
    command: ['redocly', 'lint', 'openapi.json', '--extends=recommended', '--format=stylish'],
  },
  {
    name: 'Spectral',
    package: '@stoplight/spectral-cli@6.16.3',
    command: ['spectral', 'lint', 'openapi.json', '--ruleset=.spectral.yaml'],
  },
];

const results = LINTERS.map(lint);
const worst = ['failed', 'skipped'].find((each) => results.includes(each));
process.exitCode = worst === 'failed' ? 1 : worst === 'skipped' ? SKIPPED : 0;

/**
 * @param {(typeof LINTERS)[number]} linter
 * @returns {string} `passed`, `failed` or `skipped`
 */
function lint({ name, package: source, command }) {
  const { ok, unreachable, output } = npm(['exec', '--yes', `--package=${source}`, '--', ...command], {
    cwd: ROOT,
    timeoutMs: LIMIT_MS,
    env: { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
  });
  if (unreachable) console.log(`SKIPPED ${name}: the npm registry cannot be reached`);
  else if (ok) console.log(`${name} finds no error in openapi.json`);
  else console.error(`${name} refuses openapi.json:\n${output}`);
  return unreachable ? 'skipped' : ok ? 'passed' : 'failed';
}
