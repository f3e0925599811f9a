import fc from 'fast-check';
import { pauseBefore, shortLives } from './restart-pause';

describe('the pause before a worker is started anew', () => {
  it('is none for one that ended once', () => {
    expect([0, 1].map(pauseBefore)).toEqual([0, 0]);
  });

  it('doubles while its lives are short, up to half a minute', () => {
    expect([2, 3, 4, 5].map(pauseBefore)).toEqual([500, 1_000, 2_000, 4_000]);
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 5_000 }), (lives) => {
        expect(pauseBefore(lives)).toBeLessThanOrEqual(30_000);
        expect(pauseBefore(lives + 1)).toBeGreaterThanOrEqual(pauseBefore(lives));
      }),
    );
  });

  it('begins anew after a long life', () => {
    expect(shortLives(7, 59_999)).toBe(8);
    expect(shortLives(7, 60_000)).toBe(0);
  });
});
