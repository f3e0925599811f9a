import type { Section } from './section.ts';
import {
  dropBackup,
  FileFault,
  makeBackup,
  readBackup,
  readText,
  removeFile,
  restoreBackup,
  type TextFile,
  writeText,
} from './text-file.ts';

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
  const before = readText(section);
  const after = section.put(before, value);
  if (after === before) return null;
  const isFirst = before !== null && section.find(before) === null;
  const apply = () => {
    ensureUnchanged(section, before);
    if (isFirst) makeBackup(section);
    writeText(section, after);
  };
  return { file, before, after, apply };
}

/**
 * Gives the file back as it was, if nothing but this program changed it since. Otherwise only the section is removed.
 * Null if there is none. `within` is the folder whose empty folders are removed with a file.
 */
export function planRemoval<T>(section: Section<T>, within: string): FileChange | null {
  const { file } = section;
  const before = readText(section);
  const value = before === null ? null : section.find(before);
  if (before === null || value === null) return null;
  const former = readBackup(section);
  if (putOrNull(section, former, value) !== before) {
    const after = section.remove(before);
    const apply = () => {
      ensureUnchanged(section, before);
      writeText(section, after);
      dropBackup(section);
    };
    return { file, before, after, apply };
  }
  const apply = () => {
    ensureUnchanged(section, before);
    if (former === null) removeFile(section, within);
    else restoreBackup(section);
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
function ensureUnchanged(at: TextFile, before: string | null): void {
  if (readText(at) !== before) {
    throw new FileFault(`${at.file} was changed by another program at this moment. Try again.`);
  }
}
