import type { ExpiryPolicy } from './expiry-policy';
import type {
  HistoryEntry,
  Memory,
  MemoryEdit,
  MemoryStatus,
  MemoryType,
  NewMemory,
  StatusFilter,
} from './memory';

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

/** Who does something to a memory, and when. */
export interface Act {
  at: Date;
  sessionId: string | null;
  by: string;
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

/** Both ends inclusive. */
export interface Period {
  start: Date;
  end: Date;
}

/** The place of a memory in storage order: creation time in ms, then sequence number. */
export interface PageCursor {
  createdAt: number;
  seq: number;
}

export interface SearchRequest {
  query: string;
  limit: number;
  minScore: number;
  /** Whether to work out the ranks and the number of candidates, which costs as much as the search. */
  explain: boolean;
  /** From which times such as `yesterday` are seen. */
  at: Date;
  filter: MemoryFilter;
}

export interface ScoredMemory {
  memory: Memory;
  /** 0 to 1, comparable between queries. */
  score: number;
  /** The part of `score` that its neighbours in session or file lend to what it scores by itself. */
  lentScore: number;
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

/** How far the background work of embedding memories is. */
export interface EmbeddingReport {
  model: string;
  /** The model whose vectors recall still uses while memories are embedded anew; null when there is none. */
  replaces: string | null;
  /** Memories that wait, and those of them that failed often; null before the model has answered. */
  backlog: { waiting: number; failing: number } | null;
  lastError: string | null;
}

/** A sweep that would expire more than both of these is held: nothing expires. */
export interface SweepCap {
  /** Of the active memories, 0 to 1. */
  fraction: number;
  memories: number;
}

export interface SweepRequest {
  /** By which it can be undone; null on a dry run. */
  sweepId: string | null;
  policy: ExpiryPolicy;
  /** When memories are judged, and what those that expire are stamped with. */
  at: Date;
  /** Writes nothing, and tells what a sweep would do. */
  dryRun: boolean;
  cap: SweepCap | null;
}

export interface SweptMemory {
  id: string;
  title: string;
  type: MemoryType;
  createdAt: Date;
  updatedAt: Date;
  /** The rule, or `retention.<type>`. */
  expiredBy: string;
}

export interface SweepError {
  memoryId: string;
  error: string;
}

export interface SweepOutcome {
  /** Active memories evaluated. */
  scanned: number;
  alreadyExpired: number;
  matched: number;
  /** 0 on a dry run, and when held. */
  expired: number;
  /** Matches by rule name or `retention.<type>`; those without a match are absent. */
  perRule: Record<string, number>;
  /** The first of the matches, at most `MAX_LISTED`. */
  memories: SweptMemory[];
  errors: SweepError[];
  /** The cap was exceeded. */
  held: boolean;
}

export interface PurgeRequest {
  /** Memories that expired at this time or earlier are deleted for good. */
  expiredUntil: Date;
  dryRun: boolean;
  act: Act;
}

export interface PurgedMemory {
  id: string;
  title: string;
  expiredAt: Date;
  expiredBy: string;
}

export interface PurgeOutcome {
  matched: number;
  /** 0 on a dry run. */
  purged: number;
  /** The first of the matches, at most `MAX_LISTED`. */
  memories: PurgedMemory[];
  errors: SweepError[];
}

/** How many memories the outcome of a sweep or a purge lists; it counts all. */
export const MAX_LISTED = 1_000;

/**
 * Where memories live: one namespace an agent. Every method may throw `BackendUnavailable`; writing to or
 * searching a namespace that does not exist throws `AgentNotFound`, listings of it are empty. A write is
 * durable, and seen by every later read, when its promise resolves.
 */
export abstract class MemoryBackend {
  /** Creates a namespace; one that exists already is adopted. */
  abstract createNamespace(namespace: string, at: Date): Promise<void>;
  /** Deletes a namespace with its memories; one that is gone counts as deleted. */
  abstract dropNamespace(namespace: string): Promise<void>;
  /** Memories a namespace, active and expired; a namespace that does not exist has none. */
  abstract countMemories(namespaces: readonly string[]): Promise<Map<string, number>>;
  /** How many memories a session that began at `since` created, later deleted ones included. */
  abstract countCreatedInSession(namespace: string, sessionId: string, since: Date): Promise<number>;

  /** Stores all or none, in order, but for what the options keep out. */
  abstract store(
    namespace: string,
    memories: readonly NewMemory[],
    options: StoreOptions,
  ): Promise<StoreOutcome[]>;
  abstract find(namespace: string, id: string): Promise<Memory | null>;
  /** False when there is no such memory. */
  abstract edit(namespace: string, id: string, edit: MemoryEdit, act: Act): Promise<boolean>;
  abstract delete(namespace: string, id: string, act: Act): Promise<boolean>;
  /** The stamp the memory has now, which is the first one when it had expired before; null: no such memory. */
  abstract expire(namespace: string, id: string, reason: string, act: Act): Promise<ExpiryStamp | null>;
  /** The status before; null when there is no such memory. */
  abstract restore(namespace: string, id: string, act: Act): Promise<MemoryStatus | null>;
  /** Newest first; null when there never was such a memory. */
  abstract history(namespace: string, id: string): Promise<HistoryEntry[] | null>;

  /** Those of these memories that there are, in no particular order. */
  abstract findAll(namespace: string, ids: readonly string[]): Promise<Memory[]>;
  /** The same, kept from being changed or deleted by others until the caller's transaction ends. */
  abstract hold(namespace: string, ids: readonly string[]): Promise<Memory[]>;
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

  /** Newest first, with the number that match in all. */
  abstract recent(
    namespace: string,
    filter: MemoryFilter,
    limit: number,
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
  abstract page(
    namespace: string,
    filter: MemoryFilter,
    after: PageCursor | null,
    limit: number,
  ): Promise<MemoryPage>;
  /** Every match, oldest first, in slices small enough to hold. */
  abstract stream(namespace: string, filter: MemoryFilter): AsyncIterable<Memory[]>;

  abstract search(namespace: string, request: SearchRequest): Promise<SearchAnswer>;
  /** Prepares a namespace for searching, in the background. */
  abstract warm(namespace: string): void;
  /** Null where memories are not embedded by this service. */
  abstract embeddingReport(): Promise<EmbeddingReport | null>;
}
