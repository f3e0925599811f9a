import fc from 'fast-check';
import { slicesOf } from './slices';

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
        const slices = slicesOf(items, size, most, (item) => item);
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
