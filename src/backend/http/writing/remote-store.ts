import { DomainError } from '../../../common/domain-error';
import type { Fingerprints } from '../../fingerprints';
import type { Act, Memory, NewMemory } from '../../memory';
import type { MemoryEdit } from '../../memory-edit';
import {
  MemoryStore,
  type MemoryTransfer,
  type StoreOptions,
  type StoreOutcome,
  type UnitOfWork,
} from '../../memory-store';
import type { HistoryPage, PageRequest } from '../../pages';
import type { ScopedName } from '../../../common/scoped-name';
import {
  asksForDeleted,
  NOTHING_STORED,
  planStore,
  type StorePlan,
  upsertedReferences,
} from '../../store-plan';
import { changedByOthers, type Leases } from '../leases/leases.service';
import { MAX_DOCUMENTS, type BackendApi } from '../protocol/backend-api';
import { slicesOf } from '../protocol/slices';
import type { DocumentIndex } from '../reading/document-index';
import { findDuplicates } from '../reading/find-duplicates';
import { Documents, findMemories } from './documents';
import {
  arrivalOf,
  creationOf,
  deletionsOf,
  editOf,
  growthBy,
  type CurrentMemory,
  type MemoryChange,
} from './memory-change';
import type { RemoteChangeLog } from './remote-change-log';
import { byReference, isReferredTo } from './references';
import { readHistory } from './remote-history';
import type { RemoteQuotas } from './remote-quotas';
import type { NewChange, RemoteChangesRepository } from './remote-changes.repository';
import { transferBetween } from './remote-transfer';
import type { TextChanges } from '../../text-changes.repository';

const SLICE = 5_000;
/** Attempts while others change the memories of an upsert's reference. */
const TRIES = 5;

interface RemoteStoreParts {
  leases: Leases;
  fingerprints: Fingerprints;
  index: DocumentIndex;
  texts: TextChanges;
  quotas: RemoteQuotas;
}

/** Memories in an external backend. */
export class RemoteStore extends MemoryStore {
  private readonly leases: Leases;
  private readonly fingerprints: Fingerprints;
  private readonly index: DocumentIndex;
  private readonly documents: Documents;
  private readonly texts: TextChanges;
  private readonly quotas: RemoteQuotas;

  constructor(
    private readonly api: BackendApi,
    private readonly log: RemoteChangeLog,
    private readonly changes: RemoteChangesRepository,
    { leases, fingerprints, index, texts, quotas }: RemoteStoreParts,
  ) {
    super();
    this.leases = leases;
    this.fingerprints = fingerprints;
    this.index = index;
    this.documents = new Documents(api);
    this.texts = texts;
    this.quotas = quotas;
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
    options: StoreOptions,
  ): Promise<StoreOutcome[]> {
    const findDeleted = (hashes: readonly string[]) => this.changes.findDeleted(namespace, hashes);
    const deleted = asksForDeleted(options)
      ? await this.fingerprints.deletedOf(memories, findDeleted)
      : new Set<string>();
    const references = upsertedReferences(memories, options);
    if (!options.dedupe && references.length === 0) {
      const plan = planStore(memories, options, { ...NOTHING_STORED, deleted });
      return this.carryOut(namespace, plan, options);
    }
    const names = references.map(({ name, scope }) => `reference:${namespace}:${name}${scope ?? ''}`);
    if (options.dedupe) names.push(`dedupe:${namespace}`);
    // Of two concurrent calls, the second sees what the first stored.
    return this.leases.hold(names, async () => {
      for (let tries = 0; tries < TRIES; tries++) {
        const outcomes = await this.storeOnce(namespace, memories, options, deleted);
        if (outcomes !== null) return outcomes;
      }
      throw changedByOthers();
    });
  }

  /** Null if others changed the memories of the references before they were held. */
  private async storeOnce(
    namespace: string,
    memories: readonly NewMemory[],
    options: StoreOptions,
    deleted: ReadonlySet<string>,
  ): Promise<StoreOutcome[] | null> {
    const duplicates = options.dedupe
      ? await findDuplicates(this.index, namespace, memories)
      : NOTHING_STORED.duplicates;
    if (!options.dedupe) await this.index.follow(namespace);
    const references = upsertedReferences(memories, options);
    const own = memories.map(({ id }) => id);
    const referred = await this.index.rows.referred(namespace, references, own);
    return this.log.holding(
      namespace,
      referred.map(({ id }) => id),
      async (current) => {
        const targets = byReference([...current.values()], references);
        if (targets.size < referred.length) {
          await this.index.noteStale(namespace, referred);
          return null;
        }
        const plan = planStore(memories, options, { duplicates, references: targets, deleted });
        return this.carryOut(namespace, plan, options, current);
      },
    );
  }

  /** Again, when others changed the memory after the index was brought up to date. */
  async findByReference(namespace: string, reference: ScopedName): Promise<Memory | null> {
    for (let tries = 0; tries < TRIES; tries++) {
      await this.index.follow(namespace);
      const [found] = await this.index.rows.referred(namespace, [{ ...reference, isWaiting: false }], []);
      if (found === undefined) return null;
      const [memory] = await this.findAll(namespace, [found.id]);
      if (memory !== undefined && isReferredTo(memory, reference)) return memory;
      await this.index.noteStale(namespace, [found]);
    }
    throw changedByOthers();
  }

