import {
  closeSync,
  copyFileSync,
  existsSync,
  fchmodSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';

/** Its message names the file and says what to do. */
export class FileFault extends Error {}

const MOST_BYTES = 10 * 1024 * 1024;
const MOST_LINKS = 40;
const BYTE_ORDER_MARK = '\uFEFF';
const UNFINISHED_MODE = 0o600;

/** The text of a file, without a byte order mark; null if there is no file. */
export function readText(file: string): string | null {
  const bytes = readBytes(file);
  if (bytes === null) return null;
  if (bytes.length > MOST_BYTES) throw new FileFault(`${file} is larger than 10 MB, and was left as it is.`);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new FileFault(`${file} is not UTF-8 text, and was left as it is. Save it as UTF-8.`);
  }
}

/** The file appears whole or not at all, with the mode that it had. A symbolic link stays one. */
export function writeText(file: string, text: string): void {
  const target = targetOf(file);
  const unfinished = `${target}.${process.pid}.unfinished`;
  try {
    mkdirSync(path.dirname(target), { recursive: true });
    writeAndSync(unfinished, markOf(target) + text, modeOf(target));
    renameSync(unfinished, target);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw new FileFault(`${file} cannot be written (${reasonOf(error)}). Nothing in it was changed.`);
  }
}

/** Removes the file, and the folders in `within` that are empty then. */
export function removeFile(file: string, within: string): void {
  try {
    rmSync(targetOf(file), { force: true });
  } catch (error) {
    throw new FileFault(`${file} cannot be deleted (${reasonOf(error)}).`);
  }
  for (let folder = path.dirname(file); isInside(folder, within); folder = path.dirname(folder)) {
    try {
      rmdirSync(folder);
    } catch {
      return;
    }
  }
}

/** The copy of a file as it was before the first change. */
export function backupOf(file: string): string {
  return `${targetOf(file)}.before-agent-memory`;
}

export function makeBackup(file: string): void {
  try {
    // Copies the mode too.
    copyFileSync(targetOf(file), backupOf(file));
  } catch (error) {
    throw new FileFault(`No copy of ${file} can be made (${reasonOf(error)}). It was left as it is.`);
  }
}

export function restoreBackup(file: string): void {
  try {
    renameSync(backupOf(file), targetOf(file));
  } catch (error) {
    throw new FileFault(`${file} cannot be restored (${reasonOf(error)}).`);
  }
}

export function dropBackup(file: string): void {
  rmSync(backupOf(file), { force: true });
}

function readBytes(file: string): Buffer | null {
  try {
    return readFileSync(file);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw new FileFault(`${file} cannot be read (${reasonOf(error)}).`);
  }
}

/** Follows symbolic links, also to a file that does not exist yet. */
function targetOf(file: string): string {
  let target = file;
  for (let links = 0; links < MOST_LINKS; links += 1) {
    if (!lstatSync(target, { throwIfNoEntry: false })?.isSymbolicLink()) return target;
    target = path.resolve(path.dirname(target), readlinkSync(target));
  }
  throw new FileFault(`${file} is a symbolic link that leads to itself.`);
}

function writeAndSync(file: string, text: string, mode: number | null): void {
  // Not readable for others while it is written.
  const descriptor = openSync(file, 'wx', mode === null ? 0o666 : UNFINISHED_MODE);
  try {
    writeFileSync(descriptor, text);
    if (mode !== null) fchmodSync(descriptor, mode);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function modeOf(file: string): number | null {
  const stat = statSync(file, { throwIfNoEntry: false });
  return stat === undefined ? null : stat.mode & 0o7777;
}

function markOf(file: string): string {
  const bytes = existsSync(file) ? readFileSync(file) : Buffer.alloc(0);
  return bytes.subarray(0, 3).toString() === BYTE_ORDER_MARK ? BYTE_ORDER_MARK : '';
}

export function isInside(folder: string, outer: string): boolean {
  const way = path.relative(outer, folder);
  return way !== '' && !way.startsWith('..') && !path.isAbsolute(way);
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}

const REASONS: Record<string, string> = {
  EACCES: 'no permission',
  EPERM: 'no permission',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'a folder on its path is a file',
  EEXIST: 'a folder on its path is a file',
  EISDIR: 'it is a folder',
};

function reasonOf(error: unknown): string {
  return REASONS[codeOf(error) ?? ''] ?? (error instanceof Error ? error.message : String(error));
}
