import { setImmediate as eventLoopTurn } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { SingleFlight } from '../common/single-flight';
import { type ChangeFeed, isAtVersion, type NamespaceVersion, type FeedCursor } from './change-feed';
import { IndexAdmission } from './index-admission';
import { indexCounts } from './index-counts';
import { IndexFollower, type FollowedIndex, type FollowerOptions, type SegmentDrift } from './index-follower';
import type { SearchQuery, SearchResult } from './search-query';
import { TimeSlices } from './time-slices';
import type { Language } from '../common/languages';
import { ImageAssembly, piecesOf } from './image-pieces';
import { MemoryIndex } from './memory-index';
import type { VectorSpace } from './vectors';

/** How long building and updating may hold the event loop, in milliseconds. */
const SLICE_MS = 3;

/** A namespace to be searched, with its version as `IndexCache.search` takes it. */
export interface SearchedNamespace {
  namespace: string;
  version: NamespaceVersion | null;
}

/** The result for a namespace that does not exist. */
const NOTHING: SearchResult = {
  hits: [],
  places: [],
  standings: [],
  candidates: 0,
  retrieval: 'lexical',
  spaceId: null,
  notEmbedded: null,
};

export interface IndexCacheOptions extends Omit<FollowerOptions, 'admit'> {
  /** The budget. A single index that is larger is kept alone, within the bounds of `IndexAdmission`. */
  maxBytes: number;
  /** Called once, when the first index exceeds the budget. */
  onExcess?: (namespace: string, bytes: number) => void;
  /** Whether the feed reads vectors; default true. */
  withVectors?: boolean;
  /** Called after each read of a namespace that changed its index. */
  onChange?: (namespace: string, followed: FollowedIndex) => void;
  /** A monotonic clock in milliseconds. */
  now?: () => number;
  /** The setting with which indexes may take so many bytes. */
  bytesToMb?: (bytes: number) => number;
}

/**
 * The indexes of the most recently used namespaces within a budget of memory; any can be dropped and rebuilt. A search
 * sees all committed before the call: searches share the next read of the feed, never a running one.
 */
export class IndexCache {
  private readonly kept: LRUCache<string, FollowedIndex>;
  private readonly readings = new SingleFlight<FollowedIndex | null>();
  private readonly follower: IndexFollower;
  private readonly slices = new TimeSlices(SLICE_MS, () => performance.now());
  private readonly maxBytes: number;
  private readonly admission: IndexAdmission;
  private readonly now: () => number;
  private isExcessKnown = false;

  constructor(
    private readonly feed: ChangeFeed,
    private readonly options: IndexCacheOptions,
  ) {
    this.maxBytes = Math.floor(options.maxBytes);
    this.now = options.now ?? (() => performance.now());
    this.admission = new IndexAdmission(this.maxBytes, this.now, options.bytesToMb);
    this.follower = new IndexFollower(feed, this.slices, {
      ...options,
      admit: (namespace, extent) => this.admission.check(namespace, extent),
    });
    // LRUCache refuses an entry that is larger than its budget.
    const sizeOf = ({ index }: FollowedIndex): number => Math.min(index.bytes, this.maxBytes);
    this.kept = new LRUCache({
      maxSize: this.maxBytes,
      sizeCalculation: sizeOf,
      dispose: (_, namespace, reason) => {
        if (reason !== 'evict') return;
        indexCounts.evictions++;
        this.admission.evicted(namespace);
      },
    });
  }

  /**
   * Nothing is found in a namespace that does not exist. Rejects when the feed cannot be read. `version`: of the namespace,
   * made since the search was asked for; an index that holds it is searched as it is, before this call returns.
   */
  async search(
    namespace: string,
    query: SearchQuery,
    version: NamespaceVersion | null = null,
  ): Promise<SearchResult> {
    indexCounts.searches[this.kept.has(namespace) ? 'warm' : 'cold']++;
    const followed = this.holding(namespace, version) ?? (await this.upToDate(namespace));
    return followed === null ? NOTHING : followed.index.search(query);
  }

  /**
   * The result of each of the namespaces, in their order. Indexes that are behind are read side by side, each searched as
   * soon as it may be: a later read would change it. Other requests come in between.
   */
  async searchAll(places: readonly SearchedNamespace[], query: SearchQuery): Promise<SearchResult[]> {
    const searches: Promise<SearchResult>[] = [];
    let begun = this.now();
    for (const { namespace, version } of places) {
      const search = this.search(namespace, query, version);
      // A failure is thrown below, when all have begun.
      search.catch(() => undefined);
      searches.push(search);
      if (this.now() - begun < SLICE_MS) continue;
      await eventLoopTurn();
      begun = this.now();
    }
    return Promise.all(searches);
  }

