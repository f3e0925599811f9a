import { Injectable, Logger } from '@nestjs/common';
import { Env } from '../../config/env';
import { Database } from '../../database/database';
import { DomainError } from '../../common/domain-error';
import { IndexCache } from '../../retrieval/index-cache';
import type { SearchFilter, SearchHit } from '../../retrieval/search-query';
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
  type ExpiryStamp,
  type MemoryFilter,
  type MemoryPage,
  type PageCursor,
  type SearchAnswer,
  type SearchRequest,
  type StoreOutcome,
} from '../memory-backend';
import { DatabaseChangeFeed } from './database-change-feed';
import { ListingsRepository } from './listings.repository';
import { MemoryCache } from './memory-cache';
import { MemoriesRepository } from './memories.repository';
import { MemoryHistoryRepository } from './memory-history.repository';
import { NamespacesRepository } from './namespaces.repository';

const MEBIBYTE = 1_048_576;
const SLICE = 500;
/** Of the memory for recall, what is for the memories found rather than for the indexes that find them. */
const MEMORY_SHARE = 0.25;

/** Memories in the service's own database, found through an index in memory. */
@Injectable()
export class EmbeddedBackend extends MemoryBackend {
  private readonly logger = new Logger(EmbeddedBackend.name);
  private readonly namespaces: NamespacesRepository;
  private readonly memories: MemoriesRepository;
  private readonly listings: ListingsRepository;
  private readonly histories: MemoryHistoryRepository;
  private readonly indexes: IndexCache;
  private readonly recalled: MemoryCache;

  constructor(
    private readonly database: Database,
    private readonly env: Env,
  ) {
    super();
    this.namespaces = new NamespacesRepository(database);
    this.memories = new MemoriesRepository(database);
    this.listings = new ListingsRepository(database);
    this.histories = new MemoryHistoryRepository(database);
    const maxBytes = env.RECALL_INDEX_MEMORY_MB * MEBIBYTE;
    this.recalled = new MemoryCache(maxBytes * MEMORY_SHARE);
    const feed = new DatabaseChangeFeed(database, () => this.recalled.clear());
    this.indexes = new IndexCache(feed, { maxBytes: maxBytes * (1 - MEMORY_SHARE) });
  }

  createNamespace(namespace: string, at: Date): Promise<void> {
    return this.namespaces.create(namespace, at, this.env.RECALL_LANGUAGE);
  }

  async dropNamespace(namespace: string): Promise<void> {
    await this.namespaces.drop(namespace);
    this.indexes.drop(namespace);
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

  edit(namespace: string, id: string, edit: MemoryEdit, act: Act): Promise<boolean> {
    return this.memories.edit(namespace, id, edit, act);
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

  async search(namespace: string, request: SearchRequest): Promise<SearchAnswer> {
    const found = await this.indexes.search(namespace, {
      text: request.query,
      limit: request.limit,
      minScore: request.minScore,
      count: request.count,
      now: request.at.getTime(),
      filter: toSearchFilter(request.filter),
    });
    const memories = await this.read(namespace, found.hits, request.filter);
    const results = found.hits.flatMap(({ id, version: _, ...place }) => {
      const memory = memories.get(id);
      return memory ? [{ memory, ...place }] : [];
    });
    return { results, candidates: found.candidates, retrieval: 'lexical' };
  }

  warm(namespace: string): void {
    this.indexes.warm(namespace).catch((error: unknown) => {
      this.logger.warn(`Could not prepare the index of ${namespace}: ${String(error)}`);
    });
  }

  /** The memories found, from the cache in the very version that was found, else as they are now. */
  private async read(
    namespace: string,
    hits: readonly SearchHit[],
    filter: MemoryFilter,
  ): Promise<Map<string, Memory>> {
    const memories = new Map<string, Memory>();
    const missing: string[] = [];
    for (const { id, version } of hits) {
      const memory = this.recalled.find(namespace, id, version);
      if (memory) memories.set(id, memory);
      else missing.push(id);
    }
    if (missing.length === 0) return memories;
    for (const versioned of await this.listings.byIds(namespace, missing, filter)) {
      this.recalled.keep(namespace, versioned);
      memories.set(versioned.memory.id, versioned.memory);
    }
    return memories;
  }

  private async insert(namespace: string, memories: readonly NewMemory[]): Promise<void> {
    if (memories.length === 0) return;
    const stored = await this.memories.insert(namespace, memories);
    if (stored === 0) throw new DomainError('AgentNotFound', `Namespace '${namespace}' does not exist`);
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

function toSearchFilter(filter: MemoryFilter): SearchFilter {
  return {
    types: filter.types,
    tags: filter.tags,
    sources: filter.sources,
    createdAfter: filter.createdAfter?.getTime() ?? null,
    createdBefore: filter.createdBefore?.getTime() ?? null,
    status: filter.status,
  };
}
