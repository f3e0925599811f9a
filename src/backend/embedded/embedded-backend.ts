import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Env } from '../../config/env';
import { Database } from '../../database/database';
import { Embedder } from '../../inference/embedder';
import type { FeedMark } from '../../retrieval/feed-mark';
import type { Memory, MemoryEdit, MemoryStatus, NewMemory } from '../memory';
import type { EmbeddingReport } from '../embedding-report';
import type { IndexReport } from '../index-report';
import type { Act } from '../act';
import {
  MemoryBackend,
  type ExpiryStamp,
  type MemoryFilter,
  type MemorySlice,
  type PageCursor,
  type PageReading,
  type Period,
  type SearchAnswer,
  type SearchRequest,
  type StoreOptions,
  type StoreOutcome,
  type HistoryPage,
} from '../memory-backend';
import type { PurgeOutcome, PurgeRequest, SweepOutcome, SweepRequest } from '../sweep';
import { NamespaceDeletion } from './deletion/namespace-deletion';
import { EmbeddedSearch } from './embedded-search';
import { EmbeddingWorker } from './embeddings/embedding-worker';
import { DeletionsRepository } from './lifecycle/deletions.repository';
import { Fingerprints } from '../fingerprints';
import { Lifecycle } from './lifecycle/lifecycle';
import { ListingsRepository } from './listings.repository';
import { MemoriesRepository } from './memories.repository';
import { MemoryHistoryRepository } from './memory-history.repository';
import { MemorySetsRepository } from './memory-sets.repository';
import { NamespacesRepository } from './namespaces.repository';
import { RecentListings } from './recent-listings';
import { Storing } from './storing';

const STORAGE_NUMBER = /^(0|[1-9]\d{0,15})$/;

/** Memories in the service's own database, found through an index in memory. */
@Injectable()
export class EmbeddedBackend extends MemoryBackend implements OnApplicationBootstrap, OnModuleDestroy {
  readonly joinsTransactions = true;

  private readonly namespaces: NamespacesRepository;
  private readonly deletion: NamespaceDeletion;
  private readonly memories: MemoriesRepository;
  private readonly sets: MemorySetsRepository;
  private readonly listings: ListingsRepository;
  private readonly recents: RecentListings;
  private readonly histories: MemoryHistoryRepository;
  private readonly storing: Storing;
  private readonly lifecycle: Lifecycle;
  private readonly searching: EmbeddedSearch;

  constructor(
    private readonly database: Database,
    private readonly env: Env,
    embedder: Embedder,
    private readonly embeddings: EmbeddingWorker,
  ) {
    super();
    this.namespaces = new NamespacesRepository(database);
    this.deletion = new NamespaceDeletion(database);
    this.memories = new MemoriesRepository(database);
    this.sets = new MemorySetsRepository(database);
    this.listings = new ListingsRepository(database);
    this.recents = new RecentListings(this.listings);
    this.histories = new MemoryHistoryRepository(database);
    const deletions = new DeletionsRepository(database);
    const fingerprints = new Fingerprints(env);
    this.storing = new Storing(database, this.memories, deletions, fingerprints);
    this.lifecycle = new Lifecycle(database, deletions, fingerprints);
    this.searching = new EmbeddedSearch(database, env, this.listings, embedder, embeddings);
  }

  onApplicationBootstrap(): void {
    this.deletion.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.deletion.stop();
  }

  ping(): Promise<void> {
    return this.database.ping();
  }

  knowsCursor({ key }: PageCursor): boolean {
    return STORAGE_NUMBER.test(key) && Number.isSafeInteger(Number(key));
  }

  createNamespace(namespace: string, at: Date): Promise<void> {
    return this.namespaces.create(namespace, at, this.env.RECALL_LANGUAGE);
  }

  async dropNamespace(namespace: string): Promise<void> {
    await this.deletion.delete(namespace);
    this.searching.drop(namespace);
  }

