// `npm run test:node`: the end-to-end files that touch native code, loaders, workers and child processes, on the newer
// versions of Node that people run, from npm's packages of Node. Ends with 75 where npm's registry cannot be reached.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { npm, SKIPPED } from './registry-packages.mjs';

const VERSIONS = ['22', '24'];
const FILES = 'test/(start|durability|ingest|http-compression|mcp-stdio)\\.e2e-spec';
const INSTALL_LIMIT_MS = 120_000;
const TEST_LIMIT_MS = 600_000;

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const folder = mkdtempSync(path.join(tmpdir(), 'ams-node-'));
try {
  process.exitCode = VERSIONS.map((version) => testOn(version)).find((status) => status !== 0) ?? 0;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/**
 * @param {string} version the major one
 * @returns {number} an exit code
 */
function testOn(version) {
  // The package `node` chooses this one in an install script.
  const name = `node-${process.platform}-${process.arch}`;
  const prefix = path.join(folder, version);
  const settings = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline', '--prefix', prefix];
  const { ok, unreachable, output } = npm(['install', ...settings, `${name}@${version}`], {
    cwd: folder,
    timeoutMs: INSTALL_LIMIT_MS,
  });
  if (unreachable) {
    console.log(`SKIPPED Node ${version}: the npm registry cannot be reached`);
    return SKIPPED;
  }
  if (!ok) throw new Error(`npm install ${name}@${version} failed:\n${output}`);
  const bin = path.join(prefix, 'node_modules', name, 'bin');
  const { status } = spawnSync(path.join(bin, 'node'), ['scripts/test.mjs', '--testPathPatterns', FILES], {
    cwd: root,
    env: { ...process.env, PATH: `${bin}${path.delimiter}${process.env.PATH}` },
    stdio: 'inherit',
    timeout: TEST_LIMIT_MS,
  });
  return status ?? 1;
}
