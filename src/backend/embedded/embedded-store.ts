import { runningNote, type AuditTrail } from '../../audit/audit-trail';
import type { Env } from '../../config/env';
import type { PrismaService } from '../../database/prisma.service';
import { AsyncContext } from '../../common/async-context';
import type { ScopedName } from '../../common/scoped-name';
import { growthOf } from '../../quotas/quota';
import type { NamespaceVersion } from '../../retrieval/change-feed';
import type { Act, Memory, NewMemory } from '../memory';
import { changesSize, type MemoryEdit } from '../memory-edit';
import {
  MemoryStore,
  namespaceNotFound,
  type MemoryTransfer,
  type StoreOptions,
  type StoreOutcome,
  type UnitOfWork,
} from '../memory-store';
import type { HistoryPage, PageRequest } from '../pages';
import type { TextChanges } from '../text-changes.repository';
import { asksForDeleted, duplicateKey, planStore, upsertedReferences } from '../store-plan';
import type { NamespaceDeletion } from './deletion/namespace-deletion';
import type { EmbeddedSearch } from './embedded-search';
import { InsertBatcher } from './insert-batcher';
import { MemoriesRepository } from './memories.repository';
import type { MemoryDeletion } from './memory-deletion';
import { MemoryHistoryRepository } from './memory-history.repository';
import { storedNote } from './memory-notes';
import { MemoryTransfers } from './memory-transfer';
import { NamespacesRepository } from './namespaces.repository';
import type { StoredQuotas } from './stored-quotas';

/** Memories in the service's own database. */
export class EmbeddedStore extends MemoryStore {
  private readonly namespaces: NamespacesRepository;
  private readonly memories: MemoriesRepository;
  private readonly histories: MemoryHistoryRepository;
  private readonly inserts: InsertBatcher;
  /** Of the running unit of work: whether it wrote texts, which are there only after its commit. */
  private readonly units = new AsyncContext<{ hasWritten: boolean }>();
  private readonly deletion: MemoryDeletion;
  private readonly env: Env;
  private readonly transfers: MemoryTransfers;
  private readonly quotas: StoredQuotas;
  private readonly namespaceDeletion: NamespaceDeletion;

  constructor(
    private readonly database: PrismaService,
    given: { env: Env; trail: AuditTrail; quotas: StoredQuotas },
    deletion: { memories: MemoryDeletion; namespaces: NamespaceDeletion },
    private readonly index: Pick<EmbeddedSearch, 'drop' | 'embedSoon' | 'present'>,
    private readonly texts: TextChanges,
  ) {
    super();
    this.env = given.env;
    this.quotas = given.quotas;
    this.deletion = deletion.memories;
    this.namespaceDeletion = deletion.namespaces;
    this.namespaces = new NamespacesRepository(database);
    this.memories = new MemoriesRepository(database, given.trail);
    this.transfers = new MemoryTransfers(database, given.trail);
    this.histories = new MemoryHistoryRepository(database);
    this.inserts = new InsertBatcher(this.memories, database.mostConnections);
  }

  ping(): Promise<void> {
    return this.database.ping();
  }

  createNamespace(namespace: string, at: Date): Promise<void> {
    return this.namespaces.create(namespace, at, this.env.RECALL_LANGUAGE);
  }

  async dropNamespace(namespace: string): Promise<void> {
    await this.namespaceDeletion.delete(namespace);
    await this.texts.forget(namespace);
    this.index.drop(namespace);
  }

  async unitOfWork<Result, Locked>(namespace: string, unit: UnitOfWork<Result, Locked>): Promise<Result> {
    if (this.units.get()) return this.inTransaction(namespace, unit);
    const written = { hasWritten: false };
    const result = await this.units.run(written, () => this.inTransaction(namespace, unit));
    if (written.hasWritten) this.texts.written(namespace);
    return result;
  }

  private inTransaction<Result, Locked>(
    namespace: string,
    { ids = [], lock, work, record }: UnitOfWork<Result, Locked>,
  ): Promise<Result> {
    return this.database.transaction(async () => {
      const locked = (await lock?.()) as Locked;
      const result = await work(await this.memories.lock(namespace, ids), locked);
      await record?.(result, locked);
      return result;
    });
  }

  async store(
    namespace: string,
    memories: readonly NewMemory[],
    options: StoreOptions,
  ): Promise<StoreOutcome[]> {
    const { dedupe, refuseDeleted, upserts } = options;
    const outcomes =
      dedupe || refuseDeleted || upserts
        ? await this.storePlanned(namespace, memories, options)
        : await this.storeAll(namespace, memories);
    this.noteWritten(namespace);
    return outcomes;
  }

  findAll(
    namespace: string,
    ids: readonly string[],
    version: NamespaceVersion | null = null,
  ): Promise<Memory[]> {
    return version === null
      ? this.memories.findAll(namespace, ids)
      : this.index.present(namespace, ids, version);
  }

  findByReference(namespace: string, reference: ScopedName): Promise<Memory | null> {
    return this.memories.findByReference(namespace, reference);
  }

