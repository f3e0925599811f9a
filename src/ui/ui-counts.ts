import type { Bounds } from '../backend/memory-counts';
import type { MemoryRecord } from '../memories/memory-record.dto';

/** What numbers are by. */
export const COUNTED_BY = ['type', 'tag', 'source', 'change', 'agent', 'client', 'certainty'] as const;
export type CountedBy = (typeof COUNTED_BY)[number];

export interface CountsQuery {
  by: CountedBy;
  /** Null: all that the grant is for. */
  agentId: string | null;
  /** Patterns of agents; null for all. */
  granted: readonly string[] | null;
  /** Null: since the first memory. */
  since: Date | null;
  /** Null: now. */
  until: Date | null;
  buckets: number;
  part: string | null;
}

export interface CountGroup {
  name: string;
  count: number;
  /** Of each part of the time; null where numbers are not by time. */
  counts: number[] | null;
  /** The newest; null where none are shown. */
  memories: MemoryRecord[] | null;
}

export interface Counts extends Bounds {
  since: Date;
  until: Date;
  /** The largest first; changes in their order. */
  groups: CountGroup[];
}
