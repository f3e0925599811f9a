import { PIECE_BYTES } from '../../../retrieval/image-pieces';
import type { LargeSegment } from './segments.repository';
import { loadLarge } from './start-loading';

const ROOM = 1.25;

/** Which of the segments, as the database lists them, are loaded into so much memory, in their order. */
async function loaded(chunks: readonly number[], free: number, stopAfter = Infinity): Promise<number[]> {
  const sizes = new Map(chunks.map((count, at) => [`agent-${at}`, count]));
  const listed: LargeSegment[] = [...sizes].map(([namespace, count]) => ({ namespace, chunks: count }));
  const order: number[] = [];
  const stopping = new AbortController();
  const load = async (namespace: string): Promise<void> => {
    order.push(sizes.get(namespace) ?? 0);
    if (order.length >= stopAfter) stopping.abort();
    await Promise.resolve();
  };
  const rows = { findLarge: () => Promise.resolve(listed) };
  await loadLarge(rows, [...sizes.keys()], { free, load }, stopping.signal);
  return order;
}

describe('the large indexes that a start loads', () => {
  it('are all, the largest first, when they fit', async () => {
    expect(await loaded([40, 9, 4], 53 * PIECE_BYTES * ROOM)).toEqual([40, 9, 4]);
  });

  it('leave out one that does not fit, and have smaller ones in its place', async () => {
    expect(await loaded([40, 9, 4], 20 * PIECE_BYTES * ROOM)).toEqual([9, 4]);
  });

  it('are none without memory', async () => {
    expect(await loaded([4], 0)).toEqual([]);
  });

  it('end when the process stops', async () => {
    expect(await loaded([40, 30, 20, 10], Infinity, 2)).toEqual([40, 30]);
  });
});
