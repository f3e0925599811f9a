import { lstatSync, readlinkSync } from 'node:fs';
import path from 'node:path';
import { usageError } from './failure.ts';

/** As Linux does. */
const MOST_LINKS = 40;
const SEPARATOR = path.sep === '\\' ? /[\\/]/ : '/';

/**
 * Where a path leads: an absolute path without symbolic links. Unlike `realpath`, it also follows links to what does not
 * exist yet. Throws a usage error for a link that leads to itself.
 */
export function followLinks(file: string): string {
  const rest = partsOf(path.resolve(file));
  let at = '';
  for (let links = 0; rest.length > 0;) {
    const next = path.resolve(at, rest.shift() ?? '');
    const link = linkAt(next);
    if (link === null) {
      at = next;
      continue;
    }
    links += 1;
    if (links > MOST_LINKS) throw usageError(`${file} is a symbolic link that leads to itself.`);
    rest.unshift(...partsOf(link));
  }
  return at;
}

/** The real path of a file. Throws a usage error if it is not in the folder. */
export function pathInside(file: string, folder: string): string {
  const target = followLinks(file);
  if (isInside(target, followLinks(folder))) return target;
  throw usageError(
    `${file} leads through a symbolic link to ${target}, which is outside of ${folder}. It was left as it is: replace the link by a file or folder of its own.`,
  );
}

/** Whether the path is below the folder, without a look at links. */
export function isInside(file: string, folder: string): boolean {
  const way = path.relative(folder, file);
  return way !== '' && way.split(path.sep)[0] !== '..' && !path.isAbsolute(way);
}

/** An absolute link begins with the root. */
function partsOf(text: string): string[] {
  const { root } = path.parse(text);
  return [root, ...text.slice(root.length).split(SEPARATOR)];
}

/** Null if it is no link. */
function linkAt(file: string): string | null {
  try {
    const isLink = lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() === true;
    return isLink ? readlinkSync(file) : null;
  } catch {
    // No file can be opened there either, and that failure has the better message.
    return null;
  }
}
