import { bulkhead } from 'cockatiel';
import type { ChangeFeed, FeedChanges, FeedCursor, FeedExtent, IndexDocument } from './change-feed';
import { countStart, indexCounts } from './index-counts';
import type { IndexImage } from './index-image';
import { MemoryIndex, TextMissing } from './memory-index';
import type { TimeSlices } from './time-slices';

/** How far an index is from its stored segment. It belongs to an index from its start to its end. */
export interface SegmentDrift {
  /** False also after a deletion: a segment is removed when something in it was deleted. */
  isStored: boolean;
  /** Since the segment was stored, or since the index was built. */
  changes: number;
  /** On the clock of `performance.now()`: no segment is written before. */
  notBefore: number;
}

/** An index, and the point up to which it holds the changes of its namespace. */
export interface FollowedIndex {
  index: MemoryIndex;
  cursor: FeedCursor;
  drift: SegmentDrift;
}

/** Stored images of indexes. An index can always be built without them. */
export interface SegmentSource {
  /** The index as it was stored; null when there is none, or none that can be trusted. Never rejects. */
  load(namespace: string, slices: TimeSlices): Promise<FollowedIndex | null>;
}

/** Builds indexes elsewhere than on the event loop. */
export interface IndexBuilder {
  /** `failed`: the index is to be built on the event loop. */
  build(namespace: string): Promise<{ cursor: FeedCursor; image: IndexImage } | 'gone' | 'failed'>;
}

/** A thread takes half a second to start, in which the event loop builds a good part of an index of this size. */
const LARGE_INDEX = 100_000;

/** Most rows in memory at a time. */
const PAGE = 2000;
/** About the most UTF-16 units of text in memory at a time; the first page shows how long the texts are. */
const PAGE_TEXT = 2_000_000;
const FIRST_PAGE = 200;
/** Reading this many changes costs less than a rebuild of any index worth keeping. */
const MIN_CHANGES = 2000;
const MAX_BUILDS = 3;
/** Over all namespaces. Unfinished indexes count towards no budget; with fewer, large builds would block small ones. */
const CONCURRENT_BUILDS = 8;
/** For a slice that is smaller than one transaction. */
const LIMIT_GROWTH = 4;

export interface FollowerOptions {
  /** Default: none. */
  segments?: SegmentSource;
  /** Documents from which an index may have a segment; for smaller ones none is looked for. Default 0. */
  leastStored?: number;
  /** Documents from which an index is large; default LARGE_INDEX. */
  large?: number;
  /** Builds large indexes; default: none does. */
  builder?: IndexBuilder | null;
  /** Is called before a large index is built, and throws when it may not be. */
  admit?: (namespace: string, extent: FeedExtent) => void;
}

/** Builds indexes from a change feed and brings them up to date. */
export class IndexFollower {
  private readonly builds = bulkhead(CONCURRENT_BUILDS, Number.POSITIVE_INFINITY);

  constructor(
    private readonly feed: ChangeFeed,
    private readonly slices: TimeSlices,
    private readonly options: FollowerOptions = {},
  ) {}

  /** An index of everything committed before the call; null when the namespace does not exist. */
  async build(namespace: string): Promise<FollowedIndex | null> {
    const { large = LARGE_INDEX, leastStored = 0, admit } = this.options;
    const extent = await this.feed.extent(namespace);
    if (extent.documents < large) {
      const mayBeStored = extent.documents >= leastStored;
      return this.builds.execute(() => this.start(namespace, mayBeStored, () => this.buildNow(namespace)));
    }
    admit?.(namespace, extent);
    return this.start(namespace, true, () => this.buildLarge(namespace));
  }

  /** `mayBeStored`: whether to look for a segment. */
  private async start(
    namespace: string,
    mayBeStored: boolean,
    build: () => Promise<FollowedIndex | null>,
  ): Promise<FollowedIndex | null> {
    const begun = performance.now();
    const loaded = mayBeStored ? await this.loadNow(namespace) : 'rebuild';
    const started = loaded === 'rebuild' ? await build() : loaded;
    if (started !== null) countStart(loaded === 'rebuild' ? 'built' : 'loaded', performance.now() - begun);
    return started;
  }

