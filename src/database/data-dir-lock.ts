import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { makeDirectory } from '../common/make-directory';
import { StartProblem } from '../common/start-problem';

const PREFIX = 'lock-';
/** Of a name: base 36, so that names sort by the time at which they were made. */
const TIME_DIGITS = 9;
const RANDOM_DIGITS = 4;
/** For others to see that one came before them, and to go. */
const PATIENCE_MS = 2_000;
const STEP_MS = 20;
/** `sun_path` holds 104 bytes on macOS and 108 on Linux, with a closing null byte. */
const MAX_SOCKET_PATH_BYTES = 103;

/** Held for as long as the process lives; the system itself releases it when the process dies. */
export interface DataDirLock {
  release(): Promise<void>;
}

/**
 * Takes the data directory for this process. The lock is a listening Unix socket: unlike a file with a
 * process id in it, it cannot outlive its owner, whatever kills that, and process ids that repeat (as in
 * containers) do not confuse it. Throws when another process holds the directory.
 *
 * Each process listens on a name of its own before it looks at those of others, so of two that come at the same
 * moment the later one sees the earlier one, however long either takes: at most one finds itself alone. A name is
 * never taken twice, so one that does not answer never will.
 */
export async function lockDataDir(dataDir: string): Promise<DataDirLock> {
  const name = newName();
  const path = socketPath(dataDir, name);
  const lock = lockOf(await listenIn(dataDir, path));
  try {
    if (await becomesAlone(dataDir, name)) return lock;
  } catch (error) {
    await lock.release();
    throw error;
  }
  await lock.release();
  throw new DataDirInUse(dataDir);
}

/** Whether all others are dead, or go: those who came later do, having seen this one. */
async function becomesAlone(dataDir: string, name: string): Promise<boolean> {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    const living = await livingOthers(dataDir, name);
    // Gone where another asked for it in the instant before it listened, and took it for dead.
    if (living.length === 0) return existsSync(join(dataDir, name));
    if (living.some((other) => other < name) || performance.now() > deadline) return false;
    await delay(STEP_MS);
  }
}

/** The sockets of dead processes are removed. */
async function livingOthers(dataDir: string, name: string): Promise<string[]> {
  const others = (await readdir(dataDir)).filter((other) => other.startsWith(PREFIX) && other !== name);
  const living: string[] = [];
  for (const other of others) {
    const path = join(dataDir, other);
    if (await answers(path)) living.push(other);
    else await rm(path, { force: true });
  }
  return living;
}

function newName(): string {
  const time = Date.now().toString(36).padStart(TIME_DIGITS, '0');
  const random = randomInt(36 ** RANDOM_DIGITS).toString(36);
  return `${PREFIX}${time}${random.padStart(RANDOM_DIGITS, '0')}`;
}

export class DataDirInUse extends StartProblem {
  constructor(dataDir: string) {
    super(`DATA_DIR ${dataDir} is in use by another process: stop that one, or set another DATA_DIR`);
    this.name = 'DataDirInUse';
  }
}

/** The path of a socket in the data directory. Throws when it is longer than the system allows. */
export function socketPath(dataDir: string, name: string): string {
  const path = join(dataDir, name);
  if (Buffer.byteLength(path) > MAX_SOCKET_PATH_BYTES) {
    throw new StartProblem(
      `DATA_DIR is too long for a Unix socket (${path} has more than ${MAX_SOCKET_PATH_BYTES} bytes): ` +
        'set DATA_DIR to a shorter path',
    );
  }
  return path;
}

function lockOf(server: Server): DataDirLock {
  server.unref();
  return { release: () => new Promise((resolve) => server.close(() => resolve())) };
}

/** Making the directory and the socket shows that it can be written to. */
async function listenIn(dataDir: string, path: string): Promise<Server> {
  try {
    await makeDirectory(dataDir);
    return await listen(path);
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? (error as Error).message;
    throw new StartProblem(
      `DATA_DIR ${dataDir} cannot be written to (${reason}): set DATA_DIR to a folder of a local disk in which ` +
        'this user may create files',
      error,
    );
  }
}

async function listen(path: string): Promise<Server> {
  const server = createServer((socket) => socket.destroy()).listen(path);
  await once(server, 'listening');
  return server;
}

/** A process that is too busy to be connected to is alive too. */
function answers(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', ({ code }: NodeJS.ErrnoException) =>
      resolve(code !== 'ECONNREFUSED' && code !== 'ENOENT'),
    );
  });
}
