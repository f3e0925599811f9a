import { Injectable } from '@nestjs/common';
import { Env } from '../../config/env';
import { Database } from '../../database/database';
import { DomainError } from '../../common/domain-error';
import { Embedder } from '../../inference/embedder';
import {
  normalizeContent,
  type HistoryEntry,
  type Memory,
  type MemoryEdit,
  type MemoryStatus,
} from '../memory';
import type { NewMemory } from '../memory';
import {
  MemoryBackend,
  type Act,
  type EmbeddingReport,
  type ExpiryStamp,
  type MemoryFilter,
  type MemoryPage,
  type PageCursor,
  type SearchAnswer,
  type SearchRequest,
  type StoreOutcome,
} from '../memory-backend';
import { EmbeddedSearch } from './embedded-search';
import { EmbeddingWorker } from './embeddings/embedding-worker';
import { ListingsRepository } from './listings.repository';
import { MemoriesRepository } from './memories.repository';
import { MemoryHistoryRepository } from './memory-history.repository';
import { NamespacesRepository } from './namespaces.repository';

const SLICE = 500;

/** Memories in the service's own database, found through an index in memory. */
@Injectable()
export class EmbeddedBackend extends MemoryBackend {
  private readonly namespaces: NamespacesRepository;
  private readonly memories: MemoriesRepository;
  private readonly listings: ListingsRepository;
  private readonly histories: MemoryHistoryRepository;
  private readonly searching: EmbeddedSearch;

  constructor(
    private readonly database: Database,
    private readonly env: Env,
    embedder: Embedder,
    private readonly embeddings: EmbeddingWorker,
  ) {
    super();
    this.namespaces = new NamespacesRepository(database);
    this.memories = new MemoriesRepository(database);
    this.listings = new ListingsRepository(database);
    this.histories = new MemoryHistoryRepository(database);
    this.searching = new EmbeddedSearch(database, env, this.listings, embedder, embeddings);
  }

  createNamespace(namespace: string, at: Date): Promise<void> {
    return this.namespaces.create(namespace, at, this.env.RECALL_LANGUAGE);
  }

  async dropNamespace(namespace: string): Promise<void> {
    await this.namespaces.drop(namespace);
    this.searching.drop(namespace);
  }

  countMemories(namespaces: readonly string[]): Promise<Map<string, number>> {
    return this.namespaces.countMemories(namespaces);
  }

  countCreatedInSession(namespace: string, sessionId: string, since: Date): Promise<number> {
    return this.namespaces.countCreatedInSession(namespace, sessionId, since);
  }

  async store(
    namespace: string,
    memories: readonly NewMemory[],
    options: { dedupe: boolean },
  ): Promise<StoreOutcome[]> {
    if (options.dedupe) return this.database.transaction(() => this.storeNew(namespace, memories));
    await this.insert(namespace, memories);
    return memories.map(({ id, type }) => ({ action: 'store', id, type }));
  }

  find(namespace: string, id: string): Promise<Memory | null> {
    return this.memories.find(namespace, id);
  }

  async edit(namespace: string, id: string, edit: MemoryEdit, act: Act): Promise<boolean> {
    const found = await this.memories.edit(namespace, id, edit, act);
    this.embeddings.nudge();
    return found;
  }

  delete(namespace: string, id: string, act: Act): Promise<boolean> {
    return this.memories.delete(namespace, id, act);
  }

  expire(namespace: string, id: string, reason: string, act: Act): Promise<ExpiryStamp | null> {
    return this.memories.expire(namespace, id, reason, act);
  }

  restore(namespace: string, id: string, act: Act): Promise<MemoryStatus | null> {
    return this.memories.restore(namespace, id, act);
  }

  history(namespace: string, id: string): Promise<HistoryEntry[] | null> {
    return this.histories.find(namespace, id);
  }

  recent(namespace: string, filter: MemoryFilter, limit: number) {
    return this.listings.recent(namespace, filter, limit);
  }

  asOf(namespace: string, at: Date, filter: MemoryFilter, limit: number): Promise<Memory[]> {
    return this.listings.asOf(namespace, at, filter, limit);
  }

  changedSince(namespace: string, since: Date, filter: MemoryFilter, limit: number): Promise<Memory[]> {
    return this.listings.changedSince(namespace, since, filter, limit);
  }

  page(
    namespace: string,
    filter: MemoryFilter,
    after: PageCursor | null,
    limit: number,
  ): Promise<MemoryPage> {
    return this.listings.page(namespace, filter, after, limit);
  }

  async *stream(namespace: string, filter: MemoryFilter): AsyncIterable<Memory[]> {
    let after: PageCursor | null = null;
    do {
      const slice: { memories: Memory[]; next: PageCursor | null } = await this.listings.slice(
        namespace,
        filter,
        after,
        SLICE,
      );
      if (slice.memories.length > 0) yield slice.memories;
      after = slice.next;
    } while (after !== null);
  }

  search(namespace: string, request: SearchRequest): Promise<SearchAnswer> {
    return this.searching.search(namespace, request);
  }

  warm(namespace: string): void {
    this.searching.warm(namespace);
  }

  embeddingReport(): Promise<EmbeddingReport | null> {
    return this.embeddings.report();
  }

  private async insert(namespace: string, memories: readonly NewMemory[]): Promise<void> {
    if (memories.length === 0) return;
    const stored = await this.memories.insert(namespace, memories);
    if (stored === 0) throw new DomainError('AgentNotFound', `Namespace '${namespace}' does not exist`);
    this.embeddings.nudge();
  }

  private async storeNew(namespace: string, memories: readonly NewMemory[]): Promise<StoreOutcome[]> {
    await this.memories.lockForDedupe(namespace);
    const contents = memories.map((memory) => memory.content);
    const existing = await this.memories.findActiveByContent(namespace, contents);
    const known = new Map<string, string>();
    for (const memory of existing) {
      const key = duplicateKey(memory);
      if (!known.has(key)) known.set(key, memory.id);
    }
    const fresh: NewMemory[] = [];
    const outcomes = memories.map((memory): StoreOutcome => {
      const key = duplicateKey(memory);
      const id = known.get(key);
      if (id !== undefined) return { action: 'duplicate', id, type: memory.type };
      known.set(key, memory.id);
      fresh.push(memory);
      return { action: 'store', id: memory.id, type: memory.type };
    });
    await this.insert(namespace, fresh);
    return outcomes;
  }
}

function duplicateKey(memory: { type: string; content: string }): string {
  return `${memory.type} ${normalizeContent(memory.content)}`;
}
