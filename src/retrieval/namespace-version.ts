import type { FeedCursor } from './change-feed';

/**
 * The version of a namespace as the session look-up read it: the namespace's id, the server, the id of the space of its
 * vectors (0: none) and the newest transaction that wrote or deleted anything in it (0: none), separated by spaces.
 */
export type NamespaceVersion = string;

/** What of a cursor a mark is compared with. */
export type VersionedCursor = Pick<FeedCursor, 'namespaceId' | 'server' | 'xmin' | 'space'>;

/**
 * Whether what was read up to the cursor holds all that the mark knows of: where every transaction of the namespace that
 * had been committed by then was finished before the cursor's snapshot. `withVectors`: whether the feed reads vectors,
 * so that another space is another course.
 */
export function holdsMark(cursor: VersionedCursor, mark: NamespaceVersion, withVectors: boolean): boolean {
  const [namespaceId, server, space, newest = ''] = mark.split(' ');
  return (
    namespaceId === cursor.namespaceId &&
    server === cursor.server &&
    (!withVectors || space === String(cursor.space?.id ?? 0)) &&
    BigInt(newest) < BigInt(cursor.xmin)
  );
}
