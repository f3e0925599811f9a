/** Slices of at most `size` items, and at most `maxWeight` unless one item alone has more. */
export function slicesOf<T>(
  items: readonly T[],
  size: number,
  maxWeight = Infinity,
  weightOf: (item: T) => number = () => 0,
): T[][] {
  const slices: T[][] = [];
  let left = 0;
  for (const item of items) {
    const weight = weightOf(item);
    const last = slices.at(-1);
    if (last === undefined || last.length >= size || weight > left) {
      slices.push([item]);
      left = maxWeight - weight;
    } else {
      last.push(item);
      left -= weight;
    }
  }
  return slices;
}
