/** How an index came into memory, or why a stored segment was not used. */
export type IndexOrigin = 'built' | 'loaded';

/** Why the rows were read although there was a segment. */
export type SegmentRefusal = 'version' | 'server' | 'damaged' | 'failed' | 'stale';

interface StartCount {
  count: number;
  seconds: number;
}

interface IndexCounts {
  starts: Record<IndexOrigin, StartCount>;
  evictions: number;
  /** Searches that found an index in memory, and those that waited for one to be built or loaded. */
  searches: { warm: number; cold: number };
  refusals: Record<SegmentRefusal, number>;
  /** Segments that were written, and attempts that ended otherwise. */
  segments: { written: number; dropped: number; failed: number };
}

/** The recall indexes of this process since it started. */
export const indexCounts: IndexCounts = {
  starts: { built: { count: 0, seconds: 0 }, loaded: { count: 0, seconds: 0 } },
  evictions: 0,
  searches: { warm: 0, cold: 0 },
  refusals: { version: 0, server: 0, damaged: 0, failed: 0, stale: 0 },
  segments: { written: 0, dropped: 0, failed: 0 },
};

export function countStart(origin: IndexOrigin, milliseconds: number): void {
  indexCounts.starts[origin].count++;
  indexCounts.starts[origin].seconds += milliseconds / 1000;
}
