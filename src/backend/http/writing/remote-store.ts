import { DomainError } from '../../../common/domain-error';
import { contentKey } from '../../content-key';
import { duplicateKey, judge } from '../../duplicates';
import type { Fingerprints } from '../../fingerprints';
import type { Act, Memory, MemoryEdit, NewMemory } from '../../memory';
import { MemoryStore, type StoreOptions, type StoreOutcome } from '../../memory-store';
import { historyPage, type HistoryPage, type PageCursor } from '../../pages';
import { toMemory } from '../document';
import type { Leases } from '../leases/leases.service';
import { MAX_DOCUMENTS, type BackendApi } from '../protocol/backend-api';
import { slicesOf } from '../protocol/slices';
import { findMemories } from '../reading/find-memories';
import { comparePlaces, placeOf } from '../reading/storage-order';
import { Documents } from './documents';
import { creationOf, deletionsOf, editOf } from './memory-change';
import type { RemoteChangeLog } from './remote-change-log';
import type { NewChange, RemoteChangesRepository } from './remote-changes.repository';

const SLICE = 5_000;
/** How long a read of a history waits for a change in progress. */
const READ_WAIT_MS = 2_000;

/** Memories in an external backend. */
export class RemoteStore extends MemoryStore {
  readonly joinsTransactions = false;

  private readonly documents: Documents;

  constructor(
    private readonly api: BackendApi,
    private readonly log: RemoteChangeLog,
    private readonly changes: RemoteChangesRepository,
    private readonly leases: Leases,
    private readonly fingerprints: Fingerprints,
  ) {
    super();
    this.documents = new Documents(api);
  }

  ping(): Promise<void> {
    return this.api.ping();
  }

  createNamespace(namespace: string): Promise<void> {
    return this.api.createNamespace(namespace);
  }

  /** Deletes the histories only after the memories. */
  async dropNamespace(namespace: string): Promise<void> {
    await this.api.deleteNamespace(namespace);
    let isMore = true;
    while (isMore) isMore = await this.changes.forgetSlice(namespace, SLICE);
  }

  /** A memory that exists already, by its id, was stored by an earlier try, and is left as it is. */
  async store(
    namespace: string,
    memories: readonly NewMemory[],
    { dedupe, refuseDeleted }: StoreOptions,
  ): Promise<StoreOutcome[]> {
    const deleted = refuseDeleted ? await this.findDeleted(namespace, memories) : null;
    const storeNew = async (known: ReadonlyMap<string, string> | null): Promise<StoreOutcome[]> => {
      const outcomes = judge(memories, known, (memory) => deleted?.has(contentKey(memory.content)) ?? false);
      const isNew = (_: NewMemory, at: number): boolean => outcomes[at]?.action === 'store';
      await this.insert(namespace, memories.filter(isNew));
      return outcomes;
    };
    if (!dedupe) return storeNew(null);
    // Of two concurrent calls, the second sees what the first stored.
    return this.leases.hold([`dedupe:${namespace}`], async () =>
      storeNew(await this.findActive(namespace, memories)),
    );
  }

  async find(namespace: string, id: string): Promise<Memory | null> {
    const [memory] = await this.findAll(namespace, [id]);
    return memory ?? null;
  }

  findAll(namespace: string, ids: readonly string[]): Promise<Memory[]> {
    return findMemories(this.api, namespace, ids);
  }

  edit(namespace: string, id: string, edit: MemoryEdit, act: Act): Promise<boolean> {
    return this.log.holdingOne(namespace, id, false, async (current) => {
      await this.log.apply(namespace, [editOf(current, edit, act)]);
      return true;
    });
  }

  async delete(namespace: string, id: string, act: Act): Promise<boolean> {
    return (await this.deleteSlice(namespace, [id], act)) > 0;
  }

  async deleteAll(namespace: string, ids: readonly string[], act: Act): Promise<number> {
    let deleted = 0;
    for (const slice of slicesOf(ids, MAX_DOCUMENTS))
      deleted += await this.deleteSlice(namespace, slice, act);
    return deleted;
  }

  together<T>(
    namespace: string,
    ids: readonly string[],
    work: (memories: Memory[]) => Promise<T>,
  ): Promise<T> {
    return this.log.holding(namespace, ids, (current) =>
      this.log.asOne(namespace, () => work([...current.values()].map(({ memory }) => memory))),
    );
  }

