import fc from 'fast-check';
import { type PostingList, MAX_FREQUENCY, PostingStore } from './postings';

const LISTS = 40;

type Documents = [ordinal: number, frequency: number][];

/** What lists hold, kept in plain arrays. */
class PlainLists {
  readonly lists: Documents[] = [];

  count(list: number, ordinal: number): void {
    const documents = (this.lists[list] ??= []);
    const last = documents.at(-1);
    if (last?.[0] === ordinal) last[1] = Math.min(MAX_FREQUENCY, last[1] + 1);
    else documents.push([ordinal, 1]);
  }
}

function documentsOf({ entries, start, length }: PostingList): Documents {
  return [...entries.subarray(start, start + length)].map((entry) => [entry >>> 8, entry & 0xff]);
}

/** Documents of some lists each, the first lists in most: so that lists of every length stand side by side. */
const documents = fc.array(
  fc.array(
    fc.integer({ min: 0, max: LISTS ** 2 - 1 }).map((n) => Math.floor(n ** 0.5)),
    { maxLength: 30 },
  ),
  { maxLength: 500, size: 'max' },
);

function filled(all: readonly (readonly number[])[]): { store: PostingStore; plain: PlainLists } {
  const store = new PostingStore();
  const plain = new PlainLists();
  // Numbers are given out without gaps.
  const numbers = new Map<number, number>();
  all.forEach((lists, ordinal) => {
    for (const list of lists) {
      if (!numbers.has(list)) numbers.set(list, numbers.size);
      store.count(numbers.get(list)!, ordinal);
      plain.count(numbers.get(list)!, ordinal);
    }
  });
  return { store, plain };
}

describe('PostingStore', () => {
  it('holds what plain arrays hold', () => {
    fc.assert(
      fc.property(documents, (all) => {
        const { store, plain } = filled(all);
        plain.lists.forEach((expected, list) => expect(documentsOf(store.at(list))).toEqual(expected));
      }),
    );
  });

  it('holds many lists, in more than one chunk', () => {
    const store = new PostingStore();
    const lists = 120_000;
    for (let ordinal = 0; ordinal < 4; ordinal++) {
      for (let list = 0; list < lists; list++) store.count(list, ordinal);
    }
    expect(store.bytes).toBeGreaterThan(lists * 4 * 4);
    for (let list = 0; list < lists; list++) {
      const { entries, start, length } = store.at(list);
      const sum = entries.subarray(start, start + length).reduce((all, entry) => all + (entry >>> 8), 0);
      if (length !== 4 || sum !== 6) throw new Error(`List ${list} holds ${length} entries`);
    }
  });

  it('finds the documents of a list, and how many are live', () => {
    fc.assert(
      fc.property(documents, fc.func(fc.boolean()), (all, isLive) => {
        const { store, plain } = filled(all);
        const state = Uint8Array.from(all, (_, ordinal) => Number(isLive(ordinal)));
        plain.lists.forEach((expected, number) => {
          const list = store.at(number);
          const holders = new Set(expected.map(([ordinal]) => ordinal));
          expect(all.map((_, ordinal) => list.has(ordinal))).toEqual(
            all.map((_, ordinal) => holders.has(ordinal)),
          );
          expect(list.countLive(state)).toBe([...holders].filter((ordinal) => state[ordinal] === 1).length);
        });
      }),
      { numRuns: 30 },
    );
  });

  it('takes over lists without the documents that are dropped', () => {
    fc.assert(
      fc.property(documents, fc.func(fc.boolean()), (all, stays) => {
        const { store, plain } = filled(all);
        const copy = new PostingStore();
        let next = 0;
        const moved = Int32Array.from(all, (_, ordinal) => (stays(ordinal) ? next++ : -1));
        plain.lists.forEach((expected, list) => {
          copy.adopt(list, store.at(list), moved);
          const left = expected.filter(([ordinal]) => moved[ordinal]! >= 0);
          expect(documentsOf(copy.at(list))).toEqual(left.map(([ordinal, n]) => [moved[ordinal], n]));
        });
      }),
    );
  });

  it('counts no further than eight bits', () => {
    const store = new PostingStore();
    for (let n = 0; n < 300; n++) store.count(0, 7);
    store.count(0, 8);
    expect(documentsOf(store.at(0))).toEqual([
      [7, MAX_FREQUENCY],
      [8, 1],
    ]);
  });

  it('gives blocks that lists have left to others', () => {
    const store = new PostingStore();
    const lists = 2_000;
    // All lists grow at once, so no list takes the smaller blocks.
    for (let ordinal = 0; ordinal < 50; ordinal++)
      for (let list = 0; list < lists; list++) store.count(list, ordinal);
    const first = store.bytes;
    for (let list = lists; list < 2 * lists; list++) for (let n = 0; n < 24; n++) store.count(list, 100 + n);
    expect(store.bytes - first).toBeLessThan(lists * 24 * 4);
  });
});
