import { existsSync } from 'node:fs';
import { cp, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Worker } from 'node:worker_threads';
import { makeDirectory } from '../common/make-directory';
import { StartProblem } from '../common/start-problem';
import { cannotBeOpened, isDatabaseMissing, lockDataDir, socketPath, type DataDirLock } from './data-dir';

export interface EmbeddedPostgresOptions {
  /** `create` creates the database and ends; `serve` listens until it receives a message. */
  task: 'create' | 'serve';
  directory: string;
  socketPath: string;
  /** Reads damaged pages as empty instead of refusing them. */
  skipsDamagedPages: boolean;
}

/** Where the database is, and how it is opened. */
export type EmbeddedDatabase = Pick<EmbeddedPostgresOptions, 'skipsDamagedPages'> & { dataDir: string };

export type EmbeddedPostgresMessage =
  | { kind: 'ready' }
  | { kind: 'stopped' }
  /** `isDamaged`: a page is, and the message says what to do. */
  | { kind: 'failed'; message: string; isDamaged: boolean };

/** The name that clients of PostgreSQL expect of a socket on the default port. */
const SOCKET_NAME = '.s.PGSQL.5432';
/** An image has an empty database, by scripts/create-empty-database.mjs. */
const EMPTY_DATABASE = resolve(__dirname, '../empty-database');
const STOP_TIMEOUT_MS = 10_000;
/** The engine keeps its data in the memory of WebAssembly; on the heap are messages, which are short-lived. */
const YOUNG_GENERATION_MB = 8;

/** PostgreSQL (PGlite) in a worker thread, reached over a Unix socket in the data directory. */
export class EmbeddedPostgres {
  private constructor(
    private readonly worker: Worker,
    private readonly lock: DataDirLock,
  ) {}

  /**
   * Starts the database of a data directory, and creates it first if there is none. Throws when another process uses
   * the directory. `onCrash` is called when the engine ends unexpectedly, `onThread` when its thread runs.
   */
  static async start(
    { dataDir, skipsDamagedPages }: EmbeddedDatabase,
    onCrash: (error: Error) => void,
    onThread: () => void = () => undefined,
  ): Promise<EmbeddedPostgres> {
    const root = resolve(dataDir);
    const lock = await lockDataDir(root);
    try {
      const directory = join(root, 'postgres');
      const path = socketPath(root, SOCKET_NAME);
      await rm(path, { force: true });
      const worker = await bringUp(
        { task: 'serve', directory, socketPath: path, skipsDamagedPages },
        onThread,
      );
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

/** Calls once, although a thread may report its end in several ways. */
function whenCrashed(worker: Worker, onCrash: (error: Error) => void): void {
  let isReported = false;
  const report = (error: Error) => {
    if (!isReported) onCrash(error);
    isReported = true;
  };
  worker.on('error', report);
  worker.on('message', (message: EmbeddedPostgresMessage) => {
    if (message.kind === 'failed') report(new Error(message.message));
  });
  worker.on('exit', (code) => report(new Error(`its thread ended with code ${code}`)));
}

async function bringUp(options: EmbeddedPostgresOptions, onThread: () => void): Promise<Worker> {
  const { directory } = options;
  if (await isDatabaseMissing(directory)) await create(options, onThread);
  return runWorker(options, 'ready', onThread).catch((error: Error) => {
    throw error instanceof StartProblem ? error : cannotBeOpened(directory, error.message);
  });
}

/** In a temporary folder that is renamed at the end: an interrupted start leaves no half database. */
async function create(options: EmbeddedPostgresOptions, onThread: () => void): Promise<void> {
  const { directory } = options;
  const half = `${directory}.new`;
  await rm(half, { recursive: true, force: true });
  await makeDirectory(half);
  const filled = existsSync(EMPTY_DATABASE)
    ? cp(EMPTY_DATABASE, half, { recursive: true })
    : createIn({ ...options, directory: half }, onThread);
  await filled.catch((error: Error) => {
    throw new StartProblem(
      `The embedded database could not be created in ${directory} (${error.message}): is its disk full or read-only?`,
      error,
    );
  });
  await rename(half, directory);
}

/** In a separate worker: the WebAssembly of a creation never returns its hundreds of megabytes. */
async function createIn(options: EmbeddedPostgresOptions, onThread: () => void): Promise<void> {
  const worker = await runWorker({ ...options, task: 'create' }, 'stopped', onThread);
  await worker.terminate();
}

async function runWorker(
  options: EmbeddedPostgresOptions,
  until: EmbeddedPostgresMessage['kind'],
  onThread: () => void,
): Promise<Worker> {
  const worker = new Worker(require.resolve('./embedded-postgres.worker'), {
    workerData: options,
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
  });
  onThread();
  await nextMessage(worker, until, null).catch(async (error: unknown) => {
    await worker.terminate();
    throw error;
  });
  return worker;
}

function errorOf({ message, isDamaged }: { message: string; isDamaged: boolean }): Error {
  return isDamaged ? new StartProblem(message) : new Error(message);
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
      else if (message.kind === 'failed') onError(errorOf(message));
    };
    const onError = (error: Error) => settle(() => reject(error));
    const onExit = (code: number) => onError(new Error(`its thread ended with code ${code}`));
    worker.on('message', onMessage);
    worker.on('error', onError);
    worker.on('exit', onExit);
  });
}
