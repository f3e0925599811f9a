import { MAX_FREQUENCY, PostingList } from './postings';

/** The documents of any of these lists, with their frequencies added up, but for those of the lists in `without`. */
export function unionOf(lists: readonly PostingList[], without: readonly PostingList[] = []): PostingList {
  const all = new Uint32Array(lists.reduce((sum, { length }) => sum + length, 0));
  let filled = 0;
  for (const { entries, start, length } of lists) {
    all.set(entries.subarray(start, start + length), filled);
    filled += length;
  }
  all.sort();
  let kept = 0;
  for (const entry of all) {
    const ordinal = entry >>> 8;
    if (kept > 0 && all[kept - 1]! >>> 8 === ordinal) all[kept - 1] = added(all[kept - 1]!, entry);
    else if (!without.some((list) => list.has(ordinal))) all[kept++] = entry;
  }
  return new PostingList(all, 0, kept);
}

/** The documents of both lists, with their frequencies in the first one. */
export function intersectionOf(list: PostingList, other: PostingList): PostingList {
  const entries = list.entries.subarray(list.start, list.start + list.length);
  const both = entries.filter((entry) => other.has(entry >>> 8));
  return new PostingList(both, 0, both.length);
}

/** No document of the list holds its term more often. */
export function peakIn({ entries, start, length }: PostingList): number {
  let peak = 0;
  for (let i = start; i < start + length; i++) peak = Math.max(peak, entries[i]! & 0xff);
  return peak;
}

/** An entry with the frequency of another one of the same document. */
function added(entry: number, other: number): number {
  const frequency = Math.min(MAX_FREQUENCY, (entry & 0xff) + (other & 0xff));
  return ((entry & ~0xff) | frequency) >>> 0;
}
