import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { EXIT, Failure } from '../failure.ts';
import { findService, type InstalledService } from '../installed-service.ts';
import { FLAGS } from '../local-service.ts';

const PROBE_MS = 2_000;
/** The service ends its open requests first. */
const STOP_MS = 45_000;
const STEP_MS = 100;

export interface Running {
  pid: number;
  /** Where it was started to listen; null if another program started it. */
  url: string | null;
}

/** Throws a failure if only the command line is installed. */
export function getService(): InstalledService {
  const service = findService();
  if (service !== null) return service;
  throw new Failure(
    'No service is installed on this machine. Run `npm install -g agent-memory`, or name another with --url.',
    EXIT.notFound,
    'NoServiceInstalled',
  );
}

export function logFile({ dataDir }: InstalledService): string {
  return path.join(dataDir, 'service.log');
}

/** The process of the file `service.pid`, if it still runs and is this service. */
export function findRunning({ dataDir, program }: InstalledService): Running | null {
  const pid = Number(readOrEmpty(path.join(dataDir, 'service.pid')));
  if (!(pid > 0) || !commandOf(pid).includes(path.basename(program))) return null;
  return { pid, url: readOrEmpty(path.join(dataDir, 'service.url')) || null };
}

export function recordRunning({ dataDir }: InstalledService, { pid, url }: Running): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  writeFileSync(path.join(dataDir, 'service.pid'), `${pid}\n`);
  if (url !== null) writeFileSync(path.join(dataDir, 'service.url'), `${url}\n`);
}

/** Removes the files of a process that has ended. */
function forget({ dataDir }: InstalledService): void {
  for (const name of ['service.pid', 'service.url']) rmSync(path.join(dataDir, name), { force: true });
}

/** Asks the process to end, and waits until it has. */
export async function stopRunning(service: InstalledService, { pid }: Running): Promise<void> {
  process.kill(pid, 'SIGTERM');
  const deadline = Date.now() + STOP_MS;
  while (isAlive(pid)) {
    if (Date.now() > deadline) {
      throw new Failure(`Process ${pid} does not end. See ${logFile(service)}.`, EXIT.failed, 'StillRunning');
    }
    await pause(STEP_MS);
  }
  forget(service);
}

/** Runs the service as part of this command, until it ends or a signal comes. Resolves with its exit code. */
export async function runInForeground(service: InstalledService, url: string): Promise<number> {
  const child = spawn(process.execPath, [...FLAGS, service.program], {
    cwd: service.root,
    stdio: 'inherit',
    env: {
      ...process.env,
      AGENT_MEMORY_KEY: undefined,
      MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX ?? '1',
      MALLOC_TRIM_THRESHOLD_: process.env.MALLOC_TRIM_THRESHOLD_ ?? '131072',
      DATA_DIR: service.dataDir,
      PORT: new URL(url).port || '80',
    },
  });
  let isAsked = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      isAsked = true;
      child.kill(signal);
    });
  }
  return new Promise((resolve, reject) => {
    child.once('spawn', () => recordRunning(service, { pid: child.pid ?? 0, url }));
    child.once('error', reject).once('exit', (code) => {
      forget(service);
      // The service ends itself by the signal when it has finished its requests: that has no code.
      resolve(code ?? (isAsked ? 0 : EXIT.failed));
    });
  });
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !isZombie(pid);
  } catch {
    return false;
  }
}

/** A process that has ended, but whose parent did not ask for its exit code. */
function isZombie(pid: number): boolean {
  const status = readOrEmpty(`/proc/${pid}/stat`);
  return /\) Z /.test(status);
}

/** The command line of a process; empty if there is none. Its number may belong to another program by now. */
function commandOf(pid: number): string {
  if (existsSync('/proc/self/cmdline')) return readOrEmpty(`/proc/${pid}/cmdline`).replaceAll('\0', ' ');
  if (process.platform === 'win32') return isAlive(pid) ? 'start.mjs main.js' : '';
  try {
    return execFileSync('ps', ['-p', String(pid), '-o', 'command='], { encoding: 'utf8', timeout: PROBE_MS });
  } catch {
    return '';
  }
}

function readOrEmpty(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return '';
  }
}
