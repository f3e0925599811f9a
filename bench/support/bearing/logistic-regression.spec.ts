import { trainLogistic, type Case } from './logistic-regression';

const chanceOf = (weights: readonly number[], values: readonly number[]): number =>
  1 / (1 + Math.exp(-weights.reduce((sum, weight, at) => sum + weight * values[at]!, 0)));

/** For each value, so many of four cases are positive; the third column is zero in all. */
const cases = [0, 1].flatMap((value) =>
  [0, 1, 2, 3].map((at): Case => ({ values: [1, value, 0], isPositive: at < 1 + 2 * value, weight: 1 })),
);

describe('trainLogistic', () => {
  it('gives the share of the positive cases as their chance', () => {
    const weights = trainLogistic(cases, 0);
    expect(chanceOf(weights, [1, 0, 0])).toBeCloseTo(0.25, 2);
    expect(chanceOf(weights, [1, 1, 0])).toBeCloseTo(0.75, 2);
    expect(weights[2]).toBe(0);
  });

  it('keeps weights small by the ridge, but not the first', () => {
    const [base = 0, weight = 0] = trainLogistic(cases, 10);
    expect(Math.abs(weight)).toBeLessThan(0.1);
    expect(chanceOf([base, weight], [1, 0.5])).toBeCloseTo(0.5, 2);
  });
});
