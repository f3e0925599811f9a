// `npm run client:integrations`: each integration with its framework and a mock model, against the service.
//
// The frameworks take hundreds of megabytes, so they are installed into node_modules/.cache, once for each set of
// versions. Ends with 75 where the npm registry cannot be reached.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureBuild } from '../../../scripts/build-if-stale.mjs';
import { npm, SKIPPED } from '../../../scripts/registry-packages.mjs';
import { pack } from './pack.mjs';

const INSTALL_LIMIT_MS = 600_000;
const COMMON = { typescript: '5.9.3', '@types/node': '20.19.43', zod: '4.2.0' };
const SETS = [
  { ai: '6', packages: { ...COMMON, ai: '6.0.325' }, tests: ['ai-sdk'] },
  {
    ai: '7',
    packages: {
      ...COMMON,
      ai: '7.0.173',
      '@langchain/core': '1.3.4',
      '@langchain/langgraph': '1.7.3',
      '@openai/agents': '0.20.0',
      '@mastra/core': '1.71.0',
    },
    tests: ['ai-sdk', 'langgraph', 'openai-agents', 'mastra'],
  },
];

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../..');
const sources = path.join(root, 'packages/client/test/integrations');

process.exitCode = await main();

async function main() {
  const folders = SETS.map(({ packages }) => install(packages));
  if (folders.includes(null)) {
    console.log('SKIPPED the integrations: the npm registry cannot be reached');
    return SKIPPED;
  }
  await ensureBuild();
  const work = mkdtempSync(path.join(tmpdir(), 'client-integrations-'));
  const service = startService(path.join(work, 'data'));
  try {
    const url = await service.listening;
    const tarball = pack(work);
    const results = SETS.map((set, i) => runTests(set, String(folders[i]), { tarball, url, work }));
    return results.every(Boolean) ? 0 : 1;
  } finally {
    await service.stop();
    rmSync(work, { recursive: true, force: true });
  }
}

/**
 * @param {Record<string, string>} dependencies
 * @returns {string | null} the folder; null when the registry cannot be reached
 */
function install(dependencies) {
  const manifest = JSON.stringify({ private: true, type: 'module', dependencies });
  const name = createHash('sha256').update(manifest).digest('hex').slice(0, 16);
  const folder = path.join(root, 'node_modules/.cache/client-integrations', name);
  if (existsSync(folder)) return folder;
  const unfinished = `${folder}.${process.pid}`;
  mkdirSync(unfinished, { recursive: true });
  writeFileSync(path.join(unfinished, 'package.json'), manifest);
  const args = [
    'install',
    '--prefer-offline',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--no-package-lock',
  ];
  const { ok, unreachable, output } = npm(args, { cwd: unfinished, timeoutMs: INSTALL_LIMIT_MS });
  if (ok) renameSync(unfinished, folder);
  else rmSync(unfinished, { recursive: true });
  if (!ok && !unreachable) throw new Error(`npm install failed:\n${output}`);
  return ok ? folder : null;
}

/**
 * @param {(typeof SETS)[number]} set
 * @param {string} folder
 * @param {{ tarball: string, url: string, work: string }} context
 * @returns {boolean}
 */
function runTests({ ai, tests }, folder, { tarball, url, work }) {
  unpackClient(tarball, folder);
  const program = path.join(work, `ai-${ai}`);
  mkdirSync(program);
  cpSync(path.join(sources, `ai-version-${ai}.mts`), path.join(program, 'ai-version.mts'));
  for (const test of tests)
    cpSync(path.join(sources, `${test}.test.mts`), path.join(program, `${test}.test.mts`));
  // Node and TypeScript look for packages in the folders above.
  const inside = path.join(folder, 'tests');
  rmSync(inside, { recursive: true, force: true });
  cpSync(program, inside, { recursive: true });
  const options = [
    '--strict',
    '--skipLibCheck',
    '--target',
    'es2023',
    '--module',
    'nodenext',
    '--types',
    'node',
  ];
  const files = ['ai-version', ...tests.map((test) => `${test}.test`)].map((name) => `${name}.mts`);
  const tsc = createRequire(path.join(folder, 'package.json')).resolve('typescript/bin/tsc');
  if (!run([tsc, ...options, ...files], inside)) return false;
  console.log(`With ai ${ai}:`);
  const compiled = tests.map((test) => `${test}.test.mjs`);
  return run(['--test', '--test-reporter=spec', ...compiled], inside, {
    AGENT_MEMORY_URL: url,
    AI_VERSION: ai,
  });
}

/**
 * @param {string} tarball
 * @param {string} folder
 */
function unpackClient(tarball, folder) {
  const target = path.join(folder, 'node_modules/@agent-memory/client');
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  const { status } = spawnSync('tar', ['-xzf', tarball, '-C', target, '--strip-components=1'], {
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error(`tar failed (exit ${status})`);
}

/**
 * @param {string[]} args
 * @param {string} cwd
 * @param {Record<string, string>} [env]
 */
function run(args, cwd, env = {}) {
  const { status } = spawnSync(process.execPath, args, {
    cwd,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  return status === 0;
}

/** @param {string} data */
function startService(data) {
  const child = spawn(process.execPath, ['dist/main.js'], {
    cwd: root,
    env: { PATH: process.env.PATH, HOME: tmpdir(), LOG_FORMAT: 'text', PORT: '0', DATA_DIR: data },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const listening = new Promise((resolve, reject) => {
    let printed = '';
    child.stdout.on('data', (chunk) => {
      printed += chunk;
      const url = /listening on (http:\S+)/.exec(printed)?.[1];
      if (url !== undefined) resolve(url);
    });
    child.once('close', () => reject(new Error(`The service ended early: ${printed}`)));
  });
  return {
    /** @type {Promise<string>} */
    listening,
    stop: async () => {
      if (child.exitCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'close');
    },
  };
}
