import { randomUUID } from 'node:crypto';
import { access, open, readdir, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { addAbortSignal, type Readable } from 'node:stream';
import { makeDirectory } from '../../common/make-directory';
import { FileStore, type LocalCopy } from '../file-store';
import { isFull, storageFailed, storageFull } from './store-failure';

const FILE_MODE = 0o600;
const PARTIAL = '.part';
/** Of a partial file that nobody writes to any more: a client that pauses for as long is given up. */
const ABANDONED_MS = 600_000;
const MAX_LISTED = 1_000;
const KEY = /^[0-9a-f-]{36}(\.[0-9a-f-]{36}\.part)?$/;

/** Keeps files in a folder. What is being written has another name until it is whole, and is listed by that name. */
export class LocalFileStore extends FileStore {
  private constructor(private readonly folder: string) {
    super();
  }

  /** Makes the folder where needed, and removes what processes that died have left half-written. */
  static async open(folder: string, now: Date): Promise<LocalFileStore> {
    await makeDirectory(folder);
    const store = new LocalFileStore(folder);
    await store.removeAbandoned(new Date(now.getTime() - ABANDONED_MS));
    return store;
  }

  async put(key: string, bytes: Readable, signal: AbortSignal): Promise<void> {
    const partial = this.pathOf(`${key}.${randomUUID()}${PARTIAL}`);
    try {
      await write(partial, addAbortSignal(signal, bytes));
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

  /** Keys are made by the service, never by clients: another kind of key is a mistake that must not become a path. */
  private pathOf(key: string): string {
    if (!KEY.test(key)) throw new TypeError('Not a key of a stored file');
    return join(this.folder, key);
  }
}

async function write(path: string, bytes: Readable): Promise<void> {
  const handle = await open(path, 'wx', FILE_MODE);
  try {
    for await (const chunk of bytes as AsyncIterable<Buffer>) await writeWhole(handle, chunk);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function writeWhole(handle: FileHandle, chunk: Buffer): Promise<void> {
  for (let at = 0; at < chunk.length;) at += (await handle.write(chunk, at)).bytesWritten;
}

/** Without it the name of a file that is safe may be lost with the power. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** A failure of the disk in our terms; what the stream of bytes threw stays what it is. */
function storeError(error: unknown): unknown {
  const code = codeOf(error);
  if (code === null) return error;
  return isFull(code) ? storageFull() : storageFailed(code);
}

function codeOf(error: unknown): string | null {
  const { code, syscall } = error as NodeJS.ErrnoException;
  return code !== undefined && syscall !== undefined ? code : null;
}
