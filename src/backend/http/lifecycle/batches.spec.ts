import * as fc from 'fast-check';
import { Batches } from './batches';

/** Takes all but the bad ones, with which a whole batch fails; half of it is done then. */
function workOn(bad: ReadonlySet<number>) {
  const done: number[] = [];
  const failed: number[] = [];
  const sizes: number[] = [];
  const batches = new Batches<number>({
    take: (items) => {
      sizes.push(items.length);
      if (items.some((item) => bad.has(item))) return Promise.reject(new Error('bad'));
      done.push(...items);
      return Promise.resolve(items.length);
    },
    fail: (item) => {
      failed.push(item);
      return Promise.resolve();
    },
  });
  return { batches, done, failed, sizes };
}

describe('batches', () => {
  it('do the work on each once, in order, but for those that it fails for by themselves', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(350), fc.uniqueArray(fc.nat(350), { maxLength: 5 }), async (count, bad) => {
        const { batches, done, failed, sizes } = workOn(new Set(bad));
        const items = Array.from({ length: count }, (_, n) => n);
        for (const item of items) await batches.add(item);
        await batches.flush();
        expect(done).toEqual(items.filter((item) => !bad.includes(item)));
        expect(failed).toEqual(items.filter((item) => bad.includes(item)));
        expect(batches.done).toBe(done.length);
        expect(Math.max(0, ...sizes)).toBeLessThanOrEqual(100);
      }),
    );
  });

  it('end where it cannot go on', async () => {
    const batches = new Batches<number>({
      take: () => Promise.reject(new Error('away')),
      fail: () => Promise.reject(new Error('away')),
    });
    await batches.add(1);
    await batches.add(2);
    await expect(batches.flush()).rejects.toThrow('away');
  });
});
