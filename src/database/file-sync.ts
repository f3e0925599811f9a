import { open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

const SYNC_INTERVAL_MS = 1_000;

/**
 * Syncs changed files of the embedded database every second, and once more when the returned function is called. The
 * engine runs with fsync off: its writes survive the end of the process, but a power cut only when they are synced.
 */
export function syncOnTimer(directory: string): () => Promise<void> {
  let since = 0;
  return repeatRounds(async () => {
    const from = since;
    // A file that changes during the walk is synced again in the next round.
    const next = Date.now() - SYNC_INTERVAL_MS;
    // Every change is in the write-ahead log, a handful of files: an idle database costs no walk.
    const changed = await changedFiles(join(directory, 'pg_wal'), from);
    if (changed.length > 0) await syncFiles(await changedFiles(directory, from));
    since = next;
  }, SYNC_INTERVAL_MS);
}

/**
 * Runs `round` every `intervalMs`, one at a time: on a slow disk rounds would queue without bound. A failed round is
 * left to the next one. The returned function waits for the current round and runs a last one, which may reject.
 */
export function repeatRounds(round: () => Promise<void>, intervalMs: number): () => Promise<void> {
  let running: Promise<void> | null = null;
  const timer = setInterval(() => {
    running ??= round()
      .catch(() => undefined)
      .finally(() => (running = null));
  }, intervalMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
    await round();
  };
}

async function changedFiles(directory: string, sinceMs: number): Promise<string[]> {
  const entries = await readdir(directory, { withFileTypes: true, recursive: true });
  const paths = entries.filter((each) => each.isFile()).map((each) => join(each.parentPath, each.name));
  const changed: string[] = [];
  for (const path of paths) {
    // The engine removes old log segments at any time.
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
