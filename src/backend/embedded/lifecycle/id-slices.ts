import { isDatabaseUnavailable } from '../../../database/database-errors';

export interface IdRange {
  /** Exclusive. */
  after: string;
  /** Inclusive. */
  until: string;
  /** At most so many, the first ones. */
  limit: number;
}

export interface IdSlice {
  /** The last id; null when there is none in the range. */
  last: string | null;
  read: number;
}

export interface SliceWork {
  /**
   * Does the work on a range. Doing it again must do no harm: it may have failed after it was done. `isRetry`:
   * it failed before on these memories, and may hold their rows for a moment yet.
   */
  take(range: IdRange, isRetry: boolean): Promise<IdSlice>;
  /** The ids of a range that could not be worked on. */
  ids(range: IdRange): Promise<string[]>;
  /** Called with the memory that fails by itself, which is the only one in the range. */
  fail(id: string, range: IdRange, error: unknown): Promise<void>;
}

/** Before every id, and the last. */
export const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';
export const LAST = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

export function idBefore(id: string): string {
  const before = BigInt(`0x${id.replaceAll('-', '')}`) - 1n;
  const digits = before.toString(16).padStart(32, '0');
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/**
 * Works on all memories of a namespace, or on those of a range, in slices. One that fails is done again, then by halves, down to the memory
 * that it fails for; the work goes on without that one. Rejects when the database is away.
 */
export async function workInSlices(
  work: SliceWork,
  limit: number,
  { after: from, until }: Omit<IdRange, 'limit'> = { after: BEFORE_ALL, until: LAST },
): Promise<void> {
  let after: string | null = from;
  while (after !== null) {
    const range: IdRange = { after, until, limit };
    const { last, read }: IdSlice = await work.take(range, false).catch(() => retry(work, range));
    after = read < limit ? null : last;
  }
}

async function retry(work: SliceWork, range: IdRange): Promise<IdSlice> {
  try {
    return await work.take(range, true);
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error;
    return divide(work, range, error);
  }
}

async function divide(work: SliceWork, range: IdRange, error: unknown): Promise<IdSlice> {
  const ids = await work.ids(range);
  const last = ids.at(-1);
  if (last === undefined) return { last: null, read: 0 };
  const middle = ids[Math.floor(ids.length / 2) - 1];
  if (middle === undefined) {
    await work.fail(last, { ...range, until: last }, error);
  } else {
    await retry(work, { ...range, until: middle });
    await retry(work, { ...range, after: middle, until: last });
  }
  return { last, read: ids.length };
}
