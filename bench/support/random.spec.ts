import fc from 'fast-check';
import { randomInteger, seededRandom, zipfPicker } from './random';

describe('seededRandom', () => {
  it('repeats itself for the same seed', () => {
    const [first, second] = [seededRandom(7), seededRandom(7)];
    expect(Array.from({ length: 5 }, first)).toEqual(Array.from({ length: 5 }, second));
  });

  it('stays from 0 to below 1', () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const value = seededRandom(seed)();
        expect(value >= 0 && value < 1).toBe(true);
      }),
    );
  });
});

describe('randomInteger', () => {
  it('reaches both ends and nothing beyond', () => {
    const random = seededRandom(1);
    const drawn = new Set(Array.from({ length: 200 }, () => randomInteger(random, 4, 8)));
    expect([...drawn].sort()).toEqual([4, 5, 6, 7, 8]);
  });
});

describe('zipfPicker', () => {
  it('draws the first item about twice as often as the second', () => {
    const pick = zipfPicker(['a', 'b', 'c', 'd'], seededRandom(3));
    const drawn = Array.from({ length: 10_000 }, pick);
    const count = (item: string): number => drawn.filter((other) => other === item).length;
    expect(count('a') / count('b')).toBeCloseTo(2, 0);
    expect(count('d')).toBeGreaterThan(0);
  });
});
