import { rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { PoolConfig } from 'pg';
import { makeDirectory } from '../common/make-directory';
import { StartProblem } from '../common/start-problem';
import { lockDataDir, socketPath, type DataDirLock } from './data-dir-lock';
import { cannotBeOpened, isDatabaseMissing } from './database-folder';

export interface EmbeddedPostgresOptions {
  /** `create` makes the database and ends; `serve` listens until told to stop. */
  task: 'create' | 'serve';
  directory: string;
  socketPath: string;
  /** What a client may leave the others waiting for the next message of its transaction, in ms. */
  idleInTransactionMs: number;
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
  ) {}

  /**
   * Starts the database of a data directory, creating it first where there is none. Throws when another
   * process uses the directory. `onCrash` is called when the engine dies without being told to stop: from then on
   * nothing answers. `onThread` is called when its first thread runs, which needs this one no more until it is done.
   */
  static async start(
    dataDir: string,
    idleInTransactionMs: number,
    onCrash: (error: Error) => void,
    onThread: () => void = () => undefined,
  ): Promise<EmbeddedPostgres> {
    const root = resolve(dataDir);
    const lock = await lockDataDir(root);
    try {
      const directory = join(root, 'postgres');
      const path = socketPath(root, SOCKET_NAME);
      await rm(path, { force: true });
      const options: EmbeddedPostgresOptions = {
        task: 'serve',
        directory,
        socketPath: path,
        idleInTransactionMs,
      };
      const worker = await bringUp(options, onThread);
      whenCrashed(worker, onCrash);
      return new EmbeddedPostgres(worker, lock);
    } catch (error) {
      await lock.release();
      throw error;
    }
  }

  /** Closes the database cleanly, syncs its files, and releases the directory. */
  async stop(): Promise<void> {
    this.worker.removeAllListeners();
    const stopped = nextMessage(this.worker, 'stopped', STOP_TIMEOUT_MS);
    this.worker.postMessage('stop');
    await stopped
      .catch((error: Error) => {
        throw new Error(`The embedded database failed: ${error.message}`, { cause: error });
      })
      .finally(() => this.worker.terminate());
    await this.lock.release();
  }
}

/**
 * How to connect to the database that this process, or another one, runs in a data directory. One connection a
 * process: the engine is one session, for which a second one would only wait.
 */
export function embeddedPoolConfig(dataDir: string): PoolConfig {
  return { host: resolve(dataDir), port: 5432, user: 'postgres', database: 'postgres', max: 1 };
}

/** Calls once, however much of its end a thread tells. */
function whenCrashed(worker: Worker, onCrash: (error: Error) => void): void {
  let isTold = false;
  const tell = (error: Error) => {
    if (!isTold) onCrash(error);
    isTold = true;
  };
  worker.on('error', tell);
  worker.on('message', (message: EmbeddedPostgresMessage) => {
    if (message.kind === 'failed') tell(new Error(message.message));
  });
  worker.on('exit', (code) => tell(new Error(`its thread ended with code ${code}`)));
}

/** The thread that serves, once it does. */
async function bringUp(options: EmbeddedPostgresOptions, onThread: () => void): Promise<Worker> {
  const { directory } = options;
  if (await isDatabaseMissing(directory)) await create(directory, options.socketPath, onThread);
  return runWorker(options, 'ready', onThread).catch((error: Error) => {
    throw cannotBeOpened(directory, error.message);
  });
}

/**
 * Making a database takes hundreds of megabytes that the engine never gives back, so a worker of its own
 * does it and ends. It works beside the final place and is moved there when whole: a start that was killed
 * half-way leaves nothing that looks like a database.
 */
async function create(directory: string, path: string, onThread: () => void): Promise<void> {
  const half = `${directory}.new`;
  await rm(half, { recursive: true, force: true });
  await makeDirectory(half);
  const worker = await runWorker(
    { task: 'create', directory: half, socketPath: path, idleInTransactionMs: 0 },
    'stopped',
    onThread,
  ).catch((error: Error) => {
    throw new StartProblem(
      `The embedded database could not be created in ${directory} (${error.message}): is its disk full or read-only?`,
      error,
    );
  });
  await worker.terminate();
  await rename(half, directory);
}

async function runWorker(
  options: EmbeddedPostgresOptions,
  until: EmbeddedPostgresMessage['kind'],
  onThread: () => void,
): Promise<Worker> {
  const worker = new Worker(require.resolve('./embedded-postgres.worker'), { workerData: options });
  onThread();
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
      worker.off('exit', onExit);
      outcome();
    };
    const onMessage = (message: EmbeddedPostgresMessage) => {
      if (message.kind === kind) settle(resolve);
      else if (message.kind === 'failed') onError(new Error(message.message));
    };
    const onError = (error: Error) => settle(() => reject(error));
    const onExit = (code: number) => onError(new Error(`its thread ended with code ${code}`));
    worker.on('message', onMessage);
    worker.on('error', onError);
    worker.on('exit', onExit);
  });
}
