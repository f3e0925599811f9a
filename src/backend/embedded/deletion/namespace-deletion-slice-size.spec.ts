import { nextSliceSize } from './namespace-deletion';

describe('the size of the next slice', () => {
  it('moves towards the wanted time, at most by half at a time', () => {
    expect(nextSliceSize(300, 10, 12)).toBe(360);
    expect(nextSliceSize(300, 1, 12)).toBe(450);
    expect(nextSliceSize(300, 500, 12)).toBe(150);
  });

  it('stays between 100 and 1,000 rows', () => {
    expect(nextSliceSize(130, 60_000, 12)).toBe(100);
    expect(nextSliceSize(900, 0, 12)).toBe(1_000);
  });
});
