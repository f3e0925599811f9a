import type { NamespaceVersion } from '../retrieval/change-feed';
import type { NeighbourMode, SearchHit } from '../retrieval/search-query';
import type { DayRange } from '../retrieval/time-range';
import type { Memory } from './memory';
import type { MemoryFilter } from './memory-filter';

export interface OtherNamespace {
  namespace: string;
  /** As `SearchRequest.namespaceVersion`. */
  version: NamespaceVersion | null;
}

export interface SearchRequest {
  query: string;
  /** The memory whose text the query is: its stored vector is compared, so that the model is not asked again. */
  ofMemory?: string;
  limit: number;
  minScore: number;
  /** `auto` when it is left out. */
  neighbours?: NeighbourMode;
  /** Whether to work out the ranks and the number of candidates, which costs as much as the search. */
  explain: boolean;
  /** Memories whose standing is worked out too, whether they are found or not. */
  explainIds?: readonly string[];
  /** The time that relative times such as `yesterday` refer to. */
  at: Date;
  /** The times that the query names seen from `at`, where the caller has read them already (see `timesOf`). */
  times?: readonly DayRange[];
  filter: MemoryFilter;
  /** Of the namespace, made since the request came: what has not changed since is not read again. */
  namespaceVersion?: NamespaceVersion | null;
  /** Further namespaces that are searched as if all were one; those that do not exist hold nothing. */
  others?: readonly OtherNamespace[];
  /** Aborts a call of another server; the search then rejects. */
  signal?: AbortSignal;
}

/** A memory with the scores that a search gave it. */
export type ScoredMemory = {
  memory: Memory;
  /** Only of a memory from one of `SearchRequest.others`. */
  namespace?: string;
} & Omit<SearchHit, 'id' | 'version'>;

export const LEXICAL_REASONS = [
  /** No embedding model is configured or installed. */
  'no_model',
  /** The model has not answered since the process started. */
  'model_starting',
  /** No memory has a vector yet. */
  'not_embedded',
  /** The query's vector was not ready after EMBEDDINGS_QUERY_TIMEOUT_MS. */
  'model_late',
  /** The model failed, or is not asked for some seconds because it failed or was late several times. */
  'model_unavailable',
  /** The memories have the vectors of another model by now. */
  'model_changed',
  /** The backend server searched by words, for a reason of its own. */
  'backend',
] as const;
export type LexicalReason = (typeof LEXICAL_REASONS)[number];

/** A memory among all that pass the filter and match. */
export type Standing = Omit<ScoredMemory, 'score'> & {
  /** What it would be if the memory passed the filter; null where it is not known, since the server names only its best. */
  score: number | null;
  /** 1 for the best; null for one that does not pass or match, and where it is not known. */
  rank: number | null;
};

export interface SearchAnswer {
  results: ScoredMemory[];
  /** Of those of `explainIds` that exist; left out where there are none. */
  standings?: Standing[];
  /** Memories that pass the filter and match, or stand next to a match; null where they were not counted. */
  candidates: number | null;
  retrieval: 'hybrid' | 'lexical';
  /** Null if words and vectors were compared. */
  lexicalReason: LexicalReason | null;
  /** The model of the vectors; null without any. */
  embeddingModel: string | null;
  /** Memories of the namespace without a vector; null without a model. */
  notEmbedded: number | null;
}

/** Two memories that the backend itself found to be at odds. */
export interface BackendConflict {
  oldId: string;
  newId: string;
  type: 'contradiction' | 'update' | 'duplicate';
  title: string;
  description: string;
  recommendation: string;
}

/** A run of the backend's own detection of conflicts. */
export interface ConflictRun {
  /** Of the UTC day whose memories are compared with the others, `YYYY-MM-DD`. */
  date: string;
  /** The memories of that day, of which one stands in every pair. */
  memories: readonly Memory[];
  signal: AbortSignal;
  /** Is called with each step that the backend reports. */
  tell(step: 'search' | 'detect', message: string): void;
}

/** The recall indexes that a process keeps in memory. */
export interface IndexReport {
  /** Namespaces with an index. */
  indexes: number;
  /** Memories in them. */
  memories: number;
  /** Estimate of the memory they take. */
  bytes: number;
  /** What they may take: a part of `RECALL_INDEX_MEMORY_MB`. */
  budgetBytes: number;
  /** What a single index takes beyond the budget; it is kept, and no other one with it. 0 as a rule. */
  excessBytes: number;
  /** The least `RECALL_INDEX_MEMORY_MB` with which that index fits; null while it does. */
  neededMb: number | null;
  /** Indexes that were dropped for others since the start. */
  evictions: number;
  /** Recalls that were refused since the start because a large index may not be built (`RecallIndexTooLarge`). */
  refusals: number;
}

/** How far the background work of embedding memories is. */
export interface EmbeddingReport {
  model: string;
  /** The model whose vectors recall still uses while memories are embedded with another one; null when there is none. */
  replaces: string | null;
  /** Memories that wait, and those of them that failed often; null before the model has answered and they are counted. */
  backlog: { waiting: number; failing: number } | null;
  lastError: string | null;
}

/** Finds memories by what they say. Searching a namespace that does not exist throws `AgentNotFound`. */
export abstract class MemorySearch {
  abstract search(namespace: string, request: SearchRequest): Promise<SearchAnswer>;
  /** The result of the backend's own detection; null where it offers none. Aborting the signal ends the run. */
  abstract findConflicts(namespace: string, run: ConflictRun): Promise<BackendConflict[] | null>;
  /** Prepares a namespace for searching, in the background. */
  abstract warm(namespace: string): void;
  /** Prepares a process that has just started for its first search, and this namespace if it is small. Never rejects. */
  abstract prepare(namespace: string): Promise<void>;
  /** Prepares those of the live namespaces whose first search would wait long, as far as they fit. Never rejects. */
  abstract prepareLarge(live: () => Promise<readonly string[]>, signal: AbortSignal): Promise<void>;
  /** Null where another server has the indexes. */
  abstract indexReport(): IndexReport | null;
  /** Null where memories are not embedded by this service. */
  abstract embeddingReport(): Promise<EmbeddingReport | null>;
}

const counts = new Map<LexicalReason | null, number>();

/** Counts a search: null if it compared words and vectors, else why it compared words alone. */
export function countSearch(reason: LexicalReason | null): void {
  counts.set(reason, (counts.get(reason) ?? 0) + 1);
}

/** The searches of this process since it started. */
export function searchCounts(): ReadonlyMap<LexicalReason | null, number> {
  return counts;
}
