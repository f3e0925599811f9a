// Builds packages/console to dist/console with Vite, when its sources changed.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { withBuildLock } from './build-lock.mjs';
import { hashInputs } from './hash-inputs.mjs';

const INPUTS = ['packages/console', 'packages/client/src', 'package-lock.json', 'scripts/build-console.mjs'];
const STAMP = 'dist/console/.build-stamp';

/**
 * Resolves with whether it built. A process of its own does, because the service goes on in this one and would keep
 * the memory of the bundler.
 *
 * @param {string} root of the project
 */
export async function ensureConsole(root, force = false) {
  const hash = hashInputs(root, INPUTS);
  const stamp = path.join(root, STAMP);
  const isFresh = () => !force && existsSync(stamp) && readFileSync(stamp, 'utf8') === hash;
  if (isFresh()) return false;
  return withBuildLock(root, 'console', async () => {
    if (isFresh()) return false;
    rmSync(stamp, { force: true });
    await runVite(root);
    mkdirSync(path.dirname(stamp), { recursive: true });
    writeFileSync(stamp, hash);
    return true;
  });
}

/**
 * @param {string} root
 * @returns {Promise<void>}
 */
function runVite(root) {
  const program = path.join(root, 'node_modules/vite/bin/vite.js');
  const child = spawn(process.execPath, [program, 'build', '--logLevel', 'warn'], {
    cwd: path.join(root, 'packages/console'),
    // The flags of `npm start` are not for it.
    env: { ...process.env, NODE_OPTIONS: '', NODE_ENV: 'production' },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`vite build failed (exit ${code})`)),
    );
  });
}
