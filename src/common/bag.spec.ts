import fc from 'fast-check';
import { megabytesGrownOld } from '../../test/support/grown-old';
import { Bag } from './bag';

const step = fc.record({ item: fc.nat({ max: 9 }), does: fc.constantFrom('add', 'delete') });

describe('Bag', () => {
  it('holds what a set would', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 100, size: 'max' }), (steps) => {
        const items = Array.from({ length: 10 }, (_, n) => ({ n }));
        const bag = new Bag<{ n: number }>();
        const set = new Set<{ n: number }>();
        for (const { item, does } of steps) {
          bag[does](items[item]!);
          set[does](items[item]!);
          expect(bag.size).toBe(set.size);
        }
        expect(new Set(bag)).toEqual(set);
        for (const item of items) expect(bag.has(item)).toBe(set.has(item));
      }),
    );
  });

  it('lets what was in it go in collections of the young generation', () => {
    // Of a Set, 4 to 14 MB would be there.
    expect(megabytesGrownOld({ script: FILLING, warmUp: 500, count: 75_000 })).toBeLessThan(1);
  });
});

const FILLING = `
  const { Bag } = require(${JSON.stringify(require.resolve('./bag'))});
  const bag = new Bag();
  const fill = (count) => {
    for (let n = 0; n < count; n++) {
      const items = [0, 1, 2, 3].map(() => ({ held: new Array(100).fill(n) }));
      for (const item of items) bag.add(item);
      for (const item of items) bag.delete(item);
    }
  };
`;
