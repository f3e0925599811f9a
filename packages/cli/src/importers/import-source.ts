import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { openRegular, readStart } from '../regular-file.ts';
import { type ImportFile, ImportFailure, type ImportSource } from './entry.ts';

/** Which files of a folder an importer reads. */
export interface FolderRule {
  /** By its name, and its path in the folder with `/`. */
  isRead: (name: string, path: string) => boolean;
  /** Looks into folders, too. */
  isDeep: boolean;
  /** For the message when none is there. */
  expected: string;
}

export interface OpenedSource extends ImportSource {
  totalBytes: number;
  /** Bytes that were read so far. */
  readBytes: () => number;
  /** What was read to find out what the files are does not count. */
  startOver: () => void;
}

const MAX_FILES = 100_000;
const ZIP = Buffer.from('PK\u0003\u0004');
const GZIP = Buffer.from([0x1f, 0x8b]);

/**
 * Opens a regular file, or those of a folder that the rule names. They are read in pieces, so their size is not limited.
 * Throws ImportFailure with what to do instead.
 */
export async function openImport(given: string, folder: FolderRule): Promise<OpenedSource> {
  const found = await stat(given).catch((error: NodeJS.ErrnoException) => {
    const reason = error.code === 'ENOENT' ? 'it does not exist' : error.message;
    throw new ImportFailure(`${given} cannot be read: ${reason}`);
  });
  const names = found.isDirectory() ? await namesIn(given, folder) : [path.basename(given)];
  const parent = found.isDirectory() ? given : path.dirname(given);
  if (!found.isDirectory()) refuseArchive(given);
  let readBytes = 0;
  const opened = await Promise.all(
    names.map(async (name) => openFile(path.join(parent, name), name, (bytes) => (readBytes += bytes))),
  );
  return {
    files: opened.map(({ file }) => file),
    totalBytes: opened.reduce((sum, { size }) => sum + size, 0),
    readBytes: () => readBytes,
    startOver: () => (readBytes = 0),
  };
}

async function openFile(
  file: string,
  name: string,
  onRead: (bytes: number) => void,
): Promise<{ file: ImportFile; size: number }> {
  const { size, mtime } = await stat(file);
  async function* read(): AsyncGenerator<Buffer> {
    const { descriptor } = asImportFailure(file, () => openRegular(file));
    const stream = createReadStream(file, { fd: descriptor, highWaterMark: 256 * 1024 });
    for await (const piece of stream as AsyncIterable<Buffer>) {
      onRead(piece.length);
      yield piece;
    }
  }
  return { size, file: { name: name.split(path.sep).join('/'), modifiedAt: mtime, read } };
}

/** Relative to the folder, in the order of their names. Hidden folders, links and `node_modules` are left out. */
async function namesIn(folder: string, { isRead, isDeep, expected }: FolderRule): Promise<string[]> {
  const names: string[] = [];
  const waiting = [''];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    for (const entry of await readdir(path.join(folder, at), { withFileTypes: true })) {
      if (entry.name.startsWith('.') || entry.name === 'node_modules') continue;
      const name = path.join(at, entry.name);
      if (entry.isDirectory() && isDeep) waiting.push(name);
      if (entry.isFile() && isRead(entry.name, name.split(path.sep).join('/'))) names.push(name);
    }
    if (names.length > MAX_FILES)
      throw new ImportFailure(`${folder} has more than ${MAX_FILES} files: import parts of it`);
  }
  if (names.length === 0) throw new ImportFailure(`${folder} has no ${expected}`);
  return names.sort();
}

/** Exports come as archives. */
function refuseArchive(file: string): void {
  const start = asImportFailure(file, () => readStart(file, ZIP.length));
  if (start.equals(ZIP) || start.subarray(0, GZIP.length).equals(GZIP)) {
    throw new ImportFailure(`${file} is an archive: unpack it and name the file or folder in it`);
  }
}

function asImportFailure<T>(file: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new ImportFailure(`${file} cannot be read: ${(error as Error).message}`);
  }
}
