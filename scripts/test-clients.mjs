// `npm run test:clients`: three generators make clients of openapi.json in a temporary folder. The clients must compile,
// and remember and recall on the compiled service with a fresh embedded database. So must the programs of docs/PYTHON.md.
//
// Generators come from the registries of npm and Python at run time, with exact versions. Ends with 75 and a line that
// says why where a registry cannot be reached or Python is missing.
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureBuild } from './build-if-stale.mjs';
import { startService } from './fuzz-service.mjs';
import { pythonDocumentScript } from './python-document.mjs';
import { pythonPackages } from './python-packages.mjs';
import { npm, run, SKIPPED } from './registry-packages.mjs';

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const SOURCES = path.join(ROOT, 'test/clients');
const INSTALL_LIMIT_MS = 240_000;
const STEP_LIMIT_MS = 60_000;

const NPM_PACKAGES = [
  'openapi-typescript@7.13.0',
  'openapi-fetch@0.17.0',
  '@hey-api/openapi-ts@0.99.0',
  'typescript@5.9.3',
  '@types/node@20.19.43',
];

const TSCONFIG = {
  compilerOptions: {
    strict: true,
    module: 'nodenext',
    target: 'es2022',
    lib: ['es2023', 'dom', 'dom.iterable'],
    types: ['node'],
    rootDir: 'src',
    outDir: 'out',
  },
  include: ['src'],
};

const scratch = mkdtempSync(path.join(tmpdir(), 'clients-'));
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }));
/** @type {{ ran: string, state: 'passed' | 'failed' | 'skipped' }[]} */
const results = [];

await ensureBuild();
const service = await startService(path.join(scratch, 'data'));
typescriptClients();
pythonClient();
const problems = await service.stop();
for (const each of problems) console.error(`FAILED: ${each}`);
const states = results.map(({ state }) => state);
if (problems.length > 0 || states.includes('failed')) process.exitCode = 1;
else if (states.includes('skipped')) process.exitCode = SKIPPED;

function typescriptClients() {
  const folder = path.join(scratch, 'typescript');
  const generated = path.join(folder, 'src/generated');
  mkdirSync(generated, { recursive: true });
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify(TSCONFIG));
  for (const name of ['openapi-typescript.ts', 'hey-api.ts']) {
    copyFileSync(path.join(SOURCES, name), path.join(folder, 'src', name));
  }
  const install = ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--save-exact', ...NPM_PACKAGES];
  const { ok, unreachable, output } = npm(install, { cwd: folder, timeoutMs: INSTALL_LIMIT_MS });
  const name = 'The clients of openapi-typescript and @hey-api/openapi-ts';
  if (unreachable) return skip(name, 'the npm registry cannot be reached');
  if (!ok) return fail(name, output);
  const document = path.join(ROOT, 'openapi.json');
  const bin = path.join('node_modules', '.bin');
  const steps = [
    [path.join(bin, 'openapi-typescript'), document, '-o', 'src/generated/openapi-typescript.ts'],
    [path.join(bin, 'openapi-ts'), '-i', document, '-o', 'src/generated/hey-api'],
    [path.join(bin, 'tsc'), '-p', '.'],
    [process.execPath, 'out/openapi-typescript.js', service.url],
    [process.execPath, 'out/hey-api.js', service.url],
  ];
  runSteps(name, steps, folder);
}

function pythonClient() {
  const name = 'The client of openapi-python-client';
  const found = pythonPackages('clients-python', path.join(SOURCES, 'requirements.txt'));
  if ('missing' in found) return skip(name, found.missing);
  const folder = path.join(scratch, 'python');
  mkdirSync(folder);
  copyFileSync(path.join(SOURCES, 'python_client.py'), path.join(folder, 'python_client.py'));
  const generate = ['generate', '--path', path.join(ROOT, 'openapi.json'), '--fail-on-warning'];
  const settings = ['--config', path.join(SOURCES, 'openapi-python-client.yml')];
  const steps = [
    [
      found.program('openapi-python-client'),
      ...generate,
      ...settings,
      '--meta',
      'none',
      '--output-path',
      'memory_client',
    ],
    [found.program('python'), 'python_client.py', service.url],
  ];
  // The generator formats what it made with `ruff`, which it looks for on the path.
  const env = { PATH: [path.dirname(found.program('python')), process.env.PATH].join(path.delimiter) };
  runSteps(name, steps, folder, env);
  pythonDocument(env);
}

/** @param {Record<string, string>} env */
function pythonDocument(env) {
  const name = 'docs/PYTHON.md';
  const folder = path.join(scratch, 'python-document');
  mkdirSync(folder);
  writeFileSync(
    path.join(folder, 'document.sh'),
    pythonDocumentScript(path.join(ROOT, 'docs/PYTHON.md'), service.url),
  );
  const { ok, output } = run('bash', ['document.sh'], {
    cwd: folder,
    timeoutMs: 2 * STEP_LIMIT_MS,
    env: { ...env, PYTHONPATH: path.join(ROOT, 'packages/python/src') },
  });
  const found = output.match(/Ana (has lived in Lisbon since May|works for the harbour office)\.$/gm);
  if (!ok || found?.length !== 2) return fail(name, output);
  console.log(`${name}: both programs remembered and recalled`);
  results.push({ ran: name, state: 'passed' });
}

/**
 * @param {string} name
 * @param {string[][]} steps
 * @param {string} cwd
 * @param {Record<string, string>} [env]
 */
function runSteps(name, steps, cwd, env) {
  for (const [command = '', ...args] of steps) {
    const { ok, output } = run(command, args, { cwd, timeoutMs: STEP_LIMIT_MS, env });
    if (!ok) return fail(`${name}: ${path.basename(command)} ${args[0] ?? ''}`, output);
  }
  console.log(`${name}: generated, compiled, remembered and recalled`);
  results.push({ ran: name, state: 'passed' });
}

/**
 * @param {string} name
 * @param {string} reason
 */
function skip(name, reason) {
  console.log(`SKIPPED ${name}: ${reason}`);
  results.push({ ran: name, state: 'skipped' });
}

/**
 * @param {string} name
 * @param {string} output
 */
function fail(name, output) {
  console.error(`FAILED ${name}\n${output}`);
  results.push({ ran: name, state: 'failed' });
}
