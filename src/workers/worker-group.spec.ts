import fc from 'fast-check';
import { restartPause, shortLives } from './worker-group';

describe('the pause before a worker is restarted', () => {
  it('is zero after the first short life', () => {
    expect([0, 1].map(restartPause)).toEqual([0, 0]);
  });

  it('doubles with each short life, up to 30 seconds', () => {
    expect([2, 3, 4, 5].map(restartPause)).toEqual([500, 1_000, 2_000, 4_000]);
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 5_000 }), (lives) => {
        expect(restartPause(lives)).toBeLessThanOrEqual(30_000);
        expect(restartPause(lives + 1)).toBeGreaterThanOrEqual(restartPause(lives));
      }),
    );
  });

  it('starts over after a long life', () => {
    expect(shortLives(7, 59_999)).toBe(8);
    expect(shortLives(7, 60_000)).toBe(0);
  });
});
