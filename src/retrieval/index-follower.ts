import type { ChangeFeed, FeedChanges, FeedCursor } from './change-feed';
import type { IndexDocument } from './index-document';
import { MemoryIndex } from './memory-index';
import type { TimeSlices } from './time-slices';

/** An index, and the point up to which it holds the changes of its namespace. */
export interface FollowedIndex {
  index: MemoryIndex;
  cursor: FeedCursor;
}

/** A build takes memory for this many rows at a time. */
const PAGE = 2000;
/** Reading this many changes costs less than a rebuild of any index worth keeping. */
const MIN_CHANGES = 2000;
/** The changes during a build have no limit: they are few, and a further build would meet them again. */
const ALL_CHANGES = 2 ** 31 - 2;
/** A server that goes away, or a namespace that is made again, in three builds running is out of order. */
const MAX_BUILDS = 3;

/** Makes indexes from a change feed and brings them up to date. */
export class IndexFollower {
  constructor(
    private readonly feed: ChangeFeed,
    /** A budget of its own for each piece of work, since those of several namespaces interleave. */
    private readonly slices: () => TimeSlices,
  ) {}

  /**
   * An index of everything committed before the call, or null when the namespace does not exist. Throws when
   * the namespace does not stay the same for long enough, or the feed fails.
   */
  async build(namespace: string): Promise<FollowedIndex | null> {
    for (let attempt = 0; attempt < MAX_BUILDS; attempt++) {
      const cursor = await this.feed.start(namespace);
      if (cursor === null) return null;
      const followed = { index: await this.readAll(cursor), cursor };
      // The pages are of different moments; the changes since before the first of them make them one.
      const changes = await this.feed.changes(namespace, cursor, ALL_CHANGES);
      if (changes.kind === 'gone') return null;
      if (changes.kind === 'changes') return this.apply(followed, changes);
    }
    throw new Error(`The index of ${namespace} had to be started over ${MAX_BUILDS} times`);
  }

  /**
   * The index with everything committed before the call: the same one changed in place, or a new one where
   * that is cheaper or the only right way. Null when the namespace is gone. After a failure the former index
   * and cursor still go together, since applying a change twice is harmless.
   */
  async advance(namespace: string, followed: FollowedIndex): Promise<FollowedIndex | null> {
    // A feed that is larger than a rebuild is a rebuild.
    const limit = Math.max(MIN_CHANGES, followed.index.size);
    const changes = await this.feed.changes(namespace, followed.cursor, limit);
    switch (changes.kind) {
      case 'changes':
        return this.apply(followed, changes);
      case 'rebuild':
        return this.build(namespace);
      case 'gone':
        return null;
      default:
        return changes satisfies never;
    }
  }

  private async readAll(cursor: FeedCursor): Promise<MemoryIndex> {
    const index = new MemoryIndex(cursor.language, cursor.space);
    const slices = this.slices();
    let after: string | null = null;
    for (;;) {
      const page: IndexDocument[] = await this.feed.page(cursor, after, PAGE);
      await slices.forEach(page, (document) => index.upsert(document));
      const last = page.at(-1);
      if (last === undefined || page.length < PAGE) return index;
      after = last.id;
    }
  }

  /**
   * Deletions first: a memory that the same reading shows stored again is put back. Transaction ids could not
   * decide between the two, since they do not order writes. Readings follow each other, so a row read is as
   * new as anything indexed: it replaces what has another version, and read again changes nothing.
   *
   * A reading without changes, as most are, moves the cursor of the very same object.
   *
   * The state in between is not searched: those who waited for the former reading searched when it ended.
   */
  private async apply(
    followed: FollowedIndex,
    { cursor, changed, removed, embedded }: Extract<FeedChanges, { kind: 'changes' }>,
  ): Promise<FollowedIndex> {
    if (changed.length + removed.length + embedded.length === 0) return Object.assign(followed, { cursor });
    const { index } = followed;
    const slices = this.slices();
    await slices.forEach(removed, (id) => index.remove(id));
    await slices.forEach(changed, (document) => index.upsert(document));
    await slices.forEach(embedded, ({ id, vector }) => index.embed(id, vector));
    return { index: index.wantsCompaction ? await slices.run(index.compacted()) : index, cursor };
  }
}
