import { bulkhead } from 'cockatiel';
import type { ChangeFeed, FeedChanges, FeedCursor, IndexDocument } from './change-feed';
import { MemoryIndex, TextMissing } from './memory-index';
import type { TimeSlices } from './time-slices';

/** An index, and the point up to which it holds the changes of its namespace. */
export interface FollowedIndex {
  index: MemoryIndex;
  cursor: FeedCursor;
}

/** A build, and a reading of changes, takes memory for this many rows at a time ... */
const PAGE = 2000;
/** ... and a build for about so many UTF-16 units of text, where it begins with a few rows to see how long they are. */
const PAGE_TEXT = 2_000_000;
const FIRST_PAGE = 200;
/** Reading this many changes costs less than a rebuild of any index worth keeping. */
const MIN_CHANGES = 2000;
/** A server that goes away, or a namespace that is made again, in three builds running is out of order. */
const MAX_BUILDS = 3;
/**
 * At a time, of all namespaces: an index that is being built counts towards no budget of memory, and many that are
 * built at a time are all late. Not fewer, lest large ones keep small ones waiting.
 */
const BUILDS_AT_A_TIME = 8;
/** Of a slice that did not end behind its start, as one with a large transaction. */
const LIMIT_GROWTH = 4;

/** Makes indexes from a change feed and brings them up to date. */
export class IndexFollower {
  private readonly turns = bulkhead(BUILDS_AT_A_TIME, Number.POSITIVE_INFINITY);

  constructor(
    private readonly feed: ChangeFeed,
    private readonly slices: TimeSlices,
  ) {}

  /**
   * An index of everything committed before the call, or null when the namespace does not exist. Throws when
   * the namespace does not stay the same for long enough, or the feed fails.
   */
  build(namespace: string): Promise<FollowedIndex | null> {
    return this.turns.execute(() => this.buildNow(namespace));
  }

  /**
   * The index with everything committed before the call: the same one changed in place, or a new one where
   * that is cheaper or the only right way. Null when the namespace is gone. After a failure the former index
   * and cursor still go together, since applying a change twice is harmless.
   */
  async advance(namespace: string, followed: FollowedIndex): Promise<FollowedIndex | null> {
    // A feed that is larger than a rebuild is a rebuild.
    const most = Math.max(MIN_CHANGES, followed.index.size);
    const advanced = await this.follow(namespace, followed, most);
    if (advanced === 'gone') return null;
    return advanced === 'rebuild' ? this.build(namespace) : advanced;
  }

  private async buildNow(namespace: string): Promise<FollowedIndex | null> {
    for (let attempt = 0; attempt < MAX_BUILDS; attempt++) {
      const cursor = await this.feed.start(namespace);
      if (cursor === null) return null;
      const index = await this.readAll(cursor);
      // The pages are of different moments; the changes since before the first of them make them one. They have
      // no limit: a further build would meet them again.
      const followed = await this.follow(namespace, { index, cursor }, Infinity);
      if (followed === 'gone') return null;
      if (followed !== 'rebuild') return followed;
    }
    throw new Error(`The index of ${namespace} had to be started over ${MAX_BUILDS} times`);
  }

  private async readAll(cursor: FeedCursor): Promise<MemoryIndex> {
    const index = new MemoryIndex(cursor.language, cursor.space);
    let after: string | null = null;
    let limit = FIRST_PAGE;
    for (;;) {
      const page: IndexDocument[] = await this.feed.page(cursor, after, limit);
      await this.slices.forEachInSteps(page, (document) => index.upsertInSteps(document));
      const last = page.at(-1);
      if (last === undefined || page.length < limit) return index;
      after = last.id;
      limit = rowsFor(PAGE_TEXT, page);
    }
  }

  /**
   * Applies what was committed since, slice by slice, so that a long absence takes no more memory than a short
   * one. The state in between is not searched: those who waited for the former reading searched when it ended.
   *
   * A reading without changes, as most are, moves the cursor of the very same object.
   */
  private async follow(
    namespace: string,
    followed: FollowedIndex,
    most: number,
  ): Promise<FollowedIndex | 'rebuild' | 'gone'> {
    const { index, cursor } = followed;
    let slice = { from: cursor.xmin, limit: PAGE };
    let read = 0;
    for (;;) {
      const changes = await this.feed.changes(namespace, cursor, slice);
      if (changes.kind !== 'changes') return changes.kind;
      read += changes.changed.length + changes.removed.length + changes.embedded.length;
      if (read > most) return 'rebuild';
      if (!(await this.apply(index, changes))) return 'rebuild';
      if (changes.rest === null) {
        if (read === 0) return Object.assign(followed, { cursor: changes.cursor });
        return { index: await this.compacted(index), cursor: changes.cursor };
      }
      const isStuck = changes.rest === slice.from;
      slice = { from: changes.rest, limit: isStuck ? slice.limit * LIMIT_GROWTH : PAGE };
    }
  }

  /**
   * Whether the changes fit the index. Readings follow each other, so a row read is as new as anything indexed:
   * it replaces what has another version, and read again changes nothing.
   */
  private async apply(
    index: MemoryIndex,
    { changed, removed, embedded }: Extract<FeedChanges, { kind: 'changes' }>,
  ): Promise<boolean> {
    try {
      await this.slices.forEach(removed, (id) => index.remove(id));
      await this.slices.forEachInSteps(changed, (document) => index.upsertInSteps(document));
      await this.slices.forEach(embedded, ({ id, vector }) => index.embed(id, vector));
      return true;
    } catch (error) {
      if (error instanceof TextMissing) return false;
      throw error;
    }
  }

  private compacted(index: MemoryIndex): MemoryIndex | Promise<MemoryIndex> {
    return index.wantsCompaction ? this.slices.run(index.compacted()) : index;
  }
}

/** How many rows such as these hold so much text: 1 to a page. */
function rowsFor(text: number, rows: readonly IndexDocument[]): number {
  const length = rows.reduce((sum, row) => sum + (row.text?.length ?? 0), 0);
  return Math.min(PAGE, Math.max(1, Math.floor((text * rows.length) / Math.max(1, length))));
}
