import { DomainError } from '../../common/domain-error';
import type { Env } from '../../config/env';
import type { Database } from '../../database/database';
import { contentKey } from '../content-key';
import { duplicateKey, judge } from '../duplicates';
import type { Act, Memory, MemoryEdit, NewMemory } from '../memory';
import { MemoryStore, type StoreOptions, type StoreOutcome } from '../memory-store';
import type { HistoryPage, PageCursor } from '../pages';
import type { NamespaceDeletion } from './deletion/namespace-deletion';
import type { EmbeddedSearch } from './embedded-search';
import { InsertBatcher } from './insert-batcher';
import { MemoriesRepository } from './memories.repository';
import type { MemoryDeletion } from './memory-deletion';
import { MemoryHistoryRepository } from './memory-history.repository';
import { NamespacesRepository } from './namespaces.repository';

/** Memories in the service's own database. */
export class EmbeddedStore extends MemoryStore {
  readonly joinsTransactions = true;

  private readonly namespaces: NamespacesRepository;
  private readonly memories: MemoriesRepository;
  private readonly histories: MemoryHistoryRepository;
  private readonly inserts: InsertBatcher;

  constructor(
    private readonly database: Database,
    private readonly env: Env,
    private readonly deletion: MemoryDeletion,
    private readonly namespaceDeletion: NamespaceDeletion,
    private readonly index: Pick<EmbeddedSearch, 'drop' | 'embedSoon'>,
  ) {
    super();
    this.namespaces = new NamespacesRepository(database);
    this.memories = new MemoriesRepository(database);
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
    this.index.drop(namespace);
  }

  together<T>(
    namespace: string,
    ids: readonly string[],
    work: (memories: Memory[]) => Promise<T>,
  ): Promise<T> {
    return this.database.transaction(async () => work(await this.memories.lock(namespace, ids)));
  }

  async store(
    namespace: string,
    memories: readonly NewMemory[],
    { dedupe, refuseDeleted }: StoreOptions,
  ): Promise<StoreOutcome[]> {
    const outcomes =
      dedupe || refuseDeleted
        ? await this.storeNew(namespace, memories, { dedupe, refuseDeleted: refuseDeleted ?? false })
        : await this.storeAll(namespace, memories);
    this.index.embedSoon();
    return outcomes;
  }

  find(namespace: string, id: string): Promise<Memory | null> {
    return this.memories.find(namespace, id);
  }

  findAll(namespace: string, ids: readonly string[]): Promise<Memory[]> {
    return this.memories.findAll(namespace, ids);
  }

  async edit(namespace: string, id: string, edit: MemoryEdit, act: Act): Promise<boolean> {
    const found = await this.memories.edit(namespace, id, edit, act);
    this.index.embedSoon();
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

  readHistory(
    namespace: string,
    id: string,
    after: PageCursor | null,
    limit: number,
  ): Promise<HistoryPage | null> {
    return this.histories.find(namespace, id, after, limit);
  }

  countCreatedInSession(namespace: string, sessionId: string, since: Date): Promise<number> {
    return this.namespaces.countCreatedInSession(namespace, sessionId, since);
  }

  /** A single memory outside of a transaction is inserted in one statement with those of other requests. */
  private async storeAll(namespace: string, memories: readonly NewMemory[]): Promise<StoreOutcome[]> {
    const [memory] = memories;
    if (memory === undefined || memories.length > 1 || this.database.isInTransaction) {
      await this.insert(namespace, memories);
    } else if (!(await this.inserts.insert({ namespace, memory }))) {
      throw noNamespace(namespace);
    }
    return memories.map(({ id, type }) => ({ action: 'store', id, type }));
  }

  private async storeNew(
    namespace: string,
    memories: readonly NewMemory[],
    { dedupe, refuseDeleted }: Required<StoreOptions>,
  ): Promise<StoreOutcome[]> {
    return this.database.transaction(async () => {
      const known = dedupe ? await this.findActive(namespace, memories) : null;
      const deleted = refuseDeleted ? await this.deletion.findDeleted(namespace, memories) : null;
      const outcomes = judge(memories, known, (memory) => deleted?.has(contentKey(memory.content)) ?? false);
      await this.insert(
        namespace,
        memories.filter((_, at) => outcomes[at]?.action === 'store'),
      );
      return outcomes;
    });
  }

  private async insert(namespace: string, memories: readonly NewMemory[]): Promise<void> {
    if (memories.length === 0) return;
    const stored = await this.memories.insert(namespace, memories);
    if (stored === 0) throw noNamespace(namespace);
  }

  /** The oldest active memory for each duplicate key of these memories. */
  private async findActive(namespace: string, memories: readonly NewMemory[]): Promise<Map<string, string>> {
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

function noNamespace(namespace: string): DomainError {
  return new DomainError('AgentNotFound', `Namespace '${namespace}' does not exist`);
}
