import type { LexicalReason } from './memory-search';

const counts = new Map<LexicalReason | null, number>();

/** Counts a search: null if it compared words and vectors, else why it compared words alone. */
export function countSearch(reason: LexicalReason | null): void {
  counts.set(reason, (counts.get(reason) ?? 0) + 1);
}

/** The searches of this process since it started. */
export function searchCounts(): ReadonlyMap<LexicalReason | null, number> {
  return counts;
}
