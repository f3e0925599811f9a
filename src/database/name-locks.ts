import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { connect, createServer, type Server, type Socket } from 'node:net';
import type { DatabaseLock } from './database-lock';

const GIVEN = '1';
const TAKEN = '0';
/** Longer than any name of the service: whoever sends more is none of it. */
const MAX_NAME_BYTES = 1_024;
const ANSWER_TIMEOUT_MS = 5_000;

/**
 * Gives names to one process at a time, of all that share an embedded database, whose one session has no locks that
 * keep them apart. Each is held by a connection to a Unix socket, and free again when that ends: when it is released,
 * and when its holder dies.
 */
export class NameLocks {
  private readonly holders = new Map<string, Socket>();
  private readonly sockets = new Set<Socket>();
  private readonly server: Server;

  private constructor() {
    this.server = createServer((socket) => this.serve(socket));
  }

  /** Listens on a path, which is this process's alone. */
  static async listen(path: string): Promise<NameLocks> {
    await rm(path, { force: true });
    const locks = new NameLocks();
    locks.server.listen(path);
    await once(locks.server, 'listening');
    locks.server.unref();
    return locks;
  }

  /** Frees all names. */
  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.server.close(() => resolve()));
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }

  private serve(socket: Socket): void {
    this.sockets.add(socket);
    socket.unref();
    let asked = '';
    const read = (chunk: Buffer) => {
      asked += chunk.toString();
      if (asked.length > MAX_NAME_BYTES) socket.destroy();
      else if (asked.endsWith('\n')) this.give(asked, socket);
    };
    socket.on('data', read);
    // Before the holder is told of the end, so that the name is free for whoever asks next.
    socket.on('end', () => this.free(asked, socket));
    socket.on('error', () => undefined);
    socket.on('close', () => {
      this.sockets.delete(socket);
      this.free(asked, socket);
    });
  }

  private give(name: string, socket: Socket): void {
    if (this.holders.has(name)) return void socket.end(TAKEN);
    this.holders.set(name, socket);
    socket.write(GIVEN);
  }

  private free(name: string, socket: Socket): void {
    if (this.holders.get(name) === socket) this.holders.delete(name);
  }
}

/**
 * Takes a name from whoever listens on the path; null when somebody holds it. Throws when nobody listens, or does not
 * answer in time.
 */
export async function lockByName(path: string, name: string): Promise<DatabaseLock | null> {
  const socket = connect(path);
  try {
    socket.write(`${JSON.stringify(name)}\n`);
    if ((await answerOf(socket)) === GIVEN) return new NameLock(socket);
  } catch (error) {
    socket.destroy();
    throw error;
  }
  socket.destroy();
  return null;
}

class NameLock implements DatabaseLock {
  private readonly closed: Promise<void>;
  private isLost = false;

  constructor(private readonly socket: Socket) {
    socket.on('error', () => undefined);
    // What is not read, such as the end of the stream, is not noticed.
    socket.resume();
    this.closed = new Promise((resolve) => {
      socket.once('close', () => {
        this.isLost = true;
        resolve();
      });
    });
  }

  isHeld(): Promise<boolean> {
    return Promise.resolve(!this.isLost && !this.socket.writableEnded);
  }

  release(): Promise<void> {
    this.socket.end();
    this.socket.setTimeout(ANSWER_TIMEOUT_MS, () => this.socket.destroy());
    return this.closed;
  }
}

function answerOf(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    socket.setTimeout(ANSWER_TIMEOUT_MS, () => reject(new Error('Nobody gives out locks in time')));
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('Whoever gives out locks is gone')));
    socket.once('data', (answer: Buffer) => {
      socket.setTimeout(0);
      resolve(answer.toString());
    });
  });
}
