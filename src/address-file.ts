import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** In DATA_DIR: where the service that uses it listens. The command line reads it. */
const NAME = 'service.json';

/**
 * Writes the address, readable for this user only. Does nothing if the folder does not exist, as with a database
 * server. The file is a convenience: returns why it cannot be written, and null if it was.
 */
export function writeAddressFile(dataDir: string, url: string, pid = process.pid): string | null {
  if (!existsSync(dataDir)) return null;
  const unfinished = join(dataDir, `${NAME}.${pid}`);
  try {
    rmSync(unfinished, { force: true });
    writeFileSync(unfinished, `${JSON.stringify({ url, pid })}\n`, { mode: 0o600, flag: 'wx' });
    renameSync(unfinished, join(dataDir, NAME));
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Leaves the file of another process alone. */
export function removeAddressFile(dataDir: string, pid = process.pid): void {
  try {
    const file = join(dataDir, NAME);
    const { pid: owner } = JSON.parse(readFileSync(file, 'utf8')) as { pid?: number };
    if (owner === pid) rmSync(file);
  } catch {
    // There is no file, or no one can read it: clients ask the address before they use it.
  }
}
