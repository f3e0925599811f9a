import { open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import type { EmbeddedPostgresMessage, EmbeddedPostgresOptions } from './embedded-postgres';
import type { Engine } from './engine/engine';
import { EngineServer } from './engine/engine-server';
import { repeatRounds } from './rounds';

/**
 * PGlite keeps its buffers inside the memory of the process; 128 MB, the default, would be most of it.
 * Its sessions start in the zone of this setting, and Prisma reads times as UTC.
 */
const SETTINGS = ['shared_buffers=16MB', 'wal_buffers=1MB', "timezone='UTC'"];
const SYNC_INTERVAL_MS = 1_000;

const options = workerData as EmbeddedPostgresOptions;

void main().catch(fail);

async function main(): Promise<void> {
  const database = await PGlite.create(options.directory, { postgresqlconf: SETTINGS });
  if (options.task === 'create') {
    await database.close();
    return post({ kind: 'stopped' });
  }
  const server = await EngineServer.listen({
    engine: engineOf(database),
    socketPath: options.socketPath,
    idleInTransactionMs: options.idleInTransactionMs,
    onBroken: fail,
  });
  const stopSyncing = syncOnTimer(options.directory);
  parentPort?.once('message', () => {
    void stop(database, server, stopSyncing).catch(fail);
  });
  post({ kind: 'ready' });
}

function engineOf(database: PGlite): Engine {
  return {
    exec: (messages, onAnswer) => database.execProtocolRawStream(messages, { onRawData: onAnswer }),
    isInTransaction: () => database.isInTransaction(),
  };
}

async function stop(database: PGlite, server: EngineServer, stopSyncing: () => Promise<void>): Promise<void> {
  await server.close();
  await database.close();
  await stopSyncing();
  post({ kind: 'stopped' });
}

/**
 * The engine runs with fsync off: its writes survive the death of the process, but a power cut only when
 * the system has written them out. So changed files are synced every second, and at the end.
 */
function syncOnTimer(directory: string): () => Promise<void> {
  let since = 0;
  // A folder that vanishes under the walk fails the round: the next one syncs what this one did not.
  return repeatRounds(async () => {
    const from = since;
    // A file written while they are walked counts again the next time.
    const next = Date.now() - SYNC_INTERVAL_MS;
    // Every change is in the write-ahead log, a handful of files: an idle database costs no walk.
    const changed = await changedFiles(join(directory, 'pg_wal'), from);
    if (changed.length > 0) await syncFiles(await changedFiles(directory, from));
    since = next;
  }, SYNC_INTERVAL_MS);
}

async function changedFiles(directory: string, sinceMs: number): Promise<string[]> {
  const entries = await readdir(directory, { withFileTypes: true, recursive: true });
  const paths = entries.filter((each) => each.isFile()).map((each) => join(each.parentPath, each.name));
  const changed: string[] = [];
  for (const path of paths) {
    // A file may be gone by now: the engine removes old log segments.
    const found = await stat(path).catch(() => null);
    if (found !== null && found.mtimeMs >= sinceMs) changed.push(path);
  }
  return changed;
}

async function syncFiles(paths: string[]): Promise<void> {
  for (const path of paths) {
    const file = await open(path, 'r+').catch(() => null);
    await file?.sync().catch(() => undefined);
    await file?.close();
  }
}

function fail(error: unknown): void {
  post({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
}

function post(message: EmbeddedPostgresMessage): void {
  parentPort?.postMessage(message);
}
