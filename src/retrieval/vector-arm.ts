import type { DocumentTable } from './document-table';
import { nearestSlots } from './nearest-vectors';
import type { QueryDirection } from './query-direction';
import { TopK } from './top-k';

/** The `limit` most similar documents of those that pass, best first, equal ones by id. */
export function mostSimilar(
  direction: QueryDirection,
  table: DocumentTable,
  limit: number,
  passes: (ordinal: number) => boolean,
): number[] {
  const slots = nearestSlots(direction, passes);
  const similarities = Float64Array.from(slots, (slot) => direction.similarityAt(slot));
  const ordinalAt = (at: number): number => direction.vectors.ordinalAt(slots[at]!);
  const best = new TopK(limit, (a, b) => {
    const difference = similarities[a]! - similarities[b]!;
    return difference === 0 ? table.isBefore(ordinalAt(a), ordinalAt(b)) : difference > 0;
  });
  for (let at = 0; at < slots.length; at++) best.offer(at);
  return best.sorted().map(ordinalAt);
}
