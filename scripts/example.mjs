// `npm run example NAME`: runs an example of the folder examples, from a fresh clone on.
//
// Builds the client, installs the packages of the example, and starts the service when none answers at AGENT_MEMORY_URL
// (default: http://127.0.0.1:8000). Ends with 75 where packages are missing and their registry cannot be reached.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from '../packages/client/scripts/build.mjs';
import { ensureBuild } from './build-if-stale.mjs';
import { startService } from './fuzz-service.mjs';
import { pythonPackages } from './python-packages.mjs';
import { npm, SKIPPED } from './registry-packages.mjs';

const INSTALL_LIMIT_MS = 300_000;
const ANSWER_LIMIT_MS = 2_000;
const CLIENT = '@agent-memory/client';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const examples = path.join(root, 'examples');
const names = readdirSync(examples).filter((name) => !name.endsWith('.md'));

const name = process.argv[2] ?? '';
if (names.includes(name)) process.exitCode = await main(path.join(examples, name));
else {
  console.error(`Name an example: npm run example ${names.join(' | ')}`);
  process.exitCode = 2;
}

/** @typedef {{ command: string, file: string, env: Record<string, string> }} Program */

/** @param {string} folder */
async function main(folder) {
  const program = programOf(folder);
  if ('missing' in program) {
    console.log(`SKIPPED ${name}: ${program.missing}`);
    return SKIPPED;
  }
  const url = process.env.AGENT_MEMORY_URL ?? 'http://127.0.0.1:8000';
  if (await answers(url)) return run(program, folder, url);
  console.log(`No service answers at ${url}: starting one, whose memories are deleted at the end.`);
  await ensureBuild();
  const data = mkdtempSync(path.join(tmpdir(), 'example-'));
  const service = await startService(data);
  try {
    return await run(program, folder, service.url);
  } finally {
    for (const problem of await service.stop()) console.error(problem);
    rmSync(data, { recursive: true, force: true });
  }
}

/**
 * Installs the packages of the example.
 *
 * @param {string} folder
 * @returns {Program | { missing: string }} what runs it, or why that cannot be had
 */
function programOf(folder) {
  const requirements = path.join(folder, 'requirements.txt');
  if (existsSync(requirements)) {
    const found = pythonPackages(`example-${name}`, requirements);
    if ('missing' in found) return found;
    const env = { PYTHONPATH: path.join(root, 'packages/python/src') };
    return { command: found.program('python'), file: 'agent.py', env };
  }
  build();
  if (!installed(folder)) return { missing: 'the npm registry cannot be reached' };
  return { command: process.execPath, file: manifestIn(folder).main, env: {} };
}

/**
 * Installs what is not there. The client is copied, because its integrations look for their frameworks beside it.
 *
 * @param {string} folder
 * @returns {boolean} false when the registry cannot be reached
 */
function installed(folder) {
  const { dependencies } = manifestIn(folder);
  const others = Object.entries(dependencies).filter(([name]) => name !== CLIENT);
  // Without other packages the client is found in the repository's own node_modules.
  if (others.length === 0) return true;
  const packages = path.join(folder, 'node_modules');
  if (!others.every(([name, version]) => manifestIn(path.join(packages, name))?.version === version)) {
    console.log('Installing the packages of the example...');
    const args = ['install', '--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund'];
    const options = ['--no-package-lock', '--install-links'];
    const { ok, unreachable, output } = npm([...args, ...options], {
      cwd: folder,
      timeoutMs: INSTALL_LIMIT_MS,
    });
    if (unreachable) return false;
    if (!ok) throw new Error(`npm install failed:\n${output}`);
  }
  for (const part of ['dist', 'package.json'])
    cpSync(path.join(root, 'packages/client', part), path.join(packages, CLIENT, part), { recursive: true });
  return true;
}

/**
 * The package.json of a folder; null when there is none.
 *
 * @param {string} folder
 */
function manifestIn(folder) {
  const file = path.join(folder, 'package.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
}

/** @param {string} url */
async function answers(url) {
  const live = fetch(`${url}/live`, { signal: AbortSignal.timeout(ANSWER_LIMIT_MS) });
  return live.then(
    (response) => response.ok,
    () => false,
  );
}

/**
 * @param {Program} program
 * @param {string} folder
 * @param {string} url
 */
async function run({ command, file, env }, folder, url) {
  const child = spawn(command, [file], {
    cwd: folder,
    stdio: 'inherit',
    env: { ...process.env, ...env, AGENT_MEMORY_URL: url },
  });
  // Ctrl-C reaches the example by itself, being in the same process group; SIGTERM does not.
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  const [code] = await once(child, 'close');
  return code ?? 1;
}
