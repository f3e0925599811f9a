import { createHash } from 'node:crypto';
import type { Memory } from '../../memory';
import type { PageCursor } from '../../pages';

/** What a key of a cursor may be. */
const KEY = /^[!-~]{1,256}$/;

/** The place of a memory in storage order. Its key is its id, or where a cursor cannot hold that, stands for it. */
export function placeOf({ id, createdAt }: Pick<Memory, 'id' | 'createdAt'>): PageCursor {
  const key = KEY.test(id) ? id : `~${createHash('sha256').update(id).digest('hex')}`;
  return { createdAt: createdAt.getTime(), key };
}

/** Below 0 when the first stands before the second: older ones first, those of one instant by their keys. */
export function comparePlaces(one: PageCursor, other: PageCursor): number {
  return one.createdAt - other.createdAt || compareText(one.key, other.key);
}

/** By UTF-16 code units: no locale of a machine changes it. */
export function compareText(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
