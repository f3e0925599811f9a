import { randomUUID } from 'node:crypto';
import { access, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { addAbortSignal, type Readable } from 'node:stream';
import { makeDirectory } from '../../common/make-directory';
import { FileStore, type LocalCopy, storageError } from '../file-store';

const FILE_MODE = 0o600;
const PARTIAL = '.part';
/** A partial file that was not written for this long is abandoned. */
const ABANDONED_MS = 600_000;
const MAX_LISTED = 1_000;
const KEY = /^[0-9a-f-]{36}(\.[0-9a-f-]{36}\.part)?$/;

/** Stores files in a folder. An incomplete file has another name, and is listed by that name. */
export class LocalFileStore extends FileStore {
  private constructor(private readonly folder: string) {
    super();
  }

  /** Creates the folder if needed, and removes the partial files of processes that died. */
  static async open(folder: string, now: Date): Promise<LocalFileStore> {
    await makeDirectory(folder);
    const store = new LocalFileStore(folder);
    await store.removeAbandoned(new Date(now.getTime() - ABANDONED_MS));
    return store;
  }

  async put(key: string, bytes: Readable, signal: AbortSignal): Promise<void> {
    const partial = this.pathOf(`${key}.${randomUUID()}${PARTIAL}`);
    try {
      await writeFile(partial, addAbortSignal(signal, bytes), { flag: 'wx', mode: FILE_MODE, flush: true });
      await rename(partial, this.pathOf(key));
      await syncFolder(this.folder);
    } catch (error) {
      bytes.destroy();
      await rm(partial, { force: true });
      throw signal.aborted ? signal.reason : storeError(error);
    }
  }

  async fetch(key: string): Promise<LocalCopy | null> {
    const path = this.pathOf(key);
    try {
      await access(path);
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return null;
      throw storeError(error);
    }
    return { path, release: () => Promise.resolve() };
  }

  async delete(key: string): Promise<void> {
    await rm(this.pathOf(key), { force: true });
  }

  async list(before: Date, after: string | null): Promise<string[]> {
    const old: string[] = [];
    const names = (await readdir(this.folder)).filter((each) => KEY.test(each) && each > (after ?? ''));
    for (const name of names.sort()) {
      const entry = await stat(this.pathOf(name)).catch(() => null);
      if (entry !== null && entry.mtimeMs < before.getTime()) old.push(name);
      if (old.length === MAX_LISTED) break;
    }
    return old;
  }

  private async removeAbandoned(before: Date): Promise<void> {
    for (let after: string | null = ''; after !== null;) {
      const keys: string[] = await this.list(before, after);
      for (const key of keys.filter((each) => each.endsWith(PARTIAL))) await this.delete(key);
      after = keys.at(-1) ?? null;
    }
  }

  /** Keys come from the service, never from clients; a key of another form must not become a path. */
  private pathOf(key: string): string {
    if (!KEY.test(key)) throw new TypeError('Not a key of a stored file');
    return join(this.folder, key);
  }
}

/** Without it a power failure may lose the name of a file. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Translates errors of the disk, and leaves errors of the byte stream. */
function storeError(error: unknown): unknown {
  const code = codeOf(error);
  return code === null ? error : storageError(code);
}

function codeOf(error: unknown): string | null {
  const { code, syscall } = error as NodeJS.ErrnoException;
  return code !== undefined && syscall !== undefined ? code : null;
}
