/** A number from 0 to below 1, another at each call. */
export type Random = () => number;

/** A repeatable sequence (mulberry32, by Tommy Ettinger, public domain). */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** From `min` to `max`, both included. */
export function randomInteger(random: Random, min: number, max: number): number {
  return min + Math.floor(random() * (max - min + 1));
}

/** Draws items so that the one at rank r comes with a weight of 1 / r (Zipf's law). The list must not be empty. */
export function zipfPicker<T>(items: readonly T[], random: Random): () => T {
  let total = 0;
  const cumulative = items.map((_, index) => (total += 1 / (index + 1)));
  return () => items[rankOf(cumulative, random() * total)] as T;
}

/** The first position whose cumulative weight is above `value`. */
function rankOf(cumulative: readonly number[], value: number): number {
  let low = 0;
  let high = cumulative.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((cumulative[middle] ?? 0) > value) high = middle;
    else low = middle + 1;
  }
  return low;
}
