import type { NamespaceVersion } from '../retrieval/change-feed';
import type { StoredUse } from '../quotas/quota';
import type { ValidMoment } from '../retrieval/valid-time';
import type { Memory } from './memory';
import type { MemoryFilter } from './memory-filter';
import type { CountedSlice, MemorySlice, PageCursor, PageReading, PageRequest } from './pages';
import type { ScopedName } from '../common/scoped-name';
import type { Validity } from './valid-time';

/** Both ends inclusive. */
export interface Period {
  start: Date;
  end: Date;
}

/** Memories in chronological order, and their numbers. Listings of a namespace that does not exist are empty. */
export abstract class MemoryListings {
  /** Newest first, with the number of all matches. `namespaceVersion`: as in a search. */
  abstract recent(
    namespace: string,
    filter: MemoryFilter,
    limit: number,
    namespaceVersion?: NamespaceVersion | null,
  ): Promise<{ memories: Memory[]; total: number }>;
  /** Newest first, a page at a time. */
  abstract newestPage(namespace: string, filter: MemoryFilter, page: PageRequest): Promise<CountedSlice>;
  /** The memories that were active at the instant, as they were then; newest first. */
  abstract asOf(namespace: string, at: Date, filter: MemoryFilter, page: PageRequest): Promise<MemorySlice>;
  /** Created or updated after the instant, last updated first. */
  abstract changedSince(
    namespace: string,
    since: Date,
    filter: MemoryFilter,
    limit: number,
  ): Promise<Memory[]>;
  /** Active memories that were created, or last updated, within a period; newest first. */
  abstract touched(namespace: string, period: Period, page: PageRequest): Promise<MemorySlice>;
  /** Oldest first. */
  abstract readPage(namespace: string, filter: MemoryFilter, page: PageRequest): Promise<PageReading>;
  /**
   * Of each key in its scope, the active memory that begins last and has begun at the moment; `asOf`: of those that were
   * there and active at that instant. A backend without an index of keys returns none.
   */
  abstract newestOfKeys(
    namespace: string,
    keys: readonly ScopedName[],
    moment: ValidMoment,
    asOf?: Date,
  ): Promise<Validity[]>;
  /** Whether this backend can have made the cursor: clients can invent others. */
  abstract knowsCursor(cursor: PageCursor): boolean;
  /** Every match, oldest first, in slices small enough to hold. */
  abstract stream(namespace: string, filter: MemoryFilter): AsyncIterable<Memory[]>;

  /** Memories per namespace, if it exists. Calls with the same `listing` may be answered as of the first one. */
  abstract countMemories(namespaces: readonly string[], listing?: object): Promise<Map<string, number>>;

  /** The number of all memories of the namespace and their bytes, which quotas limit. */
  abstract use(namespace: string): Promise<StoredUse>;
}
