import { toDocument, type OutgoingDocument, type RemoteDocument } from '../../src/backend/document';
import type { Memory } from '../../src/backend/memory';
import {
  RemoteNotFound,
  type BackendApi,
  type RemoteHits,
  type RemoteNamespace,
  type RemoteSearch,
} from '../../src/backend/http/protocol/backend-api';
import { BackendFailure, NO_ANSWER, NOT_TAKEN } from '../../src/backend/http/protocol/call';

export type FakeCall = 'get' | 'put' | 'delete' | 'pages' | 'ping' | 'list';

/**
 * `before`: nothing is done, `after`: all of it, `middle`: half of it; the caller cannot tell which. `refused`:
 * nothing is done, and the caller knows. `half refused`: of two calls the second one is refused. `dies`: it is done, and the caller never goes on, as if it had died.
 */
export type FakeFailure = 'before' | 'after' | 'middle' | 'refused' | 'half refused' | 'dies';

/** An external backend in memory, which fails when the test says so. */
export class FakeBackendApi implements BackendApi {
  readonly namespaces = new Map<string, Map<string, RemoteDocument>>();
  /** What was called, in order. */
  readonly calls: FakeCall[] = [];
  /** Ids of each look for documents. */
  readonly gets: (readonly string[])[] = [];
  readonly searches: RemoteSearch[] = [];
  /** What a search finds, best first. */
  hits: RemoteHits = { hits: [], retrieval: null };
  pagesGiven = 0;
  /** What it says that each namespace holds; the number of its documents if that is undefined. */
  itemCount: number | null | undefined = undefined;
  /** Done before each put, with the ids. */
  beforePut: (ids: readonly string[]) => Promise<void> = () => Promise.resolve();
  /** Reads that what is put waits for before it is seen. */
  lag = 0;
  pageSize = 100;
  /** Ids that cannot be put. */
  readonly cursed = new Set<string>();
  isAway = false;
  private readonly failures = new Map<FakeCall, FakeFailure[]>();
  private unseen: { readsLeft: number; show: () => void }[] = [];

  /** With these memories in the namespace `ns`. */
  static of(memories: readonly Memory[], pageSize = 100): FakeBackendApi {
    const api = new FakeBackendApi();
    api.namespaces.set('ns', new Map());
    api.pageSize = pageSize;
    return api.put(...memories);
  }

  /** Puts memories into the namespace `ns`. */
  put(...memories: Memory[]): this {
    for (const memory of memories)
      this.documents('ns').set(memory.id, { ...toDocument(memory), createdAt: null });
    return this;
  }

  /** The next calls of the kind end so, one after the other. */
  failNext(call: FakeCall, ...failures: FakeFailure[]): void {
    this.failures.set(call, [...(this.failures.get(call) ?? []), ...failures]);
  }

  forgetFailures(): void {
    this.failures.clear();
  }

  documents(namespace: string): Map<string, RemoteDocument> {
    const documents = this.namespaces.get(namespace);
    if (documents === undefined) throw new RemoteNotFound(namespace);
    return documents;
  }

  ping(): Promise<void> {
    return this.call('ping', () => {});
  }

  async createNamespace(name: string): Promise<void> {
    if (!this.namespaces.has(name)) this.namespaces.set(name, new Map());
  }

  async deleteNamespace(name: string): Promise<void> {
    this.namespaces.delete(name);
  }

  listNamespaces(): Promise<RemoteNamespace[]> {
    return this.call('list', () =>
      [...this.namespaces].map(([name, { size }]) => ({
        name,
        itemCount: this.itemCount === undefined ? size : this.itemCount,
      })),
    );
  }

  async putDocuments(namespace: string, documents: readonly OutgoingDocument[]): Promise<void> {
    await this.beforePut(documents.map(({ id }) => id));
    await this.call('put', (share) => {
      const stored = this.documents(namespace);
      if (documents.some(({ id }) => this.cursed.has(id))) throw refused();
      const taken = documents.slice(0, Math.ceil(documents.length * share));
      const show = (): void => {
        for (const document of taken)
          stored.set(document.id, { ...structuredClone(document), createdAt: null });
      };
      if (this.lag === 0) show();
      else this.unseen.push({ readsLeft: this.lag, show });
    });
  }

  getDocuments(namespace: string, ids: readonly string[]): Promise<RemoteDocument[]> {
    this.gets.push(ids);
    return this.call('get', () => {
      for (const each of this.unseen) if (--each.readsLeft <= 0) each.show();
      this.unseen = this.unseen.filter(({ readsLeft }) => readsLeft > 0);
      const stored = this.documents(namespace);
      return [...new Set(ids)].flatMap((id) => structuredClone(stored.get(id)) ?? []);
    });
  }

  deleteDocuments(namespace: string, ids: readonly string[]): Promise<void> {
    return this.call('delete', (share) => {
      const stored = this.documents(namespace);
      if (ids.some((id) => this.cursed.has(id))) throw refused();
      for (const id of ids.slice(0, Math.ceil(ids.length * share))) stored.delete(id);
    });
  }

  async *pages(namespace: string): AsyncIterable<RemoteDocument[]> {
    const stored = await this.call('pages', () => this.namespaces.get(namespace) ?? new Map<string, never>());
    const ids = [...stored.keys()];
    for (let at = 0; at < ids.length; at += this.pageSize) {
      this.pagesGiven++;
      yield ids.slice(at, at + this.pageSize).flatMap((id) => structuredClone(stored.get(id)) ?? []);
    }
  }

  async search(search: RemoteSearch): Promise<RemoteHits> {
    this.documents(search.namespace);
    this.searches.push(search);
    const hits = this.hits.hits.filter(({ score }) => score >= (search.threshold ?? 0));
    return { ...this.hits, hits: hits.slice(0, search.topK) };
  }

  ask(): Promise<{ answer: string; model: string }> {
    return Promise.reject(unknown());
  }

  runConflicts(): Promise<string | null> {
    return Promise.resolve(null);
  }

  /** `work` does the given share of it, 0 to 1. */
  private async call<T>(call: FakeCall, work: (share: number) => T): Promise<T> {
    this.calls.push(call);
    await new Promise(setImmediate);
    if (this.isAway) throw unknown();
    const failure = this.failures.get(call)?.shift();
    if (failure === undefined) return work(1);
    if (failure === 'refused') throw refused();
    const isHalf = failure === 'middle' || failure === 'half refused';
    if (failure !== 'before') work(isHalf ? 0.5 : 1);
    if (failure === 'half refused') throw refused();
    if (failure === 'dies') return new Promise(() => {});
    throw unknown();
  }
}

function unknown(): Error {
  return new BackendFailure(NO_ANSWER, 'unknown');
}

function refused(): Error {
  return new BackendFailure(NOT_TAKEN, 'refused');
}
