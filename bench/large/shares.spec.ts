import { sharesOf } from './shares';

describe('sharesOf', () => {
  it('gives out all memories, the second agent half as many as the first', () => {
    const shares = sharesOf(10_000_000, 10_000);
    expect(shares.reduce((sum, count) => sum + count, 0)).toBe(10_000_000);
    expect(Math.round((shares[0] ?? 0) / (shares[1] ?? 1))).toBe(2);
    expect(Math.min(...shares)).toBeGreaterThan(0);
  });
});
