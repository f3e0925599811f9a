import { TimeSlices } from '../retrieval/time-slices';

/** How long texts may be compared before requests are served. */
const SLICE_MS = 5;

/** Runs share the event loop with requests. */
export const JUDGING = new TimeSlices(SLICE_MS, () => performance.now());

/** The items for which a condition on their texts holds, compared in slices of time. */
export async function meantOf<Item>(
  items: readonly Item[],
  isMeant: (item: Item) => boolean,
): Promise<Item[]> {
  const meant: Item[] = [];
  await JUDGING.forEach(items, (item) => {
    if (isMeant(item)) meant.push(item);
  });
  return meant;
}
