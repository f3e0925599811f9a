import { closeSync, constants, fstatSync, openSync, readSync, type Stats, statSync } from 'node:fs';

/** Bytes. No settings file of an editor or of this program is as large. */
export const MOST_SETTINGS_BYTES = 4 * 1024 * 1024;

const MIB = 1024 * 1024;
/** The program must not wait if a pipe takes the place of the file. Windows has no such flags: there they count as 0. */
const READ_AT_ONCE = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY;

export interface OpenedFile {
  /** The caller closes it. */
  descriptor: number;
  /** Bytes. */
  size: number;
}

/**
 * Opens a regular file for reading and follows symbolic links. For a folder, a device, a pipe or a socket it throws an
 * error at once, whose message is the reason, such as "it is a pipe, not a regular file".
 */
export function openRegular(file: string): OpenedFile {
  // Opening a device can change it, so the kind is checked before and after.
  ensureRegular(statSync(file));
  const descriptor = openSync(file, READ_AT_ONCE);
  try {
    const stat = fstatSync(descriptor);
    ensureRegular(stat);
    return { descriptor, size: stat.size };
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
}

/** The bytes of a regular file. Throws as `openRegular` does, and for a file of more than `mostBytes`, before it reads it. */
export function readRegular(file: string, mostBytes: number): Buffer {
  const { descriptor, size } = openRegular(file);
  try {
    ensureWithin(size, mostBytes);
    return readToEnd(descriptor, size, mostBytes);
  } finally {
    closeSync(descriptor);
  }
}

/** The text of a regular file, without the byte order mark that some editors and PowerShell write. As `readRegular`. */
export function readRegularText(file: string, mostBytes: number): string {
  return new TextDecoder().decode(readRegular(file, mostBytes));
}

/** The first bytes of a regular file of any size, at most so many. Throws as `openRegular` does. */
export function readStart(file: string, bytes: number): Buffer {
  const { descriptor } = openRegular(file);
  try {
    const start = Buffer.alloc(bytes);
    return start.subarray(0, readSync(descriptor, start, 0, bytes, 0));
  } finally {
    closeSync(descriptor);
  }
}

/** Throws if something other than a regular file is in the place where a file is to be written. */
export function ensureRegularOrMissing(file: string): void {
  const stat = statSync(file, { throwIfNoEntry: false });
  if (stat !== undefined) ensureRegular(stat);
}

function ensureRegular(stat: Stats): void {
  if (!stat.isFile()) throw new Error(`it is ${kindOf(stat)}, not a regular file`);
}

function kindOf(stat: Stats): string {
  if (stat.isDirectory()) return 'a folder';
  if (stat.isFIFO()) return 'a pipe';
  return stat.isSocket() ? 'a socket' : 'a device';
}

function ensureWithin(bytes: number, mostBytes: number): void {
  if (bytes <= mostBytes) return;
  const most = mostBytes % MIB === 0 ? `${mostBytes / MIB} MiB` : `${mostBytes} bytes`;
  throw new Error(`it is larger than ${most}`);
}

/** A file may grow, and files of the system under `/proc` have the size 0. */
function readToEnd(descriptor: number, size: number, mostBytes: number): Buffer {
  const parts: Buffer[] = [];
  let bytes = 0;
  for (;;) {
    const part = Buffer.alloc(Math.max(size - bytes, 0) + 4096);
    const read = readSync(descriptor, part);
    if (read === 0) return Buffer.concat(parts, bytes);
    bytes += read;
    ensureWithin(bytes, mostBytes);
    parts.push(part.subarray(0, read));
  }
}
