import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { damagedDatabase } from './data-dir';
import type { EmbeddedPostgresMessage, EmbeddedPostgresOptions } from './embedded-postgres';
import { EngineServer } from './engine-server';
import { syncOnTimer } from './file-sync';
import { checkPages, DamagedFile, PageCheck, relationFiles, RELATIONS } from './page-check';

/**
 * PGlite keeps its buffers in the memory of the process; 128 MB, the default, would be most of it. The time zone is
 * that of every session: Prisma reads times as UTC.
 */
const SETTINGS = ['shared_buffers=16MB', 'wal_buffers=1MB', "timezone='UTC'"];

/**
 * Checked before the service is ready, which takes about 0.1 s if the system has cached the files; more is checked
 * beside requests.
 */
const CHECKED_FIRST_BYTES = 256 * 1024 ** 2;

const { task, directory, socketPath, skipsDamagedPages } = workerData as EmbeddedPostgresOptions;

void main().catch(fail);

async function main(): Promise<void> {
  const database = await PGlite.create(directory, {
    postgresqlconf: skipsDamagedPages ? [...SETTINGS, 'zero_damaged_pages=on'] : SETTINGS,
    initDbStartParams: ['--data-checksums'],
  });
  if (task === 'create') {
    await database.close();
    return post({ kind: 'stopped' });
  }
  const check = skipsDamagedPages ? null : await checkStart(database);
  const server = await EngineServer.listen({
    exec: (messages, onAnswer) => database.execProtocolRawStream(messages, { onRawData: onAnswer }),
    socketPath,
    onBroken: fail,
  });
  const stopSyncing = syncOnTimer(directory);
  const stopping = new AbortController();
  const stop = async (): Promise<void> => {
    stopping.abort();
    await server.close();
    await database.close();
    await stopSyncing();
    post({ kind: 'stopped' });
  };
  parentPort?.once('message', () => void stop().catch(fail));
  post({ kind: 'ready' });
  await check?.rest(stopping.signal);
}

/** Opening the database has repaired pages that a killed process wrote by half. Throws `DamagedFile`. */
async function checkStart(database: PGlite): Promise<PageCheck> {
  const check = new PageCheck(checkPages(directory, relationFiles(directory)), async () => {
    const { rows } = await database.query<{ path: string; name: string }>(RELATIONS);
    return new Map(rows.map(({ path, name }) => [path, name]));
  });
  await check.first(CHECKED_FIRST_BYTES);
  return check;
}

function fail(error: unknown): void {
  const isDamaged = error instanceof DamagedFile;
  const message = error instanceof Error ? error.message : String(error);
  post({ kind: 'failed', message: isDamaged ? damagedDatabase(directory, message) : message, isDamaged });
}

function post(message: EmbeddedPostgresMessage): void {
  parentPort?.postMessage(message);
}
