import { nextSliceSize } from './slice-size';

describe('the size of the next slice', () => {
  it('moves towards the wanted time, at most by half at a time', () => {
    expect(nextSliceSize(100, 10, 12)).toBe(120);
    expect(nextSliceSize(100, 1, 12)).toBe(150);
    expect(nextSliceSize(100, 500, 12)).toBe(50);
  });

  it('stays between 20 and 1,000 rows', () => {
    expect(nextSliceSize(30, 60_000, 12)).toBe(20);
    expect(nextSliceSize(900, 0, 12)).toBe(1_000);
  });
});
