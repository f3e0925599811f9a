import { LRUCache } from 'lru-cache';
import type { Memory } from '../backend/memory';

type Version = Pick<Memory, 'id' | 'updatedAt'>;

const MOST_MEMORIES = 1_000;

/**
 * What this process knows of pairs of the newest memories, so that a pair that a request has judged is not judged again in
 * the background. Of a changed memory nothing is known.
 */
export class JudgedPairs<Known extends object> {
  private readonly known = new LRUCache<string, Map<string, Known>>({ max: MOST_MEMORIES });

  find(memory: Version, candidate: Version): Known | null {
    return this.known.get(versionOf(memory))?.get(versionOf(candidate)) ?? null;
  }

  add(memory: Version, candidate: Version, pair: Known): void {
    const ofMemory = this.known.get(versionOf(memory));
    if (ofMemory) ofMemory.set(versionOf(candidate), pair);
    else this.known.set(versionOf(memory), new Map([[versionOf(candidate), pair]]));
  }
}

function versionOf({ id, updatedAt }: Version): string {
  return `${id} ${updatedAt.getTime()}`;
}
