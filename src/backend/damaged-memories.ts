import { LRUCache } from 'lru-cache';

/** Ids that are remembered, so that each is counted once. */
const MOST_KNOWN = 10_000;
/** Ids that are logged, since a table may be damaged as a whole. */
const MOST_LOGGED = 1_000;

const known = new LRUCache<string, true>({ max: MOST_KNOWN });
let count = 0;

/** Memories of this process that no reading shows, because their rows are damaged. Each counts once. */
export function damagedMemories(): number {
  return count;
}

/** Notes a row that no memory can be made of. True if it is to be logged: once, and only the first ones. */
export function noteDamaged(id: string): boolean {
  if (known.has(id)) return false;
  known.set(id, true);
  count++;
  return count <= MOST_LOGGED;
}
