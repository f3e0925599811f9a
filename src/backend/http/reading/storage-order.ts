import { createHash } from 'node:crypto';
import type { Memory } from '../../memory';
import type { PageCursor } from '../../pages';

const KEY = /^[!-~]{1,256}$/;

/** The position of a memory in storage order. Its key is the id, or a hash of an id that no cursor can hold. */
export function placeOf({ id, createdAt }: Pick<Memory, 'id' | 'createdAt'>): PageCursor {
  const key = KEY.test(id) ? id : `~${createHash('sha256').update(id).digest('hex')}`;
  return { createdAt: createdAt.getTime(), key };
}

/** Older memories first, then by key. */
export function comparePlaces(one: PageCursor, other: PageCursor): number {
  return one.createdAt - other.createdAt || compareText(one.key, other.key);
}

/** Compares UTF-16 code units, so that the locale has no influence. */
export function compareText(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
