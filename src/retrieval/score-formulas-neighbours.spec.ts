import * as fc from 'fast-check';
import { leastOwnScore, NEAR, NEAR_QUESTION, FAR } from './score-formulas';

describe('leastOwnScore', () => {
  const share = fc.double({ min: 0, max: 0.999, noNaN: true });

  it('is never above the greatest own score of five that reach the score together', () => {
    fc.assert(
      fc.property(share, share, share, share, share, (own, near, otherNear, far, otherFar) => {
        const doubt =
          (1 - NEAR_QUESTION * near) * (1 - NEAR * otherNear) * (1 - FAR * far) * (1 - FAR * otherFar);
        const score = 1 - doubt + own * doubt;
        expect(leastOwnScore(score)).toBeLessThanOrEqual(Math.max(own, near, otherNear, far, otherFar));
      }),
    );
  });

  it('leaves out what cannot reach the score', () => {
    expect(leastOwnScore(0.5)).toBeGreaterThan(0.2);
    expect(leastOwnScore(0)).toBe(0);
  });
});