  findAll(namespace: string, ids: readonly string[]): Promise<Memory[]> {
    return findMemories(this.api, namespace, ids);
  }

  async transfer(transfer: MemoryTransfer): Promise<boolean> {
    const { from, to, id, newId, isMove, act } = transfer;
    const leave = () => (isMove ? this.delete(from, id, act) : this.changes.recordCopy(transfer));
    const arrive = async (memory: Memory) => {
      const { at } = await this.changes.dated(act);
      await this.apply(to, [arrivalOf(memory, newId, at)]);
    };
    const isDone = await transferBetween(this.log, transfer, arrive, leave);
    if (isDone) this.texts.written(to);
    return isDone;
  }

  edit(namespace: string, id: string, edit: MemoryEdit, act: Act): Promise<boolean> {
    return this.log.holdingOne(namespace, id, false, async (current) => {
      const change = editOf(current, edit, await this.changes.dated(act));
      await this.apply(namespace, [change]);
      this.texts.written(namespace);
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

  /** Works under leases; if it throws, changes in the backend are undone. No transaction waits for the backend. */
  async unitOfWork<Result, Locked>(
    namespace: string,
    { name, ids = [], lock, work, record }: UnitOfWork<Result, Locked>,
  ): Promise<Result> {
    const unitName = name === undefined ? [] : [`unit:${namespace}:${name}`];
    const done = await this.leases.hold(unitName, () =>
      this.log.holding(namespace, ids, async (current) => {
        const locked = (await lock?.()) as Locked;
        const memories = [...current.values()].map(({ memory }) => memory);
        return this.log.asOne(
          namespace,
          () => work(memories, locked),
          record && ((result) => record(result, locked)),
        );
      }),
    );
    // Its changes are confirmed only now.
    this.texts.written(namespace);
    return done;
  }

  async noteResolved(namespace: string, ids: readonly string[], act: Act): Promise<void> {
    const { at, sessionId, by } = await this.changes.dated(act);
    const there = await this.documents.find(namespace, [...new Set(ids)]);
    const notes = [...there.keys()].sort().map((memoryId): NewChange => {
      const nothing = { former: null, sweepId: null, digest: null, fingerprint: null };
      return { memoryId, at, event: 'resolved', sessionId, by, ...nothing };
    });
    await this.log.note(namespace, notes);
  }

  readHistory(namespace: string, id: string, page: PageRequest): Promise<HistoryPage | null> {
    const { changes, log, documents } = this;
    return readHistory({ changes, log, documents }, namespace, id, page);
  }

  /** Memories that a session created, later deleted ones included. */
  async countCreatedInSession(namespace: string, sessionId: string): Promise<number> {
    const open = await this.changes.findOpenInSession(namespace, sessionId);
    if (open.length > 0) await this.log.holding(namespace, open, () => Promise.resolve());
    return this.changes.countCreatedInSession(namespace, sessionId);
  }

  /** `current`: the memories that the plan edits, which the caller holds. */
  private async carryOut(
    namespace: string,
    { inserts, edits, outcomes }: StorePlan,
    { upserts }: StoreOptions,
    current: ReadonlyMap<string, CurrentMemory> = NOT_HELD,
  ): Promise<StoreOutcome[]> {
    if (!upserts || edits.size === 0) {
      await this.insert(namespace, inserts);
      return outcomes;
    }
    await this.log.asOne(namespace, async () => {
      await this.insert(namespace, inserts);
      const act = await this.changes.dated(upserts.act);
      const changes = [...edits].flatMap(([id, edit]) => {
        const memory = current.get(id);
        return memory ? [editOf(memory, edit, act)] : [];
      });
      await this.apply(namespace, changes);
    });
    return outcomes;
  }

  private async insert(namespace: string, memories: readonly NewMemory[]): Promise<void> {
    if (memories.length === 0) return;
    const ids = memories.map(({ id }) => id);
    if (new Set(ids).size < ids.length) throw new Error('Two memories of one call have the same id');
    await this.log.creating(namespace, ids, async (current) => {
      const missing = memories.filter(({ id }) => !current.has(id));
      const changes = (await this.changes.datedAll(missing)).map(creationOf);
      await this.apply(namespace, changes);
    });
    this.texts.written(namespace);
  }

  /** Throws QuotaExceeded. */
  private apply(namespace: string, changes: readonly MemoryChange[]): Promise<void> {
    return this.quotas.within(namespace, growthBy(changes), () => this.log.apply(namespace, changes));
  }

  private async deleteSlice(namespace: string, ids: readonly string[], act: Act): Promise<number> {
    try {
      return await this.log.holding(namespace, ids, async (current) => {
        const dated = await this.changes.dated(act);
        const changes = await deletionsOf(this.fingerprints, [...current.values()], dated);
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

const NOT_HELD: ReadonlyMap<string, CurrentMemory> = new Map();
