import {
  closeSync,
  fchmodSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readlinkSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { followLinks, isInside, pathInside } from '../real-path.ts';
import { digest } from '../hooks/small-files.ts';
import { MOST_SETTINGS_BYTES, readRegular } from '../regular-file.ts';
import { stateFolder } from '../state-folder.ts';

/** Its message names the file and says what to do. */
export class FileFault extends Error {}

export interface TextFile {
  file: string;
  /** The project of the file: no symbolic link may lead out of it. Without one, links may lead anywhere. */
  project?: string;
}

const BYTE_ORDER_MARK = '\uFEFF';
const UNFINISHED_MODE = 0o600;

/** The text of a file, without a byte order mark; null if there is no file. */
export function readText(at: TextFile): string | null {
  const bytes = readBytes(at);
  if (bytes === null) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new FileFault(`${at.file} is not UTF-8 text, and was left as it is. Save it as UTF-8.`);
  }
}

/** The file appears whole or not at all, with the mode that it had. A symbolic link stays one. */
export function writeText(at: TextFile, text: string): void {
  const target = targetOf(at);
  const mark = markOf(at);
  try {
    mkdirSync(path.dirname(target), { recursive: true });
    replaceFile({ ...at, file: target }, mark + text, modeOf(target));
  } catch (error) {
    throw new FileFault(`${at.file} cannot be written (${reasonOf(error)}). Nothing in it was changed.`);
  }
}

/** Removes the file, and the folders in `within` that are empty then. */
export function removeFile(at: TextFile, within: string): void {
  const target = targetOf(at);
  try {
    rmSync(target, { force: true });
  } catch (error) {
    throw new FileFault(`${at.file} cannot be deleted (${reasonOf(error)}).`);
  }
  for (let folder = path.dirname(at.file); isInside(folder, within); folder = path.dirname(folder)) {
    try {
      rmdirSync(folder);
    } catch {
      return;
    }
  }
}

/** The copy of a file as it was before the first change, in the user's folder for state. */
export function backupOf(file: string): string {
  const target = followLinks(file);
  return path.join(stateFolder(), 'backups', `${digest(target, 32)}-${path.basename(target)}`);
}

/** The text of the copy; null if there is none. */
export function readBackup({ file }: TextFile): string | null {
  return readText({ file: checkedBackup(file) });
}

export function makeBackup(at: TextFile): void {
  const backup = checkedBackup(at.file);
  const target = targetOf(at);
  try {
    mkdirSync(path.dirname(backup), { recursive: true, mode: 0o700 });
    replaceFile({ file: backup }, readRegular(target, MOST_SETTINGS_BYTES), modeOf(target));
  } catch (error) {
    throw new FileFault(`No copy of ${at.file} can be made (${reasonOf(error)}). It was left as it is.`);
  }
}

export function restoreBackup(at: TextFile): void {
  const backup = checkedBackup(at.file);
  const target = targetOf(at);
  try {
    // The two may be on different disks.
    replaceFile({ ...at, file: target }, readRegular(backup, MOST_SETTINGS_BYTES), modeOf(backup));
  } catch (error) {
    throw new FileFault(`${at.file} cannot be restored (${reasonOf(error)}).`);
  }
  dropBackup(at);
}

export function dropBackup({ file }: TextFile): void {
  removeFile({ file: backupOf(file) }, process.env.HOME || homedir());
}

/** This program never makes a link of it, so a link comes from someone else and may lead anywhere. */
function checkedBackup(file: string): string {
  const backup = backupOf(file);
  if (followLinks(backup) === backup) return backup;
  throw new FileFault(`${backup} is a symbolic link: delete it, then try again.`);
}

function readBytes(at: TextFile): Buffer | null {
  const target = targetOf(at);
  try {
    return readRegular(target, MOST_SETTINGS_BYTES);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw new FileFault(`${at.file} cannot be read (${reasonOf(error)}).`);
  }
}

/** Follows symbolic links, also to a file that does not exist yet. */
function targetOf({ file, project }: TextFile): string {
  return project === undefined ? followLinks(file) : pathInside(file, project);
}

/** `at.file` has no symbolic links in it. */
function replaceFile(at: TextFile, content: string | Buffer, mode: number | null): void {
  const unfinished = `${at.file}.${process.pid}.unfinished`;
  try {
    writeAndSync({ ...at, file: unfinished }, content, mode);
    renameSync(unfinished, at.file);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
}

function writeAndSync(at: TextFile, content: string | Buffer, mode: number | null): void {
  // Follows no link in its place, and is not readable for others while it is written.
  const descriptor = openSync(at.file, 'wx', mode === null ? 0o666 : UNFINISHED_MODE);
  try {
    ensureOpenedInside(descriptor, at);
    writeFileSync(descriptor, content);
    if (mode !== null) fchmodSync(descriptor, mode);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Another program may replace a folder by a link after the path was checked. The open file does not move with it. */
function ensureOpenedInside(descriptor: number, { file, project }: TextFile): void {
  if (project === undefined) return;
  if (!isInside(openedPath(descriptor) ?? followLinks(file), followLinks(project))) {
    throw new Error('a folder on its path became a symbolic link');
  }
}

/** The real path of an open file. Only Linux reports it. */
function openedPath(descriptor: number): string | null {
  try {
    return readlinkSync(`/proc/self/fd/${descriptor}`);
  } catch {
    return null;
  }
}

function modeOf(file: string): number | null {
  const stat = statSync(file, { throwIfNoEntry: false });
  return stat === undefined ? null : stat.mode & 0o7777;
}

function markOf(at: TextFile): string {
  return readBytes(at)?.subarray(0, 3).toString() === BYTE_ORDER_MARK ? BYTE_ORDER_MARK : '';
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
