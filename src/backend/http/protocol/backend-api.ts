import type { NeighbourMode } from '../../../retrieval/search-query';
import type { OutgoingDocument, RemoteDocument } from '../../document';
import type { ScoredMemory } from '../../memory-search';

/** A score from 0 to 1, and its parts where the server names them. */
export type RemoteHit = { id: string; score: number } & Partial<Omit<ScoredMemory, 'memory' | 'score'>>;

export interface RemoteHits {
  hits: RemoteHit[];
  /** How the server searched, if it says so. */
  retrieval: 'hybrid' | 'lexical' | null;
}

export interface RemoteSearch {
  namespace: string;
  query: string;
  /** 1 to 100. */
  topK: number;
  /** 0 to 1; null for none. */
  threshold: number | null;
  /** `auto` when it is left out. */
  neighbours?: NeighbourMode;
  signal?: AbortSignal;
}

export interface RemoteNamespace {
  name: string;
  /** Null when the server does not say. */
  itemCount: number | null;
}

/** A question for the model of the backend, answered without memories. */
export interface RemoteQuestion {
  query: string;
  /** System prompt; empty for none. */
  header: string;
  /** Null: the backend chooses. */
  model: string | null;
  temperature: number;
  signal: AbortSignal | null;
}

export interface RemoteAnswer {
  answer: string;
  model: string;
}

/** The prompt of a conflict detection run lists the memories of the UTC day `date` (`YYYY-MM-DD`). */
export interface RemoteRun {
  namespace: string;
  date: string;
  prompt: string;
}

/** An event of a conflict detection run. */
export interface RemoteRunEvent {
  /** Such as `status`, `search_completed`, `conflict_detection_completed`, `message`. */
  event: string;
  data: unknown;
}

/** Documents per call. */
export const MAX_DOCUMENTS = 100;
/** Results per search. */
export const MAX_TOP_K = 100;

/**
 * The HTTP protocol of an external backend. Every method throws `DomainError('BackendUnavailable')` when the call
 * fails after its retries, and `RemoteNotFound` for a missing namespace; messages name no address.
 */
export interface BackendApi {
  /** Whether the backend answers. */
  ping(): Promise<void>;

  /** An existing namespace is used as it is. */
  createNamespace(name: string): Promise<void>;
  /** A missing namespace counts as deleted. */
  deleteNamespace(name: string): Promise<void>;
  listNamespaces(): Promise<RemoteNamespace[]>;

  /** Replaces those with the same id. They may become visible later; after a failure some may be stored. */
  putDocuments(namespace: string, documents: readonly OutgoingDocument[]): Promise<void>;
  /** Any number of ids; returns the existing documents, unordered. */
  getDocuments(namespace: string, ids: readonly string[]): Promise<RemoteDocument[]>;
  /** Any number of ids; missing ones count as deleted. After a failure some may be deleted. */
  deleteDocuments(namespace: string, ids: readonly string[]): Promise<void>;
  /** Every document once, in the order of the server; none for a missing namespace. Throws if the pages do not end. */
  pages(namespace: string): AsyncIterable<RemoteDocument[]>;

  search(search: RemoteSearch): Promise<RemoteHits>;

  ask(question: RemoteQuestion): Promise<RemoteAnswer>;

  /**
   * Runs the backend's conflict detection for a UTC day, `YYYY-MM-DD`, and returns the text of its final message; null
   * if it has none (404, 405, 501). If the stream breaks, the run is polled every 3 s, up to 300 s in all.
   */
  runConflicts(
    request: RemoteRun,
    onEvent: (event: RemoteRunEvent) => void,
    signal: AbortSignal,
  ): Promise<string | null>;
}

export class RemoteNotFound extends Error {
  constructor(namespace: string) {
    super(`Namespace '${namespace}' does not exist in the backend`);
    this.name = 'RemoteNotFound';
  }
}
