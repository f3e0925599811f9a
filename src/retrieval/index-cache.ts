import { LRUCache } from 'lru-cache';
import { SingleFlight } from '../common/single-flight';
import type { ChangeFeed } from './change-feed';
import { holdsMark, type FeedMark } from './feed-mark';
import { IndexFollower, type FollowedIndex } from './index-follower';
import type { SearchQuery, SearchResult } from './search-query';
import { TimeSlices } from './time-slices';

/** How long building and updating may hold the event loop, in milliseconds. */
const SLICE_MS = 3;

/** What a namespace that does not exist answers. */
const NOTHING: SearchResult = {
  hits: [],
  candidates: 0,
  retrieval: 'lexical',
  spaceId: null,
  notEmbedded: null,
};

export interface IndexCacheOptions {
  /** The budget. An index that exceeds it by itself is kept as the only one. */
  maxBytes: number;
  /** Called when an index exceeds the budget: once in the life of the cache. */
  onExcess?: (namespace: string, bytes: number) => void;
  /** Whether the feed reads vectors, as by default it may. */
  withVectors?: boolean;
}

export interface IndexCacheStats {
  namespaces: number;
  documents: number;
  /** Estimate of the memory held. */
  bytes: number;
  /** The budget. */
  maxBytes: number;
}

/**
 * The indexes of the namespaces used last, within a budget of memory. The database is the truth: an index can
 * be dropped at any time and is made again when it is asked for.
 *
 * A search sees everything committed before it was called. Searches that come while the change feed of their
 * namespace is being read share the next reading, never the one that started before them.
 */
export class IndexCache {
  private readonly kept: LRUCache<string, FollowedIndex>;
  private readonly readings = new SingleFlight<FollowedIndex | null>();
  private readonly follower: IndexFollower;
  private readonly withVectors: boolean;
  private readonly maxBytes: number;
  private readonly onExcess: (namespace: string, bytes: number) => void;
  private isExcessKnown = false;

  constructor(feed: ChangeFeed, { maxBytes, withVectors = true, onExcess = () => {} }: IndexCacheOptions) {
    this.withVectors = withVectors;
    this.maxBytes = Math.floor(maxBytes);
    this.onExcess = onExcess;
    this.follower = new IndexFollower(feed, new TimeSlices(SLICE_MS, () => performance.now()));
    // The cache would refuse what is larger than all of it.
    const sizeOf = ({ index }: FollowedIndex): number => Math.min(index.bytes, this.maxBytes);
    this.kept = new LRUCache({ maxSize: this.maxBytes, sizeCalculation: sizeOf });
  }

  /**
   * Nothing is found in a namespace that does not exist. Rejects when the feed cannot be read. `mark`: of the namespace,
   * made since the search was asked for; an index that holds it is searched as it is.
   */
  async search(namespace: string, query: SearchQuery, mark: FeedMark | null = null): Promise<SearchResult> {
    const followed = this.holding(namespace, mark) ?? (await this.upToDate(namespace));
    return followed === null ? NOTHING : followed.index.search(query);
  }

  /** Prepares a namespace for searches to come. Rejects when the feed cannot be read. */
  async warm(namespace: string): Promise<void> {
    await this.upToDate(namespace);
  }

  /** Frees an index. A search that runs on it ends undisturbed, and may leave it in the cache again. */
  drop(namespace: string): void {
    this.kept.delete(namespace);
  }

  clear(): void {
    this.kept.clear();
  }

  stats(): IndexCacheStats {
    let documents = 0;
    let bytes = 0;
    for (const { index } of this.kept.values()) {
      documents += index.size;
      bytes += index.bytes;
    }
    return { namespaces: this.kept.size, documents, bytes, maxBytes: this.maxBytes };
  }

  /** The index, where it holds the mark and no reading is changing it. */
  private holding(namespace: string, mark: FeedMark | null): FollowedIndex | null {
    if (mark === null || this.readings.isRunning(namespace)) return null;
    const kept = this.kept.get(namespace);
    return kept !== undefined && holdsMark(kept.cursor, mark, this.withVectors) ? kept : null;
  }

  private upToDate(namespace: string): Promise<FollowedIndex | null> {
    return this.readings.run(namespace, () => this.read(namespace));
  }

  private async read(namespace: string): Promise<FollowedIndex | null> {
    const former = this.kept.get(namespace);
    const followed =
      former === undefined
        ? await this.follower.build(namespace)
        : await this.follower.advance(namespace, former);
    if (followed === null) this.kept.delete(namespace);
    // Its size is reckoned at every setting, and most readings change nothing.
    else if (followed !== former) this.keep(namespace, followed);
    return followed;
  }

  private keep(namespace: string, followed: FollowedIndex): void {
    this.kept.set(namespace, followed);
    const { bytes } = followed.index;
    const isExcess = bytes > this.maxBytes;
    if (isExcess && !this.isExcessKnown) this.onExcess(namespace, bytes);
    this.isExcessKnown ||= isExcess;
  }
}