  async noteResolved(namespace: string, ids: readonly string[], { at, sessionId, by }: Act): Promise<void> {
    const there = await this.documents.find(namespace, [...new Set(ids)]);
    const notes = [...there.keys()].sort().map((memoryId): NewChange => {
      const nothing = { former: null, sweepId: null, digest: null, fingerprint: null };
      return { memoryId, at, event: 'resolved', sessionId, by, ...nothing };
    });
    await this.log.note(namespace, notes);
  }

  /**
   * A page, newest first; null if the memory never existed. For memories of other programs, the creation entry comes
   * from the document.
   */
  async readHistory(
    namespace: string,
    id: string,
    after: PageCursor | null,
    limit: number,
  ): Promise<HistoryPage | null> {
    const open = await this.changes.findOpen(namespace, [id]);
    if (open.length > 0) {
      // Open changes are settled first; unsettled ones are not shown.
      await this.log.holding(namespace, [id], () => Promise.resolve(), READ_WAIT_MS).catch(() => undefined);
    }
    const entries = await this.changes.history(namespace, id, after, limit + 1);
    const isWhole = entries.length > limit || entries.some(({ event }) => event === 'created');
    if (isWhole) return historyPage(entries, limit);
    const document = (await this.documents.find(namespace, [id])).get(id);
    if (document !== undefined) {
      const { createdAt: at, sessionId, actorId: by } = toMemory(document);
      entries.push({ at, event: 'created', sessionId, by, former: null, key: '0' });
    }
    return entries.length === 0 && after === null ? null : historyPage(entries, limit);
  }

  /** Memories that a session created, later deleted ones included. */
  async countCreatedInSession(namespace: string, sessionId: string): Promise<number> {
    const open = await this.changes.findOpenInSession(namespace, sessionId);
    if (open.length > 0) await this.log.holding(namespace, open, () => Promise.resolve());
    return this.changes.countCreatedInSession(namespace, sessionId);
  }

  private async insert(namespace: string, memories: readonly NewMemory[]): Promise<void> {
    if (memories.length === 0) return;
    const ids = memories.map(({ id }) => id);
    if (new Set(ids).size < ids.length) throw new Error('Two memories of one call have the same id');
    await this.log.creating(namespace, ids, (current) =>
      this.log.apply(namespace, memories.filter(({ id }) => !current.has(id)).map(creationOf)),
    );
  }

  /** The content keys of those of these memories whose contents were deleted from the namespace. */
  private async findDeleted(namespace: string, memories: readonly NewMemory[]): Promise<Set<string>> {
    const keys = memories.map(({ content }) => contentKey(content));
    const fingerprints = await this.fingerprints.of(keys);
    const deleted = await this.changes.findDeleted(namespace, fingerprints);
    return new Set(keys.filter((_, at) => deleted.has(fingerprints[at] ?? '')));
  }

  /** The oldest active memory for each duplicate key of these memories. */
  private async findActive(namespace: string, memories: readonly NewMemory[]): Promise<Map<string, string>> {
    const wanted = new Set(memories.map(duplicateKey));
    const own = new Set(memories.map(({ id }) => id));
    const oldest = new Map<string, Memory>();
    for await (const documents of this.api.pages(namespace)) {
      for (const memory of documents.map(toMemory)) {
        if (memory.status !== 'active' || own.has(memory.id)) continue;
        const key = duplicateKey(memory);
        if (wanted.has(key) && isOlder(memory, oldest.get(key))) oldest.set(key, memory);
      }
    }
    return new Map([...oldest].map(([key, { id }]) => [key, id]));
  }

  private async deleteSlice(namespace: string, ids: readonly string[], act: Act): Promise<number> {
    try {
      return await this.log.holding(namespace, ids, async (current) => {
        const changes = await deletionsOf(this.fingerprints, [...current.values()], act);
        await this.log.apply(namespace, changes);
        return changes.length;
      });
    } catch (error) {
      // A namespace that is gone has no memories.
      if (error instanceof DomainError && error.code === 'AgentNotFound') return 0;
      throw error;
    }
  }
}

function isOlder(memory: Memory, other: Memory | undefined): boolean {
  return other === undefined || comparePlaces(placeOf(memory), placeOf(other)) < 0;
}
