import type { Language } from '../common/languages';
import type { Metadata } from '../common/metadata';
import type { VectorSpace } from './vectors';

/** A memory as the index needs it. */
export interface IndexDocument {
  id: string;
  /** Position in storage order, kept by edits; unique within its namespace. */
  order: number;
  /** Id of the transaction that wrote the memory last. It only distinguishes contents: ids do not follow commit order. */
  version: number;
  /** The thread, file or session that it is part of; null for none. Neighbours are of the same group. */
  group: string | null;
  /** Whether the group is one thread by itself, as a file is; in a session only turns belong to one. */
  isThread: boolean;
  /** Title and content, as they are searched. Null: unchanged since it was indexed, like the vector. */
  text: string | null;
  type: string;
  tags: readonly string[];
  source: string;
  /** Whom or what it is for; null for none. */
  scope: string | null;
  metadata: Metadata;
  /** The reference of the client; null for none, or for one that the service gave. */
  sourceRef: string | null;
  status: 'active' | 'expired';
  /** Milliseconds since the epoch. */
  createdAt: number;
  /** Other words for what it is about. */
  names: readonly string[];
  /** What it is about: of the active documents of one key and scope, the newest holds. */
  key: string | null;
  /** In milliseconds since the epoch, half-open; null for no start, or no end. */
  validFrom: number | null;
  validTo: number | null;
  /** Whether it says of itself that it no longer holds. */
  isPast: boolean;
  isSuperseded: boolean;
  /** In the space of the feed's cursor, see `quantize`; null when it is not embedded, or when `text` is null. */
  vector: Int8Array | null;
}

/** A point in the history of a namespace. */
export interface FeedCursor {
  /** Another id under the same name means that the namespace was dropped and recreated. */
  namespaceId: string;
  /** Identifies the running database server, because each server counts its own transactions. */
  server: string;
  /** The oldest transaction that was not finished at this point; the index holds everything before it. */
  xmin: string;
  /** The language of the namespace's texts; it never changes. */
  language: Language;
  /** The space of its vectors, null for none. Another space means a rebuild. */
  space: VectorSpace | null;
}

/** The vector of an indexed document, from `quantize`. */
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
      /** The state of the index after a slice without a rest. */
      cursor: FeedCursor;
      /** The current state of memories written since, without the texts that are older than the cursor. */
      changed: IndexDocument[];
      /** Memories deleted since. Apply them first: a memory that was stored again is in `changed` of a later slice. */
      removed: string[];
      /** Vectors written since. Apply them last, and ignore those of unknown documents. */
      embedded: EmbeddedDocument[];
      /** Where the next slice starts, null after the last; equal to `from` when the limit is too small. */
      rest: string | null;
    }
  /** Only a new index is right: another server or space, pruned deletions, or a recreated namespace. */
  | { kind: 'rebuild' }
  | { kind: 'gone' };

/** How much an index of a namespace will hold. */
export interface FeedExtent {
  documents: number;
  /** Of the vectors; 0 without vectors. */
  dimensions: number;
}

/** The changes that an index follows. Searches of the namespace wait for each call, so every call needs a time-out. */
export interface ChangeFeed {
  /** A cursor from which `changes` misses nothing committed after this call. Null: the namespace does not exist. */
  start(namespace: string): Promise<FeedCursor | null>;

  /** The extent of a namespace; zeros if it does not exist. */
  extent(namespace: string): Promise<FeedExtent>;

  /** Documents with their texts, by id, after `afterId`. Fewer than `limit` means the end. */
  page(cursor: FeedCursor, afterId: string | null, limit: number): Promise<IndexDocument[]>;

  /**
   * What was committed since the cursor, from one snapshot no older than this call. It may repeat known rows, which is
   * harmless; after the last slice the index holds what that slice's snapshot shows.
   */
  changes(namespace: string, cursor: FeedCursor, slice: FeedSlice): Promise<FeedChanges>;
}

/**
 * The version of a namespace as the session look-up read it: the namespace's id, the server, the id of the space of its
 * vectors (0: none) and the newest transaction that wrote or deleted anything in it (0: none), separated by spaces.
 */
export type NamespaceVersion = string;

/** The parts of a cursor that are compared with a version. */
export type VersionedCursor = Pick<FeedCursor, 'namespaceId' | 'server' | 'xmin' | 'space'>;

/** The cursor of a snapshot that was taken after this version was read, without a space. */
export function cursorAt(version: NamespaceVersion, xmin: string): VersionedCursor {
  const [namespaceId = '', server = ''] = version.split(' ');
  return { namespaceId, server, xmin, space: null };
}

/**
 * Whether the cursor includes everything in the version: all its transactions had finished before the cursor's
 * snapshot. `withVectors`: whether another space is another feed.
 */
export function isAtVersion(
  cursor: VersionedCursor,
  version: NamespaceVersion,
  withVectors: boolean,
): boolean {
  const [namespaceId, server, space, newest = ''] = version.split(' ');
  return (
    namespaceId === cursor.namespaceId &&
    server === cursor.server &&
    (!withVectors || space === String(cursor.space?.id ?? 0)) &&
    BigInt(newest) < BigInt(cursor.xmin)
  );
}
