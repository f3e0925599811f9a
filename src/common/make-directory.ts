import { mkdir, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

/**
 * Makes a directory for this user alone, and those above it. The recursive `mkdir` of Node never returns where a file
 * system answers ENOENT although the directory above exists, as `/proc` does. Throws the error of the system.
 */
export async function makeDirectory(path: string): Promise<void> {
  const full = resolve(path);
  try {
    await makeOne(full);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    await makeDirectory(dirname(full));
    await makeOne(full);
  }
}

async function makeOne(path: string): Promise<void> {
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    // What is there is not always reported as such: a file system that can only be read may refuse first.
    const isThere = (await stat(path).catch(() => null))?.isDirectory() === true;
    if (!isThere) throw error;
  }
}
