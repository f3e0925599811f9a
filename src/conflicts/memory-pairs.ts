import type { Memory } from '../backend/memory';
import { UUID } from '../common/uuid';

export interface FoundPair {
  older: Memory;
  newer: Memory;
}

/** Pairs of different memories, each once, whichever of the two it was found by. */
export class PairSet {
  private readonly pairs = new Map<string, FoundPair>();

  /** Skips documents of other programs: reports hold UUIDs only, the ids of this service. */
  add(one: Memory, other: Memory): void {
    if (one.id === other.id || !UUID.test(one.id) || !UUID.test(other.id)) return;
    const key = pairKey(one.id, other.id);
    if (!this.pairs.has(key)) this.pairs.set(key, inOrder(one, other));
  }

  /** In the order they were found in. */
  list(): FoundPair[] {
    return [...this.pairs.values()];
  }
}

/** The same for both orders. */
export function pairKey(one: string, other: string): string {
  return one < other ? `${one} ${other}` : `${other} ${one}`;
}

/** By creation, then by the last change; ids of the service rise with time too. */
export function inOrder(one: Memory, other: Memory): FoundPair {
  const difference =
    one.createdAt.getTime() - other.createdAt.getTime() ||
    one.updatedAt.getTime() - other.updatedAt.getTime() ||
    (one.id < other.id ? -1 : 1);
  return difference < 0 ? { older: one, newer: other } : { older: other, newer: one };
}
