import fc from 'fast-check';
import { textSlices } from './embedding-job';

const texts = fc.array(
  fc.integer({ min: 0, max: 6_000 }).map((length) => 'x'.repeat(length)),
  { maxLength: 60 },
);

describe('the slices of texts', () => {
  it('hold every text once', () => {
    fc.assert(
      fc.property(texts, (all) => {
        const places = textSlices(all).flat();
        expect(places.sort((a, b) => a - b)).toEqual(all.map((_, place) => place));
      }),
    );
  });

  it('are of limited length when padded, unless of a single text', () => {
    fc.assert(
      fc.property(texts, (all) => {
        for (const slice of textSlices(all)) {
          const longest = Math.max(...slice.map((place) => all[place]?.length ?? 0));
          expect(slice.length === 1 || slice.length * longest <= 4_000).toBe(true);
        }
      }),
    );
  });

  it('are none of no texts', () => {
    expect(textSlices([])).toEqual([]);
  });
});
