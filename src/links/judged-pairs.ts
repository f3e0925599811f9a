import { LRUCache } from 'lru-cache';
import type { Memory } from '../backend/memory';
import type { FoundLink } from './link';

/** What the judge says of two memories. */
export interface JudgedPair {
  /** Null: neither replaces, contradicts or repeats the other. */
  link: FoundLink | null;
  /** Whether it may close a memory without a person: it is at or above the judge's threshold and ends the whole memory. */
  isCertain: boolean;
}

type Version = Pick<Memory, 'id' | 'updatedAt'>;

const MOST_MEMORIES = 1_000;

/**
 * Verdicts of this process on the newest memories, so that a pair that a request has judged is not judged again in the
 * background. A changed memory has none.
 */
export class JudgedPairs {
  private readonly verdicts = new LRUCache<string, Map<string, JudgedPair>>({ max: MOST_MEMORIES });

  find(memory: Version, candidate: Version): JudgedPair | null {
    return this.verdicts.get(versionOf(memory))?.get(versionOf(candidate)) ?? null;
  }

  add(memory: Version, candidate: Version, pair: JudgedPair): void {
    const ofMemory = this.verdicts.get(versionOf(memory));
    if (ofMemory) ofMemory.set(versionOf(candidate), pair);
    else this.verdicts.set(versionOf(memory), new Map([[versionOf(candidate), pair]]));
  }
}

function versionOf({ id, updatedAt }: Version): string {
  return `${id} ${updatedAt.getTime()}`;
}
