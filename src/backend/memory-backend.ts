import type { FeedMark } from '../retrieval/feed-mark';
import type { DayRange } from '../retrieval/time-range';
import type { Act } from './act';
import type { BackendConflict, ConflictRun } from './backend-conflict';
import type { EmbeddingReport } from './embedding-report';
import type { IndexReport } from './index-report';
import type {
  HistoryEntry,
  Memory,
  MemoryEdit,
  MemoryStatus,
  MemoryType,
  NewMemory,
  StatusFilter,
} from './memory';
import type { SweepRequest, SweepOutcome, PurgeRequest, PurgeOutcome } from './sweep';

/** Which memories a listing or a search is about; null means no condition. */
export interface MemoryFilter {
  types: readonly MemoryType[] | null;
  /** Memories with any of these. */
  tags: readonly string[] | null;
  sources: readonly string[] | null;
  status: StatusFilter;
  /** Both ends inclusive. */
  createdAfter: Date | null;
  createdBefore: Date | null;
}

export interface StoreOptions {
  /** One whose content and type an active memory (or an earlier one of the same call) has is not stored. */
  dedupe: boolean;
  /** One whose content was deleted for good is not stored: for what nobody wishes for explicitly. */
  refuseDeleted?: boolean;
}

export interface StoreOutcome {
  action: 'store' | 'duplicate' | 'rejected';
  /** Of a duplicate: the existing memory. */
  id: string;
  type: MemoryType;
}

export interface ExpiryStamp {
  expiredAt: Date;
  expiredBy: string;
}

export interface MemoryPage {
  memories: Memory[];
  /** Memories that match, on every page together. */
  total: number;
  /** Where the next page starts; null on the last one. */
  next: PageCursor | null;
}

export type MemorySlice = Omit<MemoryPage, 'total'>;

/** A page that is read while it is sent: only a slice of it is held at a time. */
export interface PageReading {
  /** Memories that match, on every page together. */
  total: number;
  /** `next` of each is where the slice after it starts, on this page or on the next one; null when no memory is left. */
  slices: AsyncIterable<MemorySlice>;
}

/** Both ends inclusive. */
export interface Period {
  start: Date;
  end: Date;
}

/** The place of a memory in storage order: creation time in ms, then what the backend tells its equals apart by. */
export interface PageCursor {
  createdAt: number;
  /** 1 to 256 visible ASCII characters. */
  key: string;
}

export interface HistoryPage {
  /** Newest first; the creation is the last of all. */
  entries: HistoryEntry[];
  /** The last entry, where older ones follow; null on the last page. */
  next: PageCursor | null;
}

export interface SearchRequest {
  query: string;
  limit: number;
  minScore: number;
  /** Whether to work out the ranks and the number of candidates, which costs as much as the search. */
  explain: boolean;
  /** From which times such as `yesterday` are seen. */
  at: Date;
  /** The times that the query names seen from `at`, where they have been read already (see `timesOf`). */
  times?: readonly DayRange[];
  filter: MemoryFilter;
  /** Of the namespace, made since the request came: what has not changed since is not read again. */
  mark?: FeedMark | null;
  /** Ends a call of another server when it is aborted; the search then rejects. */
  signal?: AbortSignal;
}

export interface ScoredMemory {
  memory: Memory;
  /** 0 to 1, comparable between queries. */
  score: number;
  /** The part of `score` that its neighbours in session or file lend to what it scores by itself. */
  neighbourScore: number;
  /** The part for being of a time that the query names. */
  timeScore: number;
  /** By words alone; null when neither it nor a neighbour has a word of the query. Rank null unless explained. */
  lexical: { rank: number | null; score: number } | null;
  /** By vectors alone; null when it has none, or they were not compared. */
  vector: { rank: number | null; score: number; similarity: number } | null;
  matchedTerms: string[];
}

export interface SearchAnswer {
  results: ScoredMemory[];
  /** Memories that pass the filter and match, or stand next to a match; null where they were not counted. */
  candidates: number | null;
  retrieval: 'hybrid' | 'lexical';
  /** The model whose vectors there are; null without any. */
  embeddingModel: string | null;
  /** Memories of the namespace without a vector; null without a model. */
  notEmbedded: number | null;
}

/** Entries of a history that a caller holds whole. */
const MOST_ENTRIES = 1_000;

/** A sweep that would expire more than both of these is held: nothing expires. */
/**
 * Where memories live: one namespace an agent. Every method may throw `BackendUnavailable`; writing to or
 * searching a namespace that does not exist throws `AgentNotFound`, listings of it are empty. A write is
 * durable, and seen by every later read, when its promise resolves.
 */
export abstract class MemoryBackend {
  /**
   * Whether writes join the caller's database transaction, and are undone with it. Where not, each is done and seen
   * when its promise resolves, and no method may be called inside a transaction: it waits for another server.
   */
  abstract readonly joinsTransactions: boolean;

  /** Throws BackendUnavailable when it does not answer. */
  abstract ping(): Promise<void>;

  /** Whether a cursor may be one of its own: clients can make up others. */
  abstract knowsCursor(cursor: PageCursor): boolean;

  /**
   * Keeps others from changing these memories, those that there are, while `work` is done, and undoes what it wrote
   * to memories of the namespace when it throws. Where writes join transactions, it is one.
   */
  abstract together<T>(
    namespace: string,
    ids: readonly string[],
    work: (memories: Memory[]) => Promise<T>,
  ): Promise<T>;

