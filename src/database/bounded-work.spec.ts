import fc from 'fast-check';
import { inSlices } from './bounded-work';

describe('work in slices', () => {
  it('goes on from where the last slice ended, to the end, and counts what all of them changed', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(50), fc.integer({ min: 1, max: 7 }), async (rows, size) => {
        const seen: number[] = [];
        const touched = await inSlices(0, async (after) => {
          const slice = Array.from({ length: rows }, (_, at) => at + 1).slice(after, after + size);
          seen.push(...slice);
          return { last: slice.at(-1) ?? null, touched: slice.filter((row) => row % 2 === 0).length };
        });
        expect(seen).toEqual(Array.from({ length: rows }, (_, at) => at + 1));
        expect(touched).toBe(Math.floor(rows / 2));
      }),
    );
  });

  it('ends with the first slice that fails', async () => {
    const slice = jest.fn().mockRejectedValue(new Error('gone'));
    await expect(inSlices(0, slice)).rejects.toThrow('gone');
    expect(slice).toHaveBeenCalledTimes(1);
  });
});
