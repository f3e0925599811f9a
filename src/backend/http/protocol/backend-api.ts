/** The external backend's HTTP protocol, in its own terms. */

/** A document to be put: `metadata` is flat, and stands beside `id` and `text` on the wire. */
export interface OutgoingDocument {
  id: string;
  text: string;
  metadata: Readonly<Record<string, string>>;
}

/** A document as a server answers it. Others write documents too: nothing about the metadata is certain. */
export interface RemoteDocument {
  id: string;
  text: string;
  metadata: Readonly<Record<string, unknown>>;
  /** When the server got it, as it says; null when it does not. */
  createdAt: string | null;
}

export interface RemoteHit {
  id: string;
  /** 0 to 1. */
  score: number;
}

export interface RemoteHits {
  hits: RemoteHit[];
  /** How the server searched, where it says so. */
  retrieval: 'hybrid' | 'lexical' | null;
}

export interface RemoteSearch {
  namespace: string;
  query: string;
  /** 1 to 100. */
  topK: number;
  /** 0 to 1; null for none. */
  threshold: number | null;
  signal?: AbortSignal;
}

export interface RemoteNamespace {
  name: string;
  /** Null when the server does not say. */
  itemCount: number | null;
}

/** A question for the model of the backend, without any memories. */
export interface RemoteQuestion {
  query: string;
  /** Said before it; empty for nothing. */
  header: string;
  /** Null: the backend's own choice. */
  model: string | null;
  temperature: number;
  signal: AbortSignal | null;
}

/** An event of the backend's detection of conflicts. */
export interface RemoteRunEvent {
  /** Such as `status`, `search_completed`, `conflict_detection_completed`, `message`. */
  event: string;
  data: unknown;
}

/** Documents that a call may carry. */
export const MAX_DOCUMENTS = 100;
/** Results that a search may ask for. */
export const MAX_TOP_K = 100;

/**
 * Every method throws `DomainError('BackendUnavailable')` when the server does not do it, whatever the reason, after
 * the retries that are safe; messages name no address. `RemoteNotFound` where a namespace is missing.
 */
export interface BackendApi {
  /** That it answers, and takes the key. */
  ping(): Promise<void>;

  /** One that exists already is adopted. */
  createNamespace(name: string): Promise<void>;
  /** One that is gone counts as deleted. */
  deleteNamespace(name: string): Promise<void>;
  listNamespaces(): Promise<RemoteNamespace[]>;

  /**
   * Any number; those of an id that exists replace it. Resolves when the server says that it has them; they may be
   * seen a little later. Of a failure half-way some may have been taken.
   */
  putDocuments(namespace: string, documents: readonly OutgoingDocument[]): Promise<void>;
  /** Any number; those that there are, in no particular order. */
  getDocuments(namespace: string, ids: readonly string[]): Promise<RemoteDocument[]>;
  /** Any number; those that are gone count as deleted. Of a failure half-way some may be deleted. */
  deleteDocuments(namespace: string, ids: readonly string[]): Promise<void>;
  /**
   * Every document, page by page, in the order of the server, each once. Throws when the pages do not end. A
   * namespace that does not exist has none.
   */
  pages(namespace: string): AsyncIterable<RemoteDocument[]>;

  search(search: RemoteSearch): Promise<RemoteHits>;

  /** The answer, and the model that gave it. */
  ask(question: RemoteQuestion): Promise<{ answer: string; model: string }>;

  /**
   * Runs the backend's detection of conflicts for a UTC day, `YYYY-MM-DD`; null where it offers none (404, 405, 501).
   * `told` hears the events as they come. Resolves with the text of the final message. When the stream breaks the run
   * is polled every 3 s, up to 300 s in all.
   */
  runConflicts(
    request: { namespace: string; date: string; prompt: string },
    told: (event: RemoteRunEvent) => void,
    signal: AbortSignal,
  ): Promise<string | null>;
}

/** The namespace is not there. */
export class RemoteNotFound extends Error {
  constructor(namespace: string) {
    super(`Namespace '${namespace}' does not exist in the backend`);
    this.name = 'RemoteNotFound';
  }
}
