import fc from 'fast-check';
import { document, indexOf, query } from '../../test/support/index-samples';
import { MEMORY, REPHRASED, RESTATED, unrelated } from '../../test/support/restated-memory';
import { leastScore, shownParts, shownScore } from './shown-score';

const SIZES = [0, 10, 1_000, 100_000];

const stores = SIZES.map((size) =>
  indexOf([
    document({ id: 'm', text: MEMORY }),
    ...Array.from({ length: size }, (_, n) => document({ id: `u${n}`, text: unrelated(n), order: n + 1 })),
  ]),
);

/** The shown scores of the memory and of the best unrelated one, by the size of the store. */
function scores(text: string): { memory: number; unrelated: number }[] {
  return stores.map((store) => {
    const { hits } = store.search(query(text, { limit: 2 }));
    expect(hits[0]?.id).toBe('m');
    return { memory: shownScore(hits[0]!.score), unrelated: shownScore(hits[1]?.score ?? 0) };
  });
}

describe('a score beside 0, 10, 1,000 and 100,000 unrelated memories', () => {
  it.each([...RESTATED, REPHRASED])('is the same for "%s"', (text) => {
    const found = scores(text);
    const own = found.map(({ memory }) => memory);
    expect(Math.min(...own)).toBeGreaterThanOrEqual(0.6);
    expect(Math.max(...own) - Math.min(...own)).toBeLessThanOrEqual(0.15);
    expect(Math.max(...found.map((each) => each.unrelated))).toBeLessThan(0.2);
  });
});

const share = fc.double({ min: 0, max: 0.999, noNaN: true });

describe('a shown score', () => {
  it('keeps the order, and stays from 0 to below 1', () => {
    fc.assert(
      fc.property(share, share, (a, b) => {
        const [low, high] = [Math.min(a, b), Math.max(a, b)];
        expect(shownScore(low)).toBeLessThanOrEqual(shownScore(high));
        expect(shownScore(low)).toBeGreaterThanOrEqual(0);
        expect(shownScore(high)).toBeLessThan(1);
      }),
    );
  });

  it('passes a threshold of the same value', () => {
    fc.assert(
      fc.property(share, (score) => {
        expect(leastScore(shownScore(score))).toBeLessThanOrEqual(score);
        expect(leastScore(shownScore(score))).toBeGreaterThanOrEqual(score - 1e-6);
      }),
    );
  });

  it('is the sum of its parts', () => {
    fc.assert(
      fc.property(share, share, share, share, (own, neighbourScore, timeScore, speakerScore) => {
        const scale = 0.9 / Math.max(1, own + neighbourScore + timeScore + speakerScore);
        const parts = {
          neighbourScore: neighbourScore * scale,
          timeScore: timeScore * scale,
          speakerScore: speakerScore * scale,
          lexical: { rank: 1, score: own * scale },
        };
        const score = (own + neighbourScore + timeScore + speakerScore) * scale;
        const { lexical, neighbours, time, speaker } = shownParts(score, parts);
        expect((lexical?.score ?? 0) + neighbours + time + speaker).toBeCloseTo(shownScore(score), 9);
      }),
    );
  });

  it('has no parts where the search had none', () => {
    const parts = { neighbourScore: 0, timeScore: 0, speakerScore: 0, lexical: null };
    expect(shownParts(null, parts)).toEqual({ lexical: null, neighbours: 0, time: 0, speaker: 0 });
  });
});
