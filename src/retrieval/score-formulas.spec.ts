import fc from 'fast-check';
import {
  commonShare,
  damping,
  fusedScore,
  HALF_WAY,
  lengthWeight,
  similarityScore,
  UNRELATED,
  usualDeviation,
  usualSimilarity,
  WORDS_WEIGHT,
} from './score-formulas';
import type { VectorSpace } from './vectors';

const space: VectorSpace = { id: 1, dimensions: 384, mean: 0.1, deviation: 0.1 };
const similarity = fc.double({ min: -1, max: 1, noNaN: true });
const share = fc.double({ min: 0, max: 0.999, noNaN: true });

describe('usualSimilarity', () => {
  it('is that of the space for an agent without memories, and its own for one with many', () => {
    expect(usualSimilarity(0, 0, space)).toBe(0.1);
    expect(usualSimilarity(0.5, 1_000_000, space)).toBeCloseTo(0.5, 4);
  });

  it('is between the two', () => {
    fc.assert(
      fc.property(similarity, fc.nat(1_000), (mean, memories) => {
        const usual = usualSimilarity(mean, memories, space);
        expect(usual).toBeGreaterThanOrEqual(Math.min(mean, 0.1) - 1e-12);
        expect(usual).toBeLessThanOrEqual(Math.max(mean, 0.1) + 1e-12);
      }),
    );
  });
});

describe('usualDeviation', () => {
  it('is that of the space for an agent without memories, and its own for one with many', () => {
    expect(usualDeviation(0, 0, space)).toBeCloseTo(0.1);
    expect(usualDeviation(0.04 * 1_000_000, 1_000_000, space)).toBeCloseTo(0.2, 4);
  });
});

describe('commonShare', () => {
  it('is nothing for an agent without memories, and half for one with many', () => {
    expect(commonShare(0)).toBe(0);
    expect(commonShare(1)).toBeLessThan(0.01);
    expect(commonShare(1_000_000)).toBeCloseTo(0.5, 4);
  });
});

describe('similarityScore', () => {
  const at = (deviations: number): number => similarityScore(deviations);

  it('is nothing for what is as similar as unrelated texts, and little just above', () => {
    for (const deviations of [-11, -1, 0, UNRELATED]) expect(at(deviations - 1e-9)).toBe(0);
    expect(at(UNRELATED + 0.5)).toBeGreaterThan(0);
    expect(at(UNRELATED + 0.5)).toBeLessThan(0.05);
  });

  it('is a half where it is said to be, and nearly 1 far above', () => {
    expect(at(HALF_WAY)).toBeCloseTo(0.5);
    expect(at(HALF_WAY * 5)).toBeGreaterThan(0.9);
  });

  it('rises with the similarity, and stays below 1', () => {
    fc.assert(
      fc.property(similarity, similarity, (a, b) => {
        const [low, high] = [Math.min(a, b), Math.max(a, b)];
        // The last bit of a power may be rounded either way.
        const least = similarityScore(low * 10) - Number.EPSILON;
        expect(similarityScore(high * 10)).toBeGreaterThanOrEqual(least);
        expect(similarityScore(high * 10)).toBeLessThan(1);
      }),
    );
  });

  it('stays in its range for memories and a space without deviation', () => {
    const flat = usualDeviation(0, 1_000, { ...space, deviation: 0 });
    fc.assert(
      fc.property(similarity, (each) => {
        expect(similarityScore(each / flat)).toBeGreaterThanOrEqual(0);
        expect(similarityScore(each / flat)).toBeLessThan(1);
      }),
    );
  });
});

describe('fusedScore', () => {
  it('is the score of the words where there is no vector, to the last bit', () => {
    fc.assert(fc.property(share, (words) => expect(fusedScore(words, 0)).toBe(WORDS_WEIGHT * words)));
  });

  it('rises with both, and stays from 0 to below 1', () => {
    fc.assert(
      fc.property(share, share, share, (words, vector, more) => {
        const score = fusedScore(words, vector);
        expect(score).toBeGreaterThanOrEqual(0);
        expect(fusedScore(Math.max(words, more), Math.max(vector, more))).toBeGreaterThanOrEqual(
          score - 1e-12,
        );
        expect(score).toBeLessThan(1);
      }),
    );
  });
});

describe('lengthWeight', () => {
  it('is small where texts are short, and usual where they are long', () => {
    expect([0, 12, 30].map(lengthWeight)).toEqual([0.4, 0.4, 0.4]);
    expect([150, 4_000].map(lengthWeight)).toEqual([0.75, 0.75]);
    expect(lengthWeight(90)).toBeCloseTo(0.575);
  });

  it('makes a long text of a store of long texts count less, by the share of its length', () => {
    const long = damping(200);
    expect(long.least + 200 * long.each).toBeCloseTo(1.2);
    expect(long.each * 200).toBeGreaterThan(damping(20).each * 20);
    expect(damping(0)).toEqual({ least: 1.2 * 0.6, each: 0 });
  });
});
