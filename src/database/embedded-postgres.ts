import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { PoolConfig } from 'pg';
import { lockDataDir, socketPath, type DataDirLock } from './data-dir-lock';

export interface EmbeddedPostgresOptions {
  /** `create` makes the database and ends; `serve` listens until told to stop. */
  task: 'create' | 'serve';
  directory: string;
  socketPath: string;
}

export type EmbeddedPostgresMessage =
  { kind: 'ready' } | { kind: 'stopped' } | { kind: 'failed'; message: string };

/** The name that clients of PostgreSQL expect of a socket on the default port. */
const SOCKET_NAME = '.s.PGSQL.5432';
const STOP_TIMEOUT_MS = 10_000;

/** PostgreSQL (PGlite) in a worker thread, reached over a Unix socket in the data directory. */
export class EmbeddedPostgres {
  private constructor(
    private readonly worker: Worker,
    private readonly lock: DataDirLock,
    private readonly dataDir: string,
  ) {}

  /**
   * Starts the database of a data directory, creating it first where there is none. Throws when another
   * process uses the directory. `onCrash` is called when the engine dies without being told to stop.
   */
  static async start(dataDir: string, onCrash: (error: Error) => void): Promise<EmbeddedPostgres> {
    const root = resolve(dataDir);
    const lock = await lockDataDir(root);
    try {
      const directory = join(root, 'postgres');
      const path = socketPath(root, SOCKET_NAME);
      await rm(path, { force: true });
      await createOnce(directory, path);
      const worker = await runWorker({ task: 'serve', directory, socketPath: path }, 'ready');
      worker.on('error', onCrash);
      return new EmbeddedPostgres(worker, lock, root);
    } catch (error) {
      await lock.release();
      throw error;
    }
  }

  /**
   * How to connect. One connection, since the engine is one session: a second one would wait for it in any
   * case, and share its prepared statements.
   */
  poolConfig(): PoolConfig {
    return {
      host: this.dataDir,
      port: 5432,
      user: 'postgres',
      database: 'postgres',
      max: 1,
      // The engine's one session survives a connection, with the statements that the last one prepared.
      onConnect: async (client) => {
        await client.query('DEALLOCATE ALL');
      },
    };
  }

  /** Closes the database cleanly, syncs its files, and releases the directory. */
  async stop(): Promise<void> {
    this.worker.removeAllListeners('error');
    const stopped = nextMessage(this.worker, 'stopped', STOP_TIMEOUT_MS);
    this.worker.postMessage('stop');
    await stopped.finally(() => this.worker.terminate());
    await this.lock.release();
  }
}

/**
 * Making a database takes hundreds of megabytes that the engine never gives back, so a worker of its own
 * does it and ends. It works beside the final place and is moved there when whole: a start that was killed
 * half-way leaves nothing that looks like a database.
 */
async function createOnce(directory: string, path: string): Promise<void> {
  if (existsSync(directory)) return;
  const half = `${directory}.new`;
  await rm(half, { recursive: true, force: true });
  await mkdir(half, { recursive: true, mode: 0o700 });
  const worker = await runWorker({ task: 'create', directory: half, socketPath: path }, 'stopped');
  await worker.terminate();
  await rename(half, directory);
}

async function runWorker(
  options: EmbeddedPostgresOptions,
  until: EmbeddedPostgresMessage['kind'],
): Promise<Worker> {
  const worker = new Worker(require.resolve('./embedded-postgres.worker'), { workerData: options });
  await nextMessage(worker, until, null).catch(async (error: unknown) => {
    await worker.terminate();
    throw error;
  });
  return worker;
}

function nextMessage(
  worker: Worker,
  kind: EmbeddedPostgresMessage['kind'],
  timeoutMs: number | null,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer =
      timeoutMs === null
        ? null
        : setTimeout(() => reject(new Error('The embedded database did not stop in time')), timeoutMs);
    const settle = (outcome: () => void) => {
      if (timer) clearTimeout(timer);
      worker.off('message', onMessage);
      worker.off('error', onError);
      outcome();
    };
    const onMessage = (message: EmbeddedPostgresMessage) => {
      if (message.kind === kind) settle(resolve);
      else if (message.kind === 'failed') onError(new Error(message.message));
    };
    const onError = (error: Error) =>
      settle(() => reject(new Error(`The embedded database failed: ${error.message}`)));
    worker.on('message', onMessage);
    worker.on('error', onError);
  });
}
