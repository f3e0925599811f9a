import type { Stats } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { StartProblem } from '../common/start-problem';

/** PG_CONTROL_FILE_SIZE in PostgreSQL's `pg_control.h`. */
const CONTROL_FILE_BYTES = 8_192;

/**
 * Whether the embedded database has still to be made: its folder is not there, or empty. Throws `StartProblem` where it
 * lacks what every database has: the engine would then wait forever, or fail with a message that says nothing.
 */
export async function isDatabaseMissing(directory: string): Promise<boolean> {
  const found = await statIfThere(directory);
  if (found === null) return true;
  if (!found.isDirectory()) throw cannotBeOpened(directory, 'it is not a folder');
  if ((await readdir(directory)).length === 0) return true;
  const version = await readFile(join(directory, 'PG_VERSION'), 'utf8').catch(() => null);
  if (version === null) throw cannotBeOpened(directory, 'PG_VERSION is missing');
  if (!/^\d+\s*$/.test(version)) throw cannotBeOpened(directory, 'PG_VERSION holds no version');
  const control = await statIfThere(join(directory, 'global/pg_control'));
  if (control?.size === CONTROL_FILE_BYTES) return false;
  const bytes =
    control === null ? 'is missing' : `has ${control.size} bytes instead of ${CONTROL_FILE_BYTES}`;
  throw cannotBeOpened(directory, `global/pg_control ${bytes}`);
}

/** The engine reports a full disk and a damaged file alike. */
export function cannotBeOpened(directory: string, reason: string): StartProblem {
  return new StartProblem(
    `The embedded database in ${directory} cannot be opened (${reason}): unless its disk is full or read-only, it is ` +
      'damaged; restore DATA_DIR from a backup, or move this folder away to start with an empty database',
  );
}

async function statIfThere(path: string): Promise<Stats | null> {
  return stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
    throw error;
  });
}
