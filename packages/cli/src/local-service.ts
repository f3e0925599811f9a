// Starts the service that this machine has, in the background.
import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findService, type InstalledService } from './installed-service.ts';
import { configuredUrl, isReady } from './local-address.ts';

/** The flags of `npm start`. */
export const FLAGS = ['--v8-pool-size=1', '--max-semi-space-size=32'];
const START_MS = 60_000;
const STEP_MS = 100;
/** After the process has ended: another one may hold the data directory because it is about to listen. */
const LAST_PROBES_MS = 5_000;

/** Its message is one sentence that says what to do. */
export class StartFailure extends Error {}

/** A service that may be started: one on a loopback address of this machine. */
export class LocalService {
  private readonly base: URL;
  private readonly installed: InstalledService;
  private starting: Promise<void> | null = null;

  constructor(base: URL, installed: InstalledService) {
    this.base = base;
    this.installed = installed;
  }

  /** Null if the address is not one that a service started here would have, or no service is installed. */
  static at(base: URL): LocalService | null {
    const isNamed = ['127.0.0.1', 'localhost'].includes(base.hostname) || base.origin === configuredUrl();
    const isLocal = base.protocol === 'http:' && isNamed;
    const installed = isLocal && base.pathname === '/' ? findService() : null;
    return installed === null ? null : new LocalService(base, installed);
  }

  /** Resolves when the service is ready. Throws a StartFailure when it is not after a minute. */
  start(): Promise<void> {
    this.starting ??= this.startOnce().finally(() => {
      this.starting = null;
    });
    return this.starting;
  }

  private async startOnce(): Promise<void> {
    const { dataDir } = this.installed;
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    const lock = path.join(dataDir, 'service.starting');
    const log = path.join(dataDir, 'service.log');
    let deadline = Date.now() + START_MS;
    let isStarter = false;
    let child: ChildProcess | null = null;
    try {
      while (!(await isReady(this.base.origin))) {
        if (Date.now() > deadline)
          throw new StartFailure(`The memory service did not start: ${lastLine(log)}`);
        if (child === null && isStarter) {
          child = this.spawn(log);
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

  private spawn(log: string): ChildProcess {
    const { root, program, dataDir } = this.installed;
    // A service that still runs keeps its own file.
    rmSync(log, { force: true });
    const output = openSync(log, 'a', 0o600);
    const child = spawn(process.execPath, [...FLAGS, program], {
      cwd: root,
      detached: true,
      stdio: ['ignore', output, output],
      env: {
        ...process.env,
        AGENT_MEMORY_KEY: undefined,
        DATA_DIR: dataDir,
        PORT: this.base.port || '80',
      },
    });
    closeSync(output);
    child.unref();
    writeFileSync(path.join(dataDir, 'service.pid'), `${child.pid ?? ''}\n`);
    return child;
  }
}

/** Whether this process is now the one that starts the service. */
function takeLock(file: string): boolean {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch {
    if (!isAbandoned(file)) return false;
    rmSync(file, { force: true });
    return false;
  }
}

function isAbandoned(file: string): boolean {
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
function lastLine(log: string): string {
  const lines = existsSync(log) ? readFileSync(log, 'utf8').trimEnd().split('\n') : [];
  return lines.at(-1) || `see ${log}`;
}
