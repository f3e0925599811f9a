import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const OLDEST = [3, 10];
const INSTALL_LIMIT_MS = 240_000;

const caches = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../node_modules/.cache');

/**
 * Packages in a Python environment of their own, which is made when it is not there or of other versions.
 *
 * @param {string} name of the environment
 * @param {string} requirements the file that names the versions
 * @returns {{ program(name: string): string } | { missing: string }} the programs, or why they cannot be had
 */
export function pythonPackages(name, requirements) {
  const folder = path.join(caches, name);
  const [programs, ending] = process.platform === 'win32' ? ['Scripts', '.exe'] : ['bin', ''];
  const program = (/** @type {string} */ file) => path.join(folder, programs, `${file}${ending}`);
  const stamp = path.join(folder, '.stamp');
  const hash = createHash('sha256').update(readFileSync(requirements)).digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return { program };
  const python = newEnoughPython();
  if (python === null) return { missing: `there is no python3 of ${OLDEST.join('.')} or newer` };
  console.log(`Installing the packages of ${name}...`);
  rmSync(folder, { recursive: true, force: true });
  const problem =
    problemOf(python, ['-m', 'venv', folder]) ??
    problemOf(program('python'), [
      ...['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--no-input'],
      ...['--requirement', requirements],
    ]);
  if (problem !== null) return { missing: `its packages cannot be installed: ${problem}` };
  writeFileSync(stamp, hash);
  return { program };
}

function newEnoughPython() {
  const check = `import sys, venv; sys.exit(sys.version_info < (${OLDEST.join(', ')}))`;
  return (
    ['python3', 'python'].find((each) => spawnSync(each, ['-c', check], { stdio: 'ignore' }).status === 0) ??
    null
  );
}

/**
 * The last line that a failing command says, or null when it succeeds.
 *
 * @param {string} command
 * @param {string[]} args
 */
function problemOf(command, args) {
  const { status, error, stderr } = spawnSync(command, args, {
    encoding: 'utf8',
    timeout: INSTALL_LIMIT_MS,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  if (status === 0) return null;
  return error?.message ?? stderr.trim().split('\n').at(-1) ?? `exit ${status}`;
}