  /**
   * Builds or updates the index before a search needs it, unless the namespace has more memories than `most`. Rejects when
   * the feed cannot be read.
   */
  async warm(namespace: string, most = Infinity): Promise<void> {
    if (most < Infinity && (await this.feed.extent(namespace)).documents > most) return;
    await this.upToDate(namespace);
  }

  /** The content of an index that is kept; null when it is not, or another read began first. */
  async snapshot(namespace: string): Promise<IndexSnapshot | null> {
    if (!this.kept.has(namespace)) return null;
    const taken: IndexSnapshot[] = [];
    // No read may change the index meanwhile.
    await this.readings.run(namespace, async () => {
      const followed = await this.read(namespace);
      if (followed !== null) taken.push(await this.slices.run(snapshotOf(followed)));
      return followed;
    });
    const [snapshot] = taken;
    if (snapshot === undefined) return null;
    if (!snapshot.hasDead) return snapshot;
    return { ...snapshot, pieces: await this.slices.run(piecesWithoutDead(snapshot)) };
  }

  /** Frees an index. A running search is not affected, and may put it back into the cache. */
  drop(namespace: string): void {
    this.admission.forget(namespace);
    this.kept.delete(namespace);
  }

  clear(): void {
    this.kept.clear();
  }

  /** `bytes`: an estimate, of at most `maxBytes` for more than one index; `refusals`: of builds of large indexes. */
  stats() {
    let documents = 0;
    let bytes = 0;
    for (const { index } of this.kept.values()) {
      documents += index.size;
      bytes += index.bytes;
    }
    const { maxBytes, admission } = this;
    return { namespaces: this.kept.size, documents, bytes, maxBytes, refusals: admission.refusals };
  }

  /** The index, where it holds the version and no reading is changing it. */
  private holding(namespace: string, version: NamespaceVersion | null): FollowedIndex | null {
    if (version === null || this.readings.isRunning(namespace)) return null;
    const kept = this.kept.get(namespace);
    return kept !== undefined && isAtVersion(kept.cursor, version, this.options.withVectors ?? true)
      ? kept
      : null;
  }

  private upToDate(namespace: string): Promise<FollowedIndex | null> {
    return this.readings.run(namespace, () => this.read(namespace));
  }

  private async read(namespace: string): Promise<FollowedIndex | null> {
    const former = this.kept.get(namespace);
    const followed =
      former === undefined ? await this.build(namespace) : await this.follower.advance(namespace, former);
    if (followed === null) this.kept.delete(namespace);
    // The cache computes the size at each `set`, and most reads change nothing.
    else if (followed !== former) this.keep(namespace, followed);
    return followed;
  }

  private async build(namespace: string): Promise<FollowedIndex | null> {
    const startedAt = this.now();
    const followed = await this.follower.build(namespace);
    this.admission.built(namespace, startedAt);
    return followed;
  }

  private keep(namespace: string, followed: FollowedIndex): void {
    this.kept.set(namespace, followed);
    const { bytes } = followed.index;
    const isExcess = bytes > this.maxBytes;
    if (isExcess && !this.isExcessKnown) this.options.onExcess?.(namespace, bytes);
    this.isExcessKnown ||= isExcess;
    this.options.onChange?.(namespace, followed);
  }
}

export interface IndexSnapshot {
  pieces: Buffer[];
  cursor: FeedCursor;
  language: Language;
  /** That of the vectors, as it was when the index was built. */
  space: VectorSpace | null;
  drift: SegmentDrift;
  /** `SegmentDrift.changes` at the moment of the copy. */
  changes: number;
  /** Whether terms of replaced or removed documents are in it. */
  hasDead: boolean;
}

/** During its pauses the index must not be changed. */
function* snapshotOf({ index, cursor, drift }: FollowedIndex): Generator<void, IndexSnapshot> {
  const { changes } = drift;
  const { language, space, hasDead } = index;
  const pieces = yield* piecesOf(yield* index.toImage());
  return { pieces, cursor, language, space, drift, changes, hasDead };
}

/** The pieces of the same index without dead documents. Takes the given ones away one by one, to save memory. */
function* piecesWithoutDead({ pieces, language, space }: IndexSnapshot): Generator<void, Buffer[]> {
  const assembly = new ImageAssembly();
  for (let piece = pieces.shift(); piece !== undefined; piece = pieces.shift()) {
    assembly.add(piece);
    yield;
  }
  const index = yield* MemoryIndex.ofImage(language, space, assembly.end());
  const compacted = yield* index.compacted();
  return yield* piecesOf(yield* compacted.toImage());
}
