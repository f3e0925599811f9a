import type { OpenChange } from './remote-changes.repository';

/** Ids of changes. */
export interface Settlement {
  taken: number[];
  lost: number[];
}

/**
 * Tells open changes that the backend took from those that it did not. Changes of one memory were made one after the
 * other: when a memory is what one of them makes, those before it were taken, too.
 */
export function takenOf(open: readonly OpenChange[], isMade: (change: OpenChange) => boolean): Settlement {
  const settlement: Settlement = { taken: [], lost: [] };
  const settled = new Set<string>();
  for (const change of open.toReversed()) {
    if (isMade(change)) settled.add(change.memoryId);
    (settled.has(change.memoryId) ? settlement.taken : settlement.lost).push(change.id);
  }
  return settlement;
}
