import fc from 'fast-check';
import { inParallel, slicesOf, weightedSlicesOf } from './slices';

it('slices hold every item once, in order, and no slice too many', () => {
  fc.assert(
    fc.property(fc.array(fc.nat()), fc.integer({ min: 1, max: 7 }), (items, size) => {
      const slices = slicesOf(items, size);
      expect(slices.flat()).toEqual(items);
      expect(slices.every(({ length }) => length >= 1 && length <= size)).toBe(true);
    }),
  );
});

it('weighted slices hold every item once, in order, and neither too many nor too much', () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat({ max: 20 })),
      fc.integer({ min: 1, max: 5 }),
      fc.nat({ max: 30 }),
      (items, size, most) => {
        const slices = weightedSlicesOf(items, size, most, (item) => item);
        expect(slices.flat()).toEqual(items);
        for (const slice of slices) {
          const weight = slice.reduce((sum, item) => sum + item, 0);
          expect(slice.length >= 1 && slice.length <= size && (weight <= most || slice.length === 1)).toBe(
            true,
          );
        }
      },
    ),
  );
});

describe('work in parallel', () => {
  it('gives results in order, never doing more at a time than it may', async () => {
    let open = 0;
    let most = 0;
    const results = await inParallel([...Array(20).keys()], 4, async (item) => {
      most = Math.max(most, ++open);
      await new Promise(setImmediate);
      open--;
      return item * 2;
    });
    expect(results).toEqual([...Array(20).keys()].map((item) => item * 2));
    expect(most).toBe(4);
  });

  it('begins nothing more once something has failed', async () => {
    const begun: number[] = [];
    const work = inParallel([...Array(20).keys()], 2, (item) => {
      begun.push(item);
      return item === 1 ? Promise.reject(new Error('no')) : new Promise(setImmediate);
    });
    await expect(work).rejects.toThrow('no');
    await new Promise(setImmediate);
    expect(begun.length).toBeLessThan(5);
  });

  it('is nothing for nothing', async () => {
    expect(await inParallel([], 4, () => Promise.reject(new Error('no')))).toEqual([]);
  });
});