  /**
   * Brings the index up to date in place, or rebuilds it where that is cheaper or necessary; null when the namespace is
   * gone. After a failure the index can be used again, because applying a change twice is harmless.
   */
  async advance(namespace: string, followed: FollowedIndex): Promise<FollowedIndex | null> {
    const most = Math.max(MIN_CHANGES, followed.index.size);
    const advanced = await this.follow(namespace, followed, most);
    if (advanced === 'gone') return null;
    return advanced === 'rebuild' ? this.build(namespace) : advanced;
  }

  /** The stored segment with the changes since it was stored. */
  private async loadNow(namespace: string): Promise<FollowedIndex | 'rebuild' | null> {
    const stored = await this.options.segments?.load(namespace, this.slices);
    if (!stored) return 'rebuild';
    const followed = await this.follow(namespace, stored, Math.max(MIN_CHANGES, stored.index.size));
    if (followed === 'rebuild') indexCounts.refusals.stale++;
    return followed === 'gone' ? null : followed;
  }

  /** Builds an index by the builder; in this thread if that fails, or if its image is too old to be followed. */
  private async buildLarge(namespace: string): Promise<FollowedIndex | null> {
    const built = (await this.options.builder?.build(namespace)) ?? 'failed';
    if (built === 'gone') return null;
    if (built !== 'failed') {
      const { cursor, image } = built;
      const index = await this.slices.run(MemoryIndex.ofImage(cursor.language, cursor.space, image));
      const followed = await this.follow(namespace, { index, cursor, drift: noDrift() }, Infinity);
      if (followed !== 'rebuild') return followed === 'gone' ? null : followed;
    }
    return this.builds.execute(() => this.buildNow(namespace));
  }

  private async buildNow(namespace: string): Promise<FollowedIndex | null> {
    for (let attempt = 0; attempt < MAX_BUILDS; attempt++) {
      const cursor = await this.feed.start(namespace);
      if (cursor === null) return null;
      const index = await this.readAll(cursor);
      // Pages are read at different moments; the changes since the cursor make them consistent.
      const followed = await this.follow(namespace, { index, cursor, drift: noDrift() }, Infinity);
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
      await this.slices.forEach(page, (document) => index.upsertInSteps(document));
      const last = page.at(-1);
      if (last === undefined || page.length < limit) return index;
      after = last.id;
      limit = rowsFor(PAGE_TEXT, page);
    }
  }

  /** Applies the changes slice by slice to bound memory. Without changes it returns the same object with a new cursor. */
  private async follow(
    namespace: string,
    followed: FollowedIndex,
    most: number,
  ): Promise<FollowedIndex | 'rebuild' | 'gone'> {
    const { index, cursor, drift } = followed;
    let slice = { from: cursor.xmin, limit: PAGE };
    let read = 0;
    for (;;) {
      const changes = await this.feed.changes(namespace, cursor, slice);
      if (changes.kind !== 'changes') return changes.kind;
      const count = changes.changed.length + changes.removed.length + changes.embedded.length;
      read += count;
      drift.changes += count;
      if (changes.removed.length > 0) drift.isStored = false;
      if (read > most) return 'rebuild';
      if (!(await this.apply(index, changes))) return 'rebuild';
      if (changes.rest === null) {
        if (read === 0) return Object.assign(followed, { cursor: changes.cursor });
        return { index: await this.compacted(index), cursor: changes.cursor, drift };
      }
      const isStuck = changes.rest === slice.from;
      slice = { from: changes.rest, limit: isStuck ? slice.limit * LIMIT_GROWTH : PAGE };
    }
  }

  /** False when the changes do not fit the index, so that it needs a rebuild. */
  private async apply(
    index: MemoryIndex,
    { changed, removed, embedded }: Extract<FeedChanges, { kind: 'changes' }>,
  ): Promise<boolean> {
    try {
      await this.slices.forEach(removed, (id) => index.remove(id));
      await this.slices.forEach(changed, (document) => index.upsertInSteps(document));
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

/** The drift of an index that was not loaded. */
function noDrift(): SegmentDrift {
  return { isStored: false, changes: 0, notBefore: 0 };
}

/** How many rows of this average length hold that much text, 1 to PAGE. */
function rowsFor(text: number, rows: readonly IndexDocument[]): number {
  const length = rows.reduce((sum, row) => sum + (row.text?.length ?? 0), 0);
  return Math.min(PAGE, Math.max(1, Math.floor((text * rows.length) / Math.max(1, length))));
}
