import type { Language } from '../common/languages';
import type { VectorSpace } from './vectors';

/** A memory as the index needs it. */
export interface IndexDocument {
  id: string;
  /** Position in storage order, kept by edits; unique within its namespace. */
  order: number;
  /**
   * Id of the transaction that wrote the memory last. It tells contents apart and nothing else: these ids
   * are given out when a transaction first writes, so a later write may carry a smaller one.
   */
  version: number;
  /** What it is a piece of, such as a session or a file; null for a document that stands alone. */
  group: string | null;
  /** What is searched: the caller composes it from title and content. Null: as it was indexed, and so the vector. */
  text: string | null;
  type: string;
  tags: readonly string[];
  source: string;
  status: 'active' | 'expired';
  /** Milliseconds since the epoch. */
  createdAt: number;
  /** Of the space of the feed's cursor, see `quantize`; null where it is not embedded (yet), or without a text. */
  vector: Int8Array | null;
}

/** A point in the history of a namespace. */
export interface FeedCursor {
  /** Another one under the same name means that the namespace was dropped and made again. */
  namespaceId: string;
  /** Identifies the running database server: another one counts its transactions otherwise. */
  server: string;
  /** The oldest transaction that was not finished at this point; everything before it has been seen. */
  xmin: string;
  /** Of the texts of the namespace; it never changes. */
  language: Language;
  /** Of the vectors of its documents; null where there are none. Another space is a rebuild. */
  space: VectorSpace | null;
}

/** A vector of a document that is known already, as `quantize` gives it. */
export interface EmbeddedDocument {
  id: string;
  vector: Int8Array;
}

/** A part of what was committed since a cursor, in the order of the transactions. */
export interface FeedSlice {
  /** A transaction: the cursor's `xmin` first, then `rest` of the slice before. */
  from: string;
  /** Of changed, of removed and of embedded documents each. */
  limit: number;
}

export type FeedChanges =
  | {
      kind: 'changes';
      /** Where the index stands once a slice without a rest is applied. */
      cursor: FeedCursor;
      /** As they stand now: memories written since. Those whose text was written before the cursor come without. */
      changed: IndexDocument[];
      /**
       * Memories deleted since, to be applied first: one that was stored again is in `changed` of a later slice, or
       * not here.
       */
      removed: string[];
      /**
       * As they stand now: vectors written since. To be applied after the others; those of documents that are
       * not there mean nothing.
       */
      embedded: EmbeddedDocument[];
      /** Where the next slice starts, null after the last; equal to `from` when the limit is too small. */
      rest: string | null;
    }
  /** Another server or space, deletions that are forgotten, or the namespace made again: only a new index is right. */
  | { kind: 'rebuild' }
  | { kind: 'gone' };

/** What the index follows. Every reading must end by itself: the searches of its namespace wait for it. */
export interface ChangeFeed {
  /**
   * A cursor such that reading changes from it later misses nothing committed after this call. Null when the
   * namespace does not exist.
   */
  start(namespace: string): Promise<FeedCursor | null>;

  /**
   * Documents in the order of their ids after `afterId` (null: from the first), at most `limit`; fewer than
   * `limit` means the end. All with their texts.
   */
  page(cursor: FeedCursor, afterId: string | null, limit: number): Promise<IndexDocument[]>;

  /**
   * What was committed since the cursor, rows and deletions from one snapshot no older than this call; rows
   * that were read before may come again, which is harmless. Applied one after the other, the slices leave what
   * the snapshot of the last one shows.
   */
  changes(namespace: string, cursor: FeedCursor, slice: FeedSlice): Promise<FeedChanges>;
}
