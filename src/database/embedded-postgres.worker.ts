import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import type { EmbeddedPostgresMessage, EmbeddedPostgresOptions } from './embedded-postgres';
import { EngineServer } from './engine-server';
import { syncOnTimer } from './file-sync';

/**
 * PGlite keeps its buffers in the memory of the process; 128 MB, the default, would be most of it. The time zone is
 * that of every session: Prisma reads times as UTC.
 */
const SETTINGS = ['shared_buffers=16MB', 'wal_buffers=1MB', "timezone='UTC'"];

const { task, directory, socketPath } = workerData as EmbeddedPostgresOptions;

void main().catch(fail);

async function main(): Promise<void> {
  const database = await PGlite.create(directory, { postgresqlconf: SETTINGS });
  if (task === 'create') {
    await database.close();
    return post({ kind: 'stopped' });
  }
  const server = await EngineServer.listen({
    exec: (messages, onAnswer) => database.execProtocolRawStream(messages, { onRawData: onAnswer }),
    socketPath,
    onBroken: fail,
  });
  const stopSyncing = syncOnTimer(directory);
  const stop = async (): Promise<void> => {
    await server.close();
    await database.close();
    await stopSyncing();
    post({ kind: 'stopped' });
  };
  parentPort?.once('message', () => void stop().catch(fail));
  post({ kind: 'ready' });
}

function fail(error: unknown): void {
  post({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
}

function post(message: EmbeddedPostgresMessage): void {
  parentPort?.postMessage(message);
}
