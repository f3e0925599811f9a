import { Logger } from '@nestjs/common';
import { LRUCache } from 'lru-cache';

/** Ids that are remembered, so that each is counted once. */
const MOST_KNOWN = 10_000;
/** Ids that are logged, since a table may be damaged as a whole. */
const MOST_LOGGED = 1_000;

const logger = new Logger('DamagedMemories');
const known = new LRUCache<string, true>({ max: MOST_KNOWN });
let count = 0;

/** Memories of this process that no reading shows, because their rows are damaged. Each counts once. */
export function damagedMemories(): number {
  return count;
}

/** Notes a row that no memory can be made of. Its content is not named. */
export function noteDamaged(id: string): void {
  if (known.has(id)) return;
  known.set(id, true);
  count++;
  if (count <= MOST_LOGGED) logger.warn(`Memory ${id} is left out of all readings: its row is damaged`);
}
