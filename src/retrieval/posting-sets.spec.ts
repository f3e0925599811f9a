import fc from 'fast-check';
import { intersectionOf, peakIn, unionOf } from './posting-sets';
import { PostingList } from './postings';

type Frequencies = Map<number, number>;

const frequencies = fc
  .uniqueArray(fc.tuple(fc.nat(30), fc.integer({ min: 1, max: 255 })), { selector: ([ordinal]) => ordinal })
  .map((pairs): Frequencies => new Map(pairs));

/** As a list within a longer array. */
function listOf(of: Frequencies): PostingList {
  const pairs = [...of].sort(([a], [b]) => a - b);
  const entries = pairs.map(([ordinal, frequency]) => ((ordinal << 8) | frequency) >>> 0);
  return new PostingList(Uint32Array.of(9, ...entries, 9), 1, entries.length);
}

function read({ entries, start, length }: PostingList): [number, number][] {
  return Array.from(entries.subarray(start, start + length), (entry) => [entry >>> 8, entry & 0xff]);
}

describe('sets of postings', () => {
  it('unite lists, add frequencies up to 255, and leave the documents of others out', () => {
    fc.assert(
      fc.property(fc.array(frequencies, { maxLength: 4 }), frequencies, (maps, without) => {
        const sums = new Map<number, number>();
        for (const [ordinal, frequency] of maps.flatMap((map) => [...map])) {
          if (!without.has(ordinal)) sums.set(ordinal, (sums.get(ordinal) ?? 0) + frequency);
        }
        const expected = [...sums].map(([ordinal, sum]) => [ordinal, Math.min(255, sum)]);
        const union = unionOf(maps.map(listOf), [listOf(without)]);
        expect(read(union)).toEqual(expected.sort(([a = 0], [b = 0]) => a - b));
        expect(peakIn(union)).toBe(Math.max(0, ...expected.map(([, frequency = 0]) => frequency)));
      }),
    );
  });

  it('intersect lists, with the frequencies of the first one', () => {
    fc.assert(
      fc.property(frequencies, frequencies, (one, other) => {
        const expected = [...one].filter(([ordinal]) => other.has(ordinal)).sort(([a], [b]) => a - b);
        expect(read(intersectionOf(listOf(one), listOf(other)))).toEqual(expected);
      }),
    );
  });

  it('hold the highest ordinals', () => {
    const highest = new Map([[2 ** 24 - 1, 200]]);
    expect(read(unionOf([listOf(highest), listOf(highest)]))).toEqual([[2 ** 24 - 1, 255]]);
  });
});
