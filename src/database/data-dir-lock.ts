import { mkdir, rm, stat } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const LOCK_NAME = 'service.lock';
const SETTLE_MS = 100;
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
 */
export async function lockDataDir(dataDir: string): Promise<DataDirLock> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const path = socketPath(dataDir, LOCK_NAME);
  const first = await listen(path);
  if (first) return lockOf(first);
  if (await answers(path)) throw new DataDirInUse(dataDir);

  await rm(path, { force: true });
  const second = await listen(path);
  if (!second) throw new DataDirInUse(dataDir);
  // Two processes may have found the same dead socket, and the slower one removed the faster one's new
  // one. Whoever's socket is still there after a moment is the owner.
  const mine = await inode(path);
  if (mine !== null) await delay(SETTLE_MS);
  if (mine !== null && mine === (await inode(path))) return lockOf(second);
  second.close();
  throw new DataDirInUse(dataDir);
}

export class DataDirInUse extends Error {
  constructor(dataDir: string) {
    super(`DATA_DIR ${dataDir} is in use by another process: stop that one, or set another DATA_DIR`);
    this.name = 'DataDirInUse';
  }
}

/** The path of a socket in the data directory. Throws when it is longer than the system allows. */
export function socketPath(dataDir: string, name: string): string {
  const path = join(dataDir, name);
  if (Buffer.byteLength(path) > MAX_SOCKET_PATH_BYTES) {
    throw new Error(
      `DATA_DIR is too long for a Unix socket (${path} has more than ${MAX_SOCKET_PATH_BYTES} bytes)`,
    );
  }
  return path;
}

function lockOf(server: Server): DataDirLock {
  server.unref();
  return { release: () => new Promise((resolve) => server.close(() => resolve())) };
}

/** A server listening on the path, or null when something is there already. */
function listen(path: string): Promise<Server | null> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(null) : reject(error),
    );
    server.listen(path, () => resolve(server));
  });
}

/** Null where there is no such file. */
async function inode(path: string): Promise<number | null> {
  const found = await stat(path).catch(() => null);
  return found?.ino ?? null;
}

function answers(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
