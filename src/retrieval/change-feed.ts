import type { IndexDocument } from './index-document';
import type { Language } from '../common/languages';
import type { VectorSpace } from './vector-space';

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

export type FeedChanges =
  | {
      kind: 'changes';
      cursor: FeedCursor;
      /** As they stand now: memories written since the former cursor. */
      changed: IndexDocument[];
      /**
       * Memories deleted since the former cursor. One that is also in `changed` was stored again and lives,
       * whatever the versions say (see `IndexDocument.version`).
       */
      removed: string[];
      /**
       * As they stand now: vectors written since the former cursor. To be applied after the others; those of
       * documents that are not there mean nothing.
       */
      embedded: EmbeddedDocument[];
    }
  /** More than the limit, another server or space, or the namespace made again: only a new index is right. */
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
   * `limit` means the end.
   */
  page(cursor: FeedCursor, afterId: string | null, limit: number): Promise<IndexDocument[]>;

  /**
   * What was committed since the cursor, rows and deletions from one snapshot no older than this call; rows
   * that were read before may come again, which is harmless.
   */
  changes(namespace: string, cursor: FeedCursor, limit: number): Promise<FeedChanges>;
}