  resumeDeletions(): void {
    this.deletion.start();
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
    options: StoreOptions,
  ): Promise<StoreOutcome[]> {
    const outcomes = await this.storing.store(namespace, memories, options);
    this.embeddings.nudge();
    return outcomes;
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
    return this.lifecycle.delete(namespace, id, act);
  }

  deleteAll(namespace: string, ids: readonly string[], act: Act): Promise<number> {
    return this.lifecycle.deleteAll(namespace, ids, act);
  }

  expire(namespace: string, id: string, reason: string, act: Act): Promise<ExpiryStamp | null> {
    return this.memories.expire(namespace, id, reason, act);
  }

  restore(namespace: string, id: string, act: Act): Promise<MemoryStatus | null> {
    return this.memories.restore(namespace, id, act);
  }

  readHistory(
    namespace: string,
    id: string,
    after: PageCursor | null,
    limit: number,
  ): Promise<HistoryPage | null> {
    return this.histories.find(namespace, id, after, limit);
  }

  findAll(namespace: string, ids: readonly string[]): Promise<Memory[]> {
    return this.sets.find(namespace, ids);
  }

  together<T>(
    namespace: string,
    ids: readonly string[],
    work: (memories: Memory[]) => Promise<T>,
  ): Promise<T> {
    return this.database.transaction(async () => work(await this.sets.hold(namespace, ids)));
  }

  noteResolved(namespace: string, ids: readonly string[], act: Act): Promise<void> {
    return this.sets.noteResolved(namespace, ids, act);
  }

  sweep(namespace: string, request: SweepRequest): Promise<SweepOutcome> {
    return this.lifecycle.sweep(namespace, request);
  }

  undoSweep(namespace: string, sweepId: string, act: Act): Promise<{ restored: number; skipped: number }> {
    return this.lifecycle.undoSweep(namespace, sweepId, act);
  }

  purge(namespace: string, request: PurgeRequest): Promise<PurgeOutcome> {
    return this.lifecycle.purge(namespace, request);
  }

  pruneTombstones(before: Date): Promise<number> {
    return this.lifecycle.pruneTombstones(before);
  }

  async recent(namespace: string, filter: MemoryFilter, limit: number, mark: FeedMark | null = null) {
    const { memories, total } = await this.recents.find(namespace, filter, limit, mark);
    return { memories, total };
  }

  asOf(namespace: string, at: Date, filter: MemoryFilter, limit: number): Promise<Memory[]> {
    return this.listings.asOf(namespace, at, filter, limit);
  }

  changedSince(namespace: string, since: Date, filter: MemoryFilter, limit: number): Promise<Memory[]> {
    return this.listings.changedSince(namespace, since, filter, limit);
  }

  touched(namespace: string, period: Period, after: PageCursor | null, limit: number): Promise<MemorySlice> {
    return this.sets.touched(namespace, period, after, limit);
  }

  async readPage(
    namespace: string,
    filter: MemoryFilter,
    after: PageCursor | null,
    limit: number,
  ): Promise<PageReading> {
    const total = await this.listings.count(namespace, filter);
    return { total, slices: this.listings.slices(namespace, filter, after, limit) };
  }

  async *stream(namespace: string, filter: MemoryFilter): AsyncIterable<Memory[]> {
    for await (const { memories } of this.listings.slices(namespace, filter, null, Infinity)) {
      if (memories.length > 0) yield memories;
    }
  }

  search(namespace: string, request: SearchRequest): Promise<SearchAnswer> {
    return this.searching.search(namespace, request);
  }

  /** None: the service judges by itself. */
  findConflicts(): Promise<null> {
    return Promise.resolve(null);
  }

  warm(namespace: string): void {
    this.searching.warm(namespace);
  }

  indexReport(): IndexReport {
    return this.searching.indexReport();
  }

  embeddingReport(): Promise<EmbeddingReport | null> {
    return this.embeddings.report();
  }
}
