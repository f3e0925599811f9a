import fc from 'fast-check';
import { idBefore, workInSlices, type IdRange, type SliceWork } from './id-slices';

const idOf = (n: number): string => `00000000-0000-0000-0000-${String(n + 1).padStart(12, '0')}`;

/** Memories in a list; a slice fails when a bad one is in it, or at random. */
function workOn(ids: readonly string[], bad: ReadonlySet<string>, failsNow: () => boolean = () => false) {
  const taken: string[] = [];
  const failed: string[] = [];
  const inRange = ({ after, until, limit }: IdRange): string[] =>
    ids.filter((id) => id > after && id <= until).slice(0, limit);
  const work: SliceWork = {
    take: async (range) => {
      const slice = inRange(range);
      if (failsNow() || slice.some((id) => bad.has(id))) throw new Error('refused');
      taken.push(...slice);
      return { last: slice.at(-1) ?? null, read: slice.length };
    },
    ids: async (range) => inRange(range),
    fail: async (id) => void failed.push(id),
  };
  return { work, taken, failed };
}

describe('work in slices of ids', () => {
  it('is done on each memory once, but for those that it fails for, whatever the size of the slices', async () => {
    const numbers = fc.nat({ max: 60 });
    await fc.assert(
      fc.asyncProperty(
        numbers,
        fc.array(numbers),
        fc.integer({ min: 1, max: 70 }),
        async (count, places, limit) => {
          const ids = Array.from({ length: count }, (_, n) => idOf(n));
          const bad = new Set(places.map(idOf).filter((id) => ids.includes(id)));
          const { work, taken, failed } = workOn(ids, bad);
          await workInSlices(work, limit);
          expect(taken).toEqual(ids.filter((id) => !bad.has(id)));
          expect(failed).toEqual(ids.filter((id) => bad.has(id)));
        },
      ),
    );
  });

  it('is done again where it failed once', async () => {
    const ids = Array.from({ length: 10 }, (_, n) => idOf(n));
    let calls = 0;
    const { work, taken, failed } = workOn(ids, new Set(), () => calls++ % 2 === 0);
    await workInSlices(work, 4);
    expect(taken).toEqual(ids);
    expect(failed).toEqual([]);
  });

  it('is done on the memories of a range, its first and its last included', async () => {
    const ids = Array.from({ length: 20 }, (_, n) => idOf(n));
    const { work, taken } = workOn(ids, new Set());
    await workInSlices(work, 4, { after: idBefore(idOf(3)), until: idOf(12) });
    expect(taken).toEqual(ids.slice(3, 13));
  });

  it('ends when the database is away', async () => {
    const ids = Array.from({ length: 10 }, (_, n) => idOf(n));
    const { work } = workOn(ids, new Set());
    const take = jest.fn().mockRejectedValue(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }));
    await expect(workInSlices({ ...work, take }, 4)).rejects.toThrow('refused');
    expect(take).toHaveBeenCalledTimes(2);
  });
});

describe('the id before', () => {
  it.each([
    ['00000000-0000-0000-0000-000000000001', '00000000-0000-0000-0000-000000000000'],
    ['0190a000-0000-0000-0000-000000000000', '01909fff-ffff-ffff-ffff-ffffffffffff'],
  ])('of %s is %s', (id, before) => {
    expect(idBefore(id)).toBe(before);
  });
});
