/** Both ends count; it has `buckets` parts of the same length. */
export interface Spans {
  since: Date;
  until: Date;
  buckets: number;
  /** Whether all times are within: then none is looked at, which takes a fifth of the time. */
  isWhole: boolean;
}

/** How many memories of a name were created in each part. */
export interface CountedName {
  name: string;
  /** The number of the part, from 0 on. */
  bucket: number;
  count: number;
}

export interface Bounds {
  first: Date | null;
  last: Date | null;
}

/** What became of memories between two moments; each memory counts once. */
export const CHANGES = ['learned', 'changed', 'superseded', 'forgotten'] as const;
export type ChangeName = (typeof CHANGES)[number];

export interface Changes {
  name: ChangeName;
  count: number;
  /** The newest changes, at most as many as were asked for. Deleted memories have none. */
  ids: string[];
}
