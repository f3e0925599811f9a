import type { Section } from './section.ts';
import {
  backupOf,
  dropBackup,
  makeBackup,
  readText,
  removeFile,
  restoreBackup,
  writeText,
} from './text-file.ts';
import { FileFault } from './text-file.ts';

/** What happens to one file. Null stands for no file. */
export interface FileChange {
  file: string;
  before: string | null;
  after: string | null;
  apply: () => void;
}

/** Null if the file has this value already. */
export function planPut<T>(section: Section<T>, value: T): FileChange | null {
  const { file } = section;
  const before = readText(file);
  const after = section.put(before, value);
  if (after === before) return null;
  const isFirst = before !== null && section.find(before) === null;
  const apply = () => {
    ensureUnchanged(file, before);
    if (isFirst) makeBackup(file);
    writeText(file, after);
  };
  return { file, before, after, apply };
}

/**
 * Gives the file back as it was, if nothing but this program changed it since. Otherwise only the section is removed.
 * Null if there is none. `within` is the folder whose empty folders are removed with a file.
 */
export function planRemoval<T>(section: Section<T>, within: string): FileChange | null {
  const { file } = section;
  const before = readText(file);
  const value = before === null ? null : section.find(before);
  if (before === null || value === null) return null;
  const former = readText(backupOf(file));
  if (putOrNull(section, former, value) !== before) {
    const after = section.remove(before);
    const apply = () => {
      ensureUnchanged(file, before);
      writeText(file, after);
      dropBackup(file);
    };
    return { file, before, after, apply };
  }
  const apply = () => {
    ensureUnchanged(file, before);
    if (former === null) removeFile(file, within);
    else restoreBackup(file);
  };
  return { file, before, after: former, apply };
}

/** The copy of the file may have been changed to anything. */
function putOrNull<T>(section: Section<T>, text: string | null, value: T): string | null {
  try {
    return section.put(text, value);
  } catch {
    return null;
  }
}

/** Some editors write their files often. */
function ensureUnchanged(file: string, before: string | null): void {
  if (readText(file) !== before) {
    throw new FileFault(`${file} was changed by another program at this moment. Try again.`);
  }
}
