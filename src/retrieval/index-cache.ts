import { LRUCache } from 'lru-cache';
import { SingleFlight } from '../common/single-flight';
import type { ChangeFeed } from './change-feed';
import { isAtVersion, type NamespaceVersion } from './namespace-version';
import { IndexFollower, type FollowedIndex } from './index-follower';
import type { SearchQuery, SearchResult } from './search-query';
import { TimeSlices } from './time-slices';

/** How long building and updating may hold the event loop, in milliseconds. */
const SLICE_MS = 3;

/** The result for a namespace that does not exist. */
const NOTHING: SearchResult = {
  hits: [],
  standings: [],
  candidates: 0,
  retrieval: 'lexical',
  spaceId: null,
  notEmbedded: null,
};

export interface IndexCacheOptions {
  /** The budget. A single index that is larger is kept alone. */
  maxBytes: number;
  /** Called once, when the first index exceeds the budget. */
  onExcess?: (namespace: string, bytes: number) => void;
  /** Whether the feed reads vectors; default true. */
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
 * The indexes of the most recently used namespaces within a budget of memory; the cache can drop and rebuild any of
 * them. A search sees everything committed before the call: concurrent searches share the next read of the change
 * feed, never one that has already started.
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
    // LRUCache refuses an entry that is larger than its budget.
    const sizeOf = ({ index }: FollowedIndex): number => Math.min(index.bytes, this.maxBytes);
    this.kept = new LRUCache({ maxSize: this.maxBytes, sizeCalculation: sizeOf });
  }

  /**
   * Nothing is found in a namespace that does not exist. Rejects when the feed cannot be read. `mark`: of the namespace,
   * made since the search was asked for; an index that holds it is searched as it is.
   */
  async search(
    namespace: string,
    query: SearchQuery,
    mark: NamespaceVersion | null = null,
  ): Promise<SearchResult> {
    const followed = this.holding(namespace, mark) ?? (await this.upToDate(namespace));
    return followed === null ? NOTHING : followed.index.search(query);
  }

  /** Builds or updates the index before a search needs it. Rejects when the feed cannot be read. */
  async warm(namespace: string): Promise<void> {
    await this.upToDate(namespace);
  }

  /** Frees an index. A running search is not affected, and may put it back into the cache. */
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
  private holding(namespace: string, mark: NamespaceVersion | null): FollowedIndex | null {
    if (mark === null || this.readings.isRunning(namespace)) return null;
    const kept = this.kept.get(namespace);
    return kept !== undefined && isAtVersion(kept.cursor, mark, this.withVectors) ? kept : null;
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
    // The cache computes the size at each `set`, and most reads change nothing.
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
