import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const START_LIMIT_MS = 180_000;
const STOP_LIMIT_MS = 20_000;
/** Of the lines that say what went wrong. */
const MOST_SHOWN = 20;

/**
 * @typedef {object} FuzzedService
 * @property {string} url
 * @property {number} pid
 * @property {string} key its management credential
 * @property {() => Promise<string[]>} stop ends it; resolves with what went wrong in it since it started
 */

/**
 * The compiled service as a process, on an embedded database of its own.
 *
 * @param {string} dataFolder
 * @param {Record<string, string>} [settings] beside those of every such service
 * @returns {Promise<FuzzedService>}
 */
export async function startService(dataFolder, settings = {}) {
  // Long enough to be compared while an address guesses credentials.
  const key = 'a-key-for-fuzzing-only-which-is-long-enough';
  const child = spawn(process.execPath, ['dist/main.js'], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      HOME: tmpdir(),
      NODE_ENV: 'production',
      PORT: '0',
      DATA_DIR: dataFolder,
      SERVICE_SECRET_KEY: key,
      LOG_FORMAT: 'text',
      LOG_LEVEL: 'error',
      // What is sent is bounded by its sender.
      RATE_LIMIT_PER_MINUTE: '0',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { text: '' };
  const ended = once(child, 'close');
  process.on('exit', () => child.kill('SIGKILL'));
  const url = await listening(child, output);
  return { url, key, pid: child.pid ?? 0, stop: () => stopped(child, ended, output) };
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @param {{ text: string }} output
 * @returns {Promise<string>}
 */
function listening(child, output) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`The service did not start: ${output.text}`)),
      START_LIMIT_MS,
    );
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (/** @type {Buffer} */ chunk) => {
        output.text += chunk.toString();
        const url = /listening on (http:\S+)/.exec(output.text)?.[1];
        if (url === undefined) return;
        clearTimeout(timer);
        resolve(url);
      });
    }
    child.once('close', () => reject(new Error(`The service ended early: ${output.text}`)));
  });
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @param {Promise<unknown[]>} ended
 * @param {{ text: string }} output
 */
async function stopped(child, ended, output) {
  const isAlive = child.exitCode === null && child.signalCode === null;
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS);
  child.kill('SIGTERM');
  const [code, signal] = await ended;
  clearTimeout(timer);
  // An error is logged when somebody must act: nothing that a client sends may bring that about.
  const errors = output.text.split('\n').filter((each) => /^\S+ (error|fatal) /.test(each));
  return [
    ...(isAlive ? [] : [`the service ended by itself: ${output.text.slice(-2000)}`]),
    ...(isAlive && code !== 0 ? [`the service did not stop as it should: ${signal ?? `exit ${code}`}`] : []),
    ...errors.slice(0, MOST_SHOWN).map((each) => `the service logged: ${each}`),
  ];
}
