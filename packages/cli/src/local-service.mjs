// Starts the service of the checkout that holds this package, in the background.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, openSync, closeSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseEnv } from 'node:util';

const CHECKOUT = path.resolve(import.meta.dirname, '../../..');
const PROGRAM = 'scripts/start.mjs';
/** The flags of `npm start`. */
const FLAGS = ['--v8-pool-size=1', '--max-semi-space-size=32'];
const START_MS = 60_000;
const STEP_MS = 100;
const PROBE_MS = 2_000;
/** After the process has ended: another one may hold the data directory because it is about to listen. */
const LAST_PROBES_MS = 5_000;

/** Its message is one sentence that says what to do. */
export class StartFailure extends Error {}

/** A service that may be started: one on a loopback address of this machine. */
export class LocalService {
  /** @type {Promise<void> | null} */
  #starting = null;
  #base;
  #dataDir = dataDir();

  constructor(/** @type {URL} */ base) {
    this.#base = base;
  }

  /** Null if the address is not one that a service started here would have, or there is no checkout to start. */
  static at(/** @type {URL} */ base) {
    const isLocal = base.protocol === 'http:' && ['127.0.0.1', 'localhost'].includes(base.hostname);
    if (!isLocal || base.pathname !== '/' || !existsSync(path.join(CHECKOUT, PROGRAM))) return null;
    return new LocalService(base);
  }

  /** Resolves when the service is ready. Throws a StartFailure when it is not after a minute. */
  start() {
    this.#starting ??= this.#start().finally(() => {
      this.#starting = null;
    });
    return this.#starting;
  }

  async #start() {
    mkdirSync(this.#dataDir, { recursive: true, mode: 0o700 });
    const lock = path.join(this.#dataDir, 'service.starting');
    const log = path.join(this.#dataDir, 'service.log');
    let deadline = Date.now() + START_MS;
    let isStarter = false;
    /** @type {import('node:child_process').ChildProcess | null} */
    let child = null;
    try {
      while (!(await this.#isReady())) {
        if (Date.now() > deadline)
          throw new StartFailure(`The memory service did not start: ${lastLine(log)}`);
        if (child === null && isStarter) {
          child = this.#spawn(log);
          const shorten = () => (deadline = Math.min(deadline, Date.now() + LAST_PROBES_MS));
          child.once('exit', shorten).once('error', shorten);
        }
        // Two bridges that start together start one service. The one with the file asks once more before it starts it.
        isStarter ||= takeLock(lock);
        await pause(STEP_MS);
      }
    } finally {
      if (isStarter) rmSync(lock, { force: true });
    }
  }

  async #isReady() {
    try {
      const { ok } = await fetch(new URL('/ready', this.#base), { signal: AbortSignal.timeout(PROBE_MS) });
      return ok;
    } catch {
      return false;
    }
  }

  #spawn(/** @type {string} */ log) {
    // A service that still runs keeps its own file.
    rmSync(log, { force: true });
    const output = openSync(log, 'a', 0o600);
    const child = spawn(process.execPath, [...FLAGS, PROGRAM], {
      cwd: CHECKOUT,
      detached: true,
      stdio: ['ignore', output, output],
      env: { ...process.env, AGENT_MEMORY_KEY: undefined, PORT: this.#base.port || '80' },
    });
    closeSync(output);
    child.unref();
    writeFileSync(path.join(this.#dataDir, 'service.pid'), `${child.pid ?? ''}\n`);
    return child;
  }
}

/** Where the service of the checkout keeps its data, as its settings say. */
function dataDir() {
  const file = path.join(CHECKOUT, '.env');
  const settings = existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {};
  return path.resolve(CHECKOUT, process.env.DATA_DIR || settings.DATA_DIR || 'data');
}

/** Whether this process is now the one that starts the service. */
function takeLock(/** @type {string} */ file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch {
    if (!isAbandoned(file)) return false;
    rmSync(file, { force: true });
    return false;
  }
}

function isAbandoned(/** @type {string} */ file) {
  try {
    const pid = Number(readFileSync(file, 'utf8'));
    // An empty file is just being written.
    if (pid > 0) process.kill(pid, 0);
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH';
  }
}

/** The service says on one line why it did not start. */
function lastLine(/** @type {string} */ log) {
  const lines = existsSync(log) ? readFileSync(log, 'utf8').trimEnd().split('\n') : [];
  return lines.at(-1) || `see ${log}`;
}
