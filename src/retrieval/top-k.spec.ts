import fc from 'fast-check';
import { TopK } from './top-k';

describe('TopK', () => {
  it('keeps the best in order, as sorting everything would', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer()), fc.nat(12), (items, limit) => {
        const best = new TopK(limit, (a, b) => a > b);
        for (const item of items) best.offer(item);
        expect(best.sorted()).toEqual(items.toSorted((a, b) => b - a).slice(0, limit));
      }),
    );
  });
});