  async transfer(transfer: MemoryTransfer): Promise<boolean> {
    const { from, to, id, isMove, act } = transfer;
    const isDone = await this.database.transaction(async () => {
      if (!(await this.measured(to, transfer.newId, () => this.transfers.put(transfer)))) return false;
      if (isMove) await this.deletion.delete(from, id, act);
      return true;
    });
    if (isDone) this.noteWritten(to);
    return isDone;
  }

  async edit(namespace: string, id: string, edit: MemoryEdit, act: Act): Promise<boolean> {
    const found = await this.held(namespace, () => this.editOne(namespace, [id, edit], act));
    this.noteWritten(namespace);
    return found;
  }

  delete(namespace: string, id: string, act: Act): Promise<boolean> {
    return this.deletion.delete(namespace, id, act);
  }

  async deleteAll(namespace: string, ids: readonly string[], act: Act): Promise<number> {
    const namespaceId = await this.namespaces.findId(namespace);
    return namespaceId === null ? 0 : this.deletion.deleteAll(namespaceId, ids, act);
  }

  noteResolved(namespace: string, ids: readonly string[], act: Act): Promise<void> {
    return this.memories.noteResolved(namespace, ids, act);
  }

  readHistory(namespace: string, id: string, page: PageRequest): Promise<HistoryPage | null> {
    return this.histories.find(namespace, id, page);
  }

  countCreatedInSession(namespace: string, sessionId: string, since: Date): Promise<number> {
    return this.namespaces.countCreatedInSession(namespace, sessionId, since);
  }

  private noteWritten(namespace: string): void {
    this.index.embedSoon();
    const unit = this.units.get();
    if (unit) unit.hasWritten = true;
    else this.texts.written(namespace);
  }

  /** A single memory outside of a transaction is inserted in one statement with those of other requests. */
  private async storeAll(namespace: string, memories: readonly NewMemory[]): Promise<StoreOutcome[]> {
    const [memory] = memories;
    const isAlone = memories.length === 1 && !this.database.isInTransaction;
    if (memory === undefined || !isAlone || (await this.needsTransaction(namespace))) {
      await this.held(namespace, () => this.insert(namespace, memories));
    } else if (
      !(await this.inserts.insert({ namespace, memory, note: runningNote(storedNote(namespace, [memory])) }))
    ) {
      throw namespaceNotFound(namespace);
    }
    return memories.map(({ id, type }) => ({ action: 'store', id, type }));
  }

  private async storePlanned(
    namespace: string,
    memories: readonly NewMemory[],
    options: StoreOptions,
  ): Promise<StoreOutcome[]> {
    return this.database.transaction(async () => {
      const plan = planStore(memories, options, {
        duplicates: options.dedupe ? await this.findDuplicates(namespace, memories) : new Map(),
        references: await this.memories.lockNewest(namespace, upsertedReferences(memories, options)),
        deleted: asksForDeleted(options) ? await this.deletion.findDeleted(namespace, memories) : new Set(),
      });
      await this.insert(namespace, plan.inserts);
      if (options.upserts) {
        for (const edit of plan.edits) await this.editOne(namespace, edit, options.upserts.act);
      }
      return plan.outcomes;
    });
  }

  private async insert(namespace: string, memories: readonly NewMemory[]): Promise<void> {
    if (memories.length === 0) return;
    const stored = await this.memories.insert(namespace, memories);
    if (stored === 0) throw namespaceNotFound(namespace);
    if (await this.quotas.isBounded(namespace)) this.quotas.note(namespace, growthOf(memories));
  }

  private async editOne(namespace: string, [id, edit]: [string, MemoryEdit], act: Act): Promise<boolean> {
    const work = () => this.memories.edit(namespace, id, edit, act);
    return changesSize(edit) ? this.measured(namespace, id, work) : work();
  }

  /** Runs `work` and notes what it adds to the counts, if the agent has a quota. Call it in a transaction. */
  private async measured<T>(namespace: string, id: string, work: () => Promise<T>): Promise<T> {
    return (await this.quotas.isBounded(namespace)) ? this.quotas.noteChange(namespace, id, work) : work();
  }

  /** Runs `work`, in a transaction if the agent has a quota: it is checked at the end of the transaction. */
  private async held<T>(namespace: string, work: () => Promise<T>): Promise<T> {
    return (await this.needsTransaction(namespace)) ? this.database.transaction(work) : work();
  }

  /** A distributed database sends a statement that inserts memories in one of its parts to all servers, so that all must be there. */
  private async needsTransaction(namespace: string): Promise<boolean> {
    return (await this.quotas.isBounded(namespace)) || this.database.isDistributed();
  }

  /** The oldest active memory for each duplicate key of these memories. */
  private async findDuplicates(
    namespace: string,
    memories: readonly NewMemory[],
  ): Promise<Map<string, string>> {
    await this.memories.lockForDedupe(namespace);
    const contents = memories.map((memory) => memory.content);
    const known = new Map<string, string>();
    for (const memory of await this.memories.findActiveByContent(namespace, contents)) {
      const key = duplicateKey(memory);
      if (!known.has(key)) known.set(key, memory.id);
    }
    return known;
  }
}
