import * as fc from 'fast-check';
import { BestOf } from './best-of';

describe('the best of many', () => {
  it('are the first of them in order', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ max: 40, min: 0 })), fc.nat(12), (values, limit) => {
        const items = values.map((value, at) => ({ value, at }));
        const compare = (one: (typeof items)[0], other: (typeof items)[0]) =>
          one.value - other.value || one.at - other.at;
        const best = new BestOf(limit, compare);
        for (const item of items) best.offer(item);
        expect(best.sorted()).toEqual([...items].sort(compare).slice(0, limit));
      }),
    );
  });

  it('may be asked for between offers', () => {
    const best = new BestOf<number>(2, (one, other) => one - other);
    best.offer(3);
    expect(best.sorted()).toEqual([3]);
    for (const item of [5, 1, 4]) best.offer(item);
    expect(best.sorted()).toEqual([1, 3]);
  });
});
