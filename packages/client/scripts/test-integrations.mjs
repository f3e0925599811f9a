// `npm run check -- client-integrations`: each integration, and its example of the README, with its framework and a mock model,
// against the service.
//
// The frameworks take hundreds of megabytes, so they are installed into node_modules/.cache, once for each set of
// versions. Ends with 75 where the npm registry cannot be reached.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureBuild } from '../../../scripts/build-if-stale.mjs';
import { startService } from '../../../scripts/fuzz-service.mjs';
import { SKIPPED } from '../../../scripts/registry-packages.mjs';
import { installCached } from './cached-packages.mjs';
import { pack, unpackInto } from './pack.mjs';
import { readmeProgram } from './readme-programs.mjs';

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
      '@anthropic-ai/sdk': '1.14.0',
    },
    tests: ['ai-sdk', 'langgraph', 'openai-agents', 'mastra', 'anthropic'],
  },
];

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../..');
const sources = path.join(root, 'packages/client/test/integrations');

process.exitCode = await main();

async function main() {
  const folders = SETS.map(({ packages }) => installCached(packages));
  if (folders.includes(null)) {
    console.log('SKIPPED the integrations: the npm registry cannot be reached');
    return SKIPPED;
  }
  await ensureBuild();
  const work = mkdtempSync(path.join(tmpdir(), 'client-integrations-'));
  const service = await startService(path.join(work, 'data'));
  try {
    const { url } = service;
    const tarball = pack(work);
    const results = SETS.map((set, i) => runTests(set, String(folders[i]), { tarball, url, work }));
    return results.every(Boolean) ? 0 : 1;
  } finally {
    for (const problem of await service.stop()) console.error(problem);
    rmSync(work, { recursive: true, force: true });
  }
}

/**
 * @param {(typeof SETS)[number]} set
 * @param {string} folder
 * @param {{ tarball: string, url: string, work: string }} context
 * @returns {boolean}
 */
function runTests({ ai, tests }, folder, { tarball, url, work }) {
  unpackInto(tarball, folder);
  const program = path.join(work, `ai-${ai}`);
  mkdirSync(program);
  cpSync(path.join(sources, `ai-version-${ai}.mts`), path.join(program, 'ai-version.mts'));
  for (const test of tests) {
    cpSync(path.join(sources, `${test}.test.mts`), path.join(program, `${test}.test.mts`));
    writeFileSync(path.join(program, `${test}-readme.test.mts`), readmeProgram(test));
  }
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
  const names = tests.flatMap((test) => [`${test}.test`, `${test}-readme.test`]);
  const files = ['ai-version', ...names].map((name) => `${name}.mts`);
  const tsc = createRequire(path.join(folder, 'package.json')).resolve('typescript/bin/tsc');
  if (!run([tsc, ...options, ...files], inside)) return false;
  console.log(`With ai ${ai}:`);
  const compiled = names.map((name) => `${name}.mjs`);
  return run(['--test', '--test-reporter=spec', ...compiled], inside, {
    AGENT_MEMORY_URL: url,
    AI_VERSION: ai,
  });
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
