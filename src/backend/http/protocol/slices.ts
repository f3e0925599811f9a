export function slicesOf<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, slice) =>
    items.slice(slice * size, (slice + 1) * size),
  );
}

/** Slices of at most so many items, and at most so much weight unless one item alone has more. */
export function weightedSlicesOf<T>(
  items: readonly T[],
  size: number,
  weight: number,
  weigh: (item: T) => number,
): T[][] {
  const slices: T[][] = [];
  let left = 0;
  for (const item of items) {
    const own = weigh(item);
    const last = slices.at(-1);
    if (last === undefined || last.length >= size || own > left) {
      slices.push([item]);
      left = weight - own;
    } else {
      last.push(item);
      left -= own;
    }
  }
  return slices;
}

/** The results in the order of the items; so many at a time, and none more after one has failed. */
export async function inParallel<T, R>(
  items: readonly T[],
  concurrency: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  const rest = items.entries();
  let failed = false;
  const worker = async () => {
    for (const [index, item] of rest) {
      if (failed) return;
      results[index] = await work(item);
    }
  };
  const guarded = () =>
    worker().catch((error: unknown) => {
      failed = true;
      throw error;
    });
  await Promise.all(Array.from({ length: Math.min(concurrency, items.length) }, guarded));
  return results;
}
