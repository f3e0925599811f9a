import type { QueryDirection } from './query-direction';
import { BLOCK_SLOTS } from './vector-block';
import type { VectorTable } from './vector-table';

/**
 * So many vectors are compared exactly, or all that pass where they are fewer. Of 100,000 random vectors around
 * 100 or 1,000 centres, also far from zero, the exact top ten are among the 2,000 nearest by signs nearly as
 * often as comparing all codes finds them; 500 lose up to an eighth. Turning the vectors first (random signs and
 * Hadamard) did not help there.
 */
export const EXACT = 2000;

/** Of the search that runs; a search is not interrupted by another one. */
const scratch = { slots: new Uint32Array(0), distances: new Uint16Array(0) };

/**
 * The slots of documents that pass and are the nearest by their signs: at least EXACT where so many pass. All
 * that are as far as the last one are among them, so that the answer does not depend on the order of slots. To
 * be read before the next search.
 */
export function nearestSlots(
  { vectors, signs }: QueryDirection,
  passes: (ordinal: number) => boolean,
): Uint32Array {
  reserve(vectors.size);
  const passing = collect(vectors, passes);
  if (passing <= EXACT) return scratch.slots.subarray(0, passing);
  const furthest = measure(vectors, signs, passing);
  return keepUpTo(furthest, passing);
}

function reserve(slots: number): void {
  if (scratch.slots.length >= slots) return;
  const capacity = Math.ceil(slots * 1.25);
  scratch.slots = new Uint32Array(capacity);
  scratch.distances = new Uint16Array(capacity);
}

function collect(vectors: VectorTable, passes: (ordinal: number) => boolean): number {
  const { slots } = scratch;
  let count = 0;
  for (let slot = 0; slot < vectors.size; slot++) if (passes(vectors.ordinalAt(slot))) slots[count++] = slot;
  return count;
}

/** Fills in the distances, and answers the one within which at least EXACT vectors are. */
function measure(vectors: VectorTable, signs: Int32Array, count: number): number {
  const { slots, distances } = scratch;
  const histogram = new Uint32Array(vectors.dimensions + 1);
  for (let i = 0; i < count; i++) {
    const slot = slots[i]!;
    const distance = vectors.blockOf(slot).distance(slot % BLOCK_SLOTS, signs);
    distances[i] = distance;
    histogram[distance]!++;
  }
  let furthest = 0;
  for (let within = histogram[0]!; within < EXACT; within += histogram[furthest]!) furthest++;
  return furthest;
}

function keepUpTo(furthest: number, count: number): Uint32Array {
  const { slots, distances } = scratch;
  let kept = 0;
  for (let i = 0; i < count; i++) if (distances[i]! <= furthest) slots[kept++] = slots[i]!;
  return slots.subarray(0, kept);
}