  /** Creates a namespace; one that exists already is adopted. */
  abstract createNamespace(namespace: string, at: Date): Promise<void>;
  /** Deletes a namespace with its memories; one that is gone counts as deleted. */
  abstract dropNamespace(namespace: string): Promise<void>;
  /** Goes on in the background with deleting the rows of deleted namespaces, which no other method finds any more. */
  abstract resumeDeletions(): void;
  /**
   * Memories a namespace, active and expired; a namespace that does not exist has none. Calls with the same `listing` may
   * all be answered as of the first of them.
   */
  abstract countMemories(namespaces: readonly string[], listing?: object): Promise<Map<string, number>>;
  /** How many memories a session that began at `since` created, later deleted ones included. */
  abstract countCreatedInSession(namespace: string, sessionId: string, since: Date): Promise<number>;

  /** Stores all or none, in order, but for what the options keep out. Ids are new, or those of a repeated request. */
  abstract store(
    namespace: string,
    memories: readonly NewMemory[],
    options: StoreOptions,
  ): Promise<StoreOutcome[]>;
  abstract find(namespace: string, id: string): Promise<Memory | null>;
  /** False when there is no such memory. */
  abstract edit(namespace: string, id: string, edit: MemoryEdit, act: Act): Promise<boolean>;
  abstract delete(namespace: string, id: string, act: Act): Promise<boolean>;
  /** Deletes those of these memories that there are; their number. Goes in slices: after a crash, what is done is done. */
  abstract deleteAll(namespace: string, ids: readonly string[], act: Act): Promise<number>;
  /** The stamp the memory has now, which is the first one when it had expired before; null: no such memory. */
  abstract expire(namespace: string, id: string, reason: string, act: Act): Promise<ExpiryStamp | null>;
  /** The status before; null when there is no such memory. */
  abstract restore(namespace: string, id: string, act: Act): Promise<MemoryStatus | null>;
  /** A page of what happened to a memory; null when there never was such a memory. */
  abstract readHistory(
    namespace: string,
    id: string,
    after: PageCursor | null,
    limit: number,
  ): Promise<HistoryPage | null>;

  /** The newest entries of a history, newest first; null when there never was such a memory. */
  async history(namespace: string, id: string): Promise<HistoryEntry[] | null> {
    const page = await this.readHistory(namespace, id, null, MOST_ENTRIES);
    return page?.entries ?? null;
  }

  /** Those of these memories that there are, in no particular order. */
  abstract findAll(namespace: string, ids: readonly string[]): Promise<Memory[]>;
  /** Notes in the histories of these memories, those that there are, that a conflict about them was resolved. */
  abstract noteResolved(namespace: string, ids: readonly string[], act: Act): Promise<void>;

  /**
   * Expires the active memories that the policy says have reached their age at that time; all get the same stamp.
   * One that is touched meanwhile is left alone. Goes in slices: after a crash, what is done is done.
   */
  abstract sweep(namespace: string, request: SweepRequest): Promise<SweepOutcome>;
  /** Restores what a sweep expired and nobody touched since. */
  abstract undoSweep(
    namespace: string,
    sweepId: string,
    act: Act,
  ): Promise<{ restored: number; skipped: number }>;
  /** Deletes memories that expired long ago, for good. Goes in slices. */
  abstract purge(namespace: string, request: PurgeRequest): Promise<PurgeOutcome>;
  /** Forgets the bookkeeping of deletions before this time; the number of them. */
  abstract pruneTombstones(before: Date): Promise<number>;

  /** Newest first, with the number that match in all. `mark`: as that of a search. */
  abstract recent(
    namespace: string,
    filter: MemoryFilter,
    limit: number,
    mark?: FeedMark | null,
  ): Promise<{ memories: Memory[]; total: number }>;
  /** Memories live at the instant, as they were then, newest first. */
  abstract asOf(namespace: string, at: Date, filter: MemoryFilter, limit: number): Promise<Memory[]>;
  /** Created or updated after the instant, last updated first. */
  abstract changedSince(
    namespace: string,
    since: Date,
    filter: MemoryFilter,
    limit: number,
  ): Promise<Memory[]>;
  /** Active memories that were created, or last updated, within a period; newest first. */
  abstract touched(
    namespace: string,
    period: Period,
    after: PageCursor | null,
    limit: number,
  ): Promise<MemorySlice>;
  /** Oldest first. */
  abstract readPage(
    namespace: string,
    filter: MemoryFilter,
    after: PageCursor | null,
    limit: number,
  ): Promise<PageReading>;

  /** A page for a caller that holds it whole. */
  async page(
    namespace: string,
    filter: MemoryFilter,
    after: PageCursor | null,
    limit: number,
  ): Promise<MemoryPage> {
    return wholePage(await this.readPage(namespace, filter, after, limit));
  }

  /** Every match, oldest first, in slices small enough to hold. */
  abstract stream(namespace: string, filter: MemoryFilter): AsyncIterable<Memory[]>;

  abstract search(namespace: string, request: SearchRequest): Promise<SearchAnswer>;
  /** What the backend's own detection finds; null where it offers none. Aborting the signal ends the run. */
  abstract findConflicts(namespace: string, run: ConflictRun): Promise<BackendConflict[] | null>;
  /** Prepares a namespace for searching, in the background. */
  abstract warm(namespace: string): void;
  /** Null where another server has the indexes. */
  abstract indexReport(): IndexReport | null;
  /** Null where memories are not embedded by this service. */
  abstract embeddingReport(): Promise<EmbeddingReport | null>;
}

export async function wholePage({ total, slices }: PageReading): Promise<MemoryPage> {
  const page: MemoryPage = { memories: [], total, next: null };
  for await (const { memories, next } of slices) {
    page.memories.push(...memories);
    page.next = next;
  }
  return page;
}
