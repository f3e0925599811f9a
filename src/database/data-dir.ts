import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, type Stats } from 'node:fs';
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { makeDirectory } from '../common/make-directory';
import { StartProblem } from '../common/start-problem';

const PREFIX = 'lock-';
/** Of a name: base 36, so that names sort by the time at which they were made. */
const TIME_DIGITS = 9;
const RANDOM_DIGITS = 4;
/** Time for later processes to see this one and leave. */
const WAIT_MS = 2_000;
const STEP_MS = 20;
/** `sun_path` holds 104 bytes on macOS and 108 on Linux, with a closing null byte. */
const MAX_SOCKET_PATH_BYTES = 103;

/** Held until the process ends; the system releases it. */
export interface DataDirLock {
  release(): Promise<void>;
}

/**
 * Locks the data directory for this process; throws `DataDirInUse`. The lock is a listening Unix socket, which ends
 * with its owner. Each process listens on a unique name before it looks for others: the later one of two always sees
 * the earlier one, and a name that does not answer is dead for good.
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

/** Whether all other processes are dead or leave, which later ones do. */
async function becomesAlone(dataDir: string, name: string): Promise<boolean> {
  const deadline = performance.now() + WAIT_MS;
  for (;;) {
    const living = await livingOthers(dataDir, name);
    // Another process may have removed it as dead in the instant before it listened.
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

/** Creating the directory and the socket shows that they can be written. */
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

/** PG_CONTROL_FILE_SIZE in PostgreSQL's `pg_control.h`. */
const CONTROL_FILE_BYTES = 8_192;

/**
 * Whether the folder of the embedded database does not exist or is empty. Throws `StartProblem` if it lacks a file that
 * every database has: the engine would wait forever or fail with an unclear message.
 */
export async function isDatabaseMissing(directory: string): Promise<boolean> {
  const found = await statIfThere(directory);
  if (found === null) return true;
  if (!found.isDirectory()) throw cannotBeOpened(directory, 'it is not a folder');
  if ((await readdir(directory)).length === 0) return true;
  const version = await readFile(join(directory, 'PG_VERSION'), 'utf8').catch(() => null);
  if (version === null) throw cannotBeOpened(directory, 'PG_VERSION is missing');
  if (!/^\d+\s*$/.test(version)) throw cannotBeOpened(directory, 'PG_VERSION holds no version');
  const control = await statIfThere(join(directory, 'global/pg_control'));
  if (control?.size === CONTROL_FILE_BYTES) return false;
  const bytes =
    control === null ? 'is missing' : `has ${control.size} bytes instead of ${CONTROL_FILE_BYTES}`;
  throw cannotBeOpened(directory, `global/pg_control ${bytes}`);
}

/** The engine reports a full disk and a damaged file alike. */
export function cannotBeOpened(directory: string, reason: string): StartProblem {
  return new StartProblem(
    `The embedded database in ${directory} cannot be opened (${reason}): unless its disk is full or read-only, it is ` +
      'damaged; restore DATA_DIR from a backup, or move this folder away to start with an empty database',
  );
}

/** The message about a damaged database, with what to do. */
export function damagedDatabase(directory: string, reason: string): string {
  return (
    `The embedded database in ${directory} is damaged (${reason}): restore DATA_DIR from a backup, or export what can ` +
    'be read with EMBEDDED_SKIP_DAMAGED_PAGES=true npm run export -- FILE, and import that into an empty database'
  );
}

async function statIfThere(path: string): Promise<Stats | null> {
  return stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
    throw error;
  });
}
