import type { FeedCursor } from './change-feed';

/**
 * The version of a namespace as the session look-up read it: the namespace's id, the server, the id of the space of its
 * vectors (0: none) and the newest transaction that wrote or deleted anything in it (0: none), separated by spaces.
 */
export type NamespaceVersion = string;

/** The parts of a cursor that are compared with a version. */
export type VersionedCursor = Pick<FeedCursor, 'namespaceId' | 'server' | 'xmin' | 'space'>;

/**
 * Whether the changes up to the cursor include everything in the version: every transaction of the namespace that was
 * committed by then had finished before the cursor's snapshot. `withVectors`: whether the feed reads vectors, so that
 * another space is another feed.
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
