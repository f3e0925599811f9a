import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const STEP_MS = 100;
const WAIT_LIMIT_MS = 300_000;
/** No build takes as long. */
const ABANDONED_MS = 600_000;

/**
 * Does the work while no other process does work of this name. Throws when another one does not end within five minutes.
 *
 * @template T
 * @param {string} root the folder of the checkout
 * @param {string} name
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withBuildLock(root, name, work) {
  const file = path.join(root, `.build-${name}.lock`);
  for (const until = Date.now() + WAIT_LIMIT_MS; !take(file); await pause(STEP_MS)) {
    if (Date.now() > until) throw new Error(`Another build does not end: delete ${file} if there is none`);
  }
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
  }
}

/** @param {string} file */
function take(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    if (isAbandoned(file)) rmSync(file, { force: true });
    return false;
  }
}

/**
 * Whether the process that holds it has ended.
 *
 * @param {string} file
 */
function isAbandoned(file) {
  try {
    if (Date.now() - statSync(file).mtimeMs > ABANDONED_MS) return true;
    const pid = Number(readFileSync(file, 'utf8'));
    // An empty file is just being written.
    if (pid > 0) process.kill(pid, 0);
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH';
  }
}
