import type { OnApplicationBootstrap } from '@nestjs/common';
import { DomainError } from '../../common/domain-error';
import type { Env } from '../../config/env';
import type { Database } from '../../database/database';
import { Fingerprints } from '../fingerprints';
import { LeasesRepository } from '../leases/leases.repository';
import { Leases } from '../leases/leases.service';
import type { Memory, MemoryEdit, MemoryStatus, NewMemory } from '../memory';
import type { BackendConflict, ConflictRun } from '../backend-conflict';
import type { EmbeddingReport } from '../embedding-report';
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
import { BackendConflicts } from './conflicts/backend-conflicts';
import { settleLeftOpen } from './lifecycle/left-open';
import { RemoteLifecycle } from './lifecycle/remote-lifecycle';
import type { BackendApi } from './protocol/backend-api';
import { RemoteReading } from './reading/remote-reading';
import { Changing } from './writing/changing';
import { RemoteChangesRepository } from './writing/remote-changes.repository';
import { RemoteWriting } from './writing/remote-writing';
import { Storing } from './writing/storing';

/** Memories in an external backend; what the service itself keeps of them is in its own database. */
export class HttpBackend extends MemoryBackend implements OnApplicationBootstrap {
  readonly joinsTransactions = false;

  private readonly leases: Leases;
  private readonly changes: RemoteChangesRepository;
  private readonly changing: Changing;
  private readonly reading: RemoteReading;
  private readonly storing: Storing;
  private readonly writing: RemoteWriting;
  private readonly lifecycle: RemoteLifecycle;
  private readonly conflicts: BackendConflicts | null;

  constructor(
    private readonly api: BackendApi,
    database: Database,
    env: Env,
  ) {
    super();
    const fingerprints = new Fingerprints(env);
    this.leases = new Leases(new LeasesRepository(database));
    this.changes = new RemoteChangesRepository(database);
    this.changing = new Changing(api, this.changes, this.leases);
    this.reading = new RemoteReading(api, this.changes);
    this.storing = new Storing(api, this.changing, this.changes, this.leases, fingerprints);
    this.writing = new RemoteWriting(api, this.changing, this.changes, fingerprints);
    this.lifecycle = new RemoteLifecycle(api, database, this.changing, fingerprints);
    this.conflicts = env.BACKEND_MODE === 'cloud' ? new BackendConflicts(api) : null;
  }

  /** In the background: what a process before this one could not finish. Maintenance tries again. */
  onApplicationBootstrap(): void {
    void this.settleLeftOpen().catch(() => undefined);
  }

  ping(): Promise<void> {
    return this.api.ping();
  }

  /** Any may be: a memory is named by whoever stored it. */
  knowsCursor({ createdAt, key }: PageCursor): boolean {
    return Number.isSafeInteger(createdAt) && key !== '';
  }

  together<T>(
    namespace: string,
    ids: readonly string[],
    work: (memories: Memory[]) => Promise<T>,
  ): Promise<T> {
    return this.writing.together(namespace, ids, work);
  }

  createNamespace(namespace: string, _at: Date): Promise<void> {
    return this.api.createNamespace(namespace);
  }

  dropNamespace(namespace: string): Promise<void> {
    return this.writing.dropNamespace(namespace);
  }

  /** The server of the memories does so itself. */
  resumeDeletions(): void {}

  countMemories(namespaces: readonly string[], listing?: object): Promise<Map<string, number>> {
    return this.reading.countMemories(namespaces, listing);
  }

  countCreatedInSession(namespace: string, sessionId: string): Promise<number> {
    return this.writing.countCreatedInSession(namespace, sessionId);
  }

  store(namespace: string, memories: readonly NewMemory[], options: StoreOptions): Promise<StoreOutcome[]> {
    return this.storing.store(namespace, memories, options);
  }

  find(namespace: string, id: string): Promise<Memory | null> {
    return this.reading.find(namespace, id);
  }

  edit(namespace: string, id: string, edit: MemoryEdit, act: Act): Promise<boolean> {
    return this.writing.edit(namespace, id, edit, act);
  }

  delete(namespace: string, id: string, act: Act): Promise<boolean> {
    return this.writing.delete(namespace, id, act);
  }

  deleteAll(namespace: string, ids: readonly string[], act: Act): Promise<number> {
    return this.lifecycle.deleteAll(namespace, ids, act);
  }

  expire(namespace: string, id: string, reason: string, act: Act): Promise<ExpiryStamp | null> {
    return this.writing.expire(namespace, id, reason, act);
  }

  restore(namespace: string, id: string, act: Act): Promise<MemoryStatus | null> {
    return this.writing.restore(namespace, id, act);
  }

  readHistory(
    namespace: string,
    id: string,
    after: PageCursor | null,
    limit: number,
  ): Promise<HistoryPage | null> {
    return this.writing.history(namespace, id, after, limit);
  }

  findAll(namespace: string, ids: readonly string[]): Promise<Memory[]> {
    return this.reading.findAll(namespace, ids);
  }

  noteResolved(namespace: string, ids: readonly string[], act: Act): Promise<void> {
    return this.writing.noteResolved(namespace, ids, act);
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

  /** Deletions leave nothing behind that a replica would have to hear of. What it tidies up is of those who died. */
  async pruneTombstones(): Promise<number> {
    await this.leases.prune();
    await this.settleLeftOpen();
    return 0;
  }

  recent(namespace: string, filter: MemoryFilter, limit: number) {
    return this.reading.recent(namespace, filter, limit);
  }

  asOf(namespace: string, at: Date, filter: MemoryFilter, limit: number): Promise<Memory[]> {
    return this.reading.asOf(namespace, at, filter, limit);
  }

  changedSince(namespace: string, since: Date, filter: MemoryFilter, limit: number): Promise<Memory[]> {
    return this.reading.changedSince(namespace, since, filter, limit);
  }

  touched(namespace: string, period: Period, after: PageCursor | null, limit: number): Promise<MemorySlice> {
    return this.reading.touched(namespace, period, after, limit);
  }

  readPage(
    namespace: string,
    filter: MemoryFilter,
    after: PageCursor | null,
    limit: number,
  ): Promise<PageReading> {
    return this.reading.readPage(namespace, filter, after, limit);
  }

  stream(namespace: string, filter: MemoryFilter): AsyncIterable<Memory[]> {
    return this.reading.stream(namespace, filter);
  }

  search(namespace: string, request: SearchRequest): Promise<SearchAnswer> {
    return this.reading.search(namespace, request);
  }

  async findConflicts(namespace: string, run: ConflictRun): Promise<BackendConflict[] | null> {
    return this.conflicts && this.conflicts.find(namespace, run);
  }

  /** The server has its own index. */
  warm(): void {}

  indexReport(): null {
    return null;
  }

  embeddingReport(): Promise<EmbeddingReport | null> {
    return Promise.resolve(null);
  }

  /** Where the backend is away it waits for the next time. */
  private async settleLeftOpen(): Promise<void> {
    try {
      await settleLeftOpen(this.api, this.changing, this.changes);
    } catch (error) {
      if (!(error instanceof DomainError && error.code === 'BackendUnavailable')) throw error;
    }
  }
}
