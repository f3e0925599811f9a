import fc from 'fast-check';
import { RecentSet } from './recent-set';

it('a recent set knows the values that were added last, as many as it holds', () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 20 })), fc.integer({ min: 1, max: 10 }), (values, capacity) => {
      const set = new RecentSet<number>(capacity);
      const known: number[] = [];
      for (const value of values) {
        const isNew = !known.slice(-capacity).includes(value);
        expect(set.add(value)).toBe(isNew);
        if (isNew) known.push(value);
      }
    }),
  );
});
