import type { ScopedName } from '../common/scoped-name';
import type { Quotas } from '../quotas/quotas.service';
import { TimeSlices } from '../retrieval/time-slices';
import type { Screening } from '../screening/screening.service';
import { isQuarantined, judged, judgedEdit } from './judged-memory';
import { deriveTitle, type Act, type Memory, type NewMemory } from './memory';
import { changesSize, type MemoryEdit } from './memory-edit';
import {
  MemoryStore,
  type MemoryTransfer,
  type StoreOptions,
  type StoreOutcome,
  type UnitOfWork,
  type Upserts,
} from './memory-store';
import type { HistoryPage, PageRequest } from './pages';

/** How long rows may hold the event loop. */
const SLICE_MS = 5;

/**
 * Looks through every memory and edit for secrets, judges whether it was planted, and counts it as a write of its agent,
 * before the store of the backend gets it. May throw SecretRefused, RateLimited.
 */
export class ScreenedStore extends MemoryStore {
  private readonly slices = new TimeSlices(SLICE_MS, () => performance.now());

  constructor(
    private readonly backend: MemoryStore,
    private readonly screening: Screening,
    private readonly quotas: Pick<Quotas, 'takeWrites'>,
  ) {
    super();
  }

  async store(
    namespace: string,
    memories: readonly NewMemory[],
    { isScreened = false, ...options }: StoreOptions,
  ): Promise<StoreOutcome[]> {
    if (isScreened) return this.storeJudged(namespace, memories, options);
    const screened = await this.screening.screen(namespace, memories);
    const upserts = options.upserts && (await this.upserts(namespace, options.upserts));
    const rows = screened.map(({ row }, at) => withTitle(row, memories[at]));
    const outcomes = await this.storeJudged(namespace, rows, { ...options, upserts });
    return outcomes.map((outcome, at) => {
      const { redacted, warned } = screened[at] ?? {};
      return { ...outcome, redacted, warned };
    });
  }

  async edit(namespace: string, id: string, edit: MemoryEdit, act: Act): Promise<boolean> {
    // Who edits texts looked through them already, for the answer.
    const [screened] = await this.screening.screen(namespace, [edit], { isCounted: false });
    if (changesSize(edit)) await this.quotas.takeWrites(namespace, 1);
    return this.backend.edit(namespace, id, judgedEdit(screened?.row ?? edit), act);
  }

  /** Who transfers looked through it for the other agent already. */
  async transfer(transfer: MemoryTransfer): Promise<boolean> {
    await this.quotas.takeWrites(transfer.to, 1);
    return this.backend.transfer(transfer);
  }

  ping(): Promise<void> {
    return this.backend.ping();
  }

  createNamespace(namespace: string, at: Date): Promise<void> {
    return this.backend.createNamespace(namespace, at);
  }

  dropNamespace(namespace: string): Promise<void> {
    return this.backend.dropNamespace(namespace);
  }

  unitOfWork<Result, Locked = void>(namespace: string, unit: UnitOfWork<Result, Locked>): Promise<Result> {
    return this.backend.unitOfWork(namespace, unit);
  }

  findAll(...of: Parameters<MemoryStore['findAll']>): Promise<Memory[]> {
    return this.backend.findAll(...of);
  }

  findByReference(namespace: string, reference: ScopedName): Promise<Memory | null> {
    return this.backend.findByReference(namespace, reference);
  }

  delete(namespace: string, id: string, act: Act): Promise<boolean> {
    return this.backend.delete(namespace, id, act);
  }

  deleteAll(namespace: string, ids: readonly string[], act: Act): Promise<number> {
    return this.backend.deleteAll(namespace, ids, act);
  }

  noteResolved(namespace: string, ids: readonly string[], act: Act): Promise<void> {
    return this.backend.noteResolved(namespace, ids, act);
  }

  readHistory(namespace: string, id: string, page: PageRequest): Promise<HistoryPage | null> {
    return this.backend.readHistory(namespace, id, page);
  }

  countCreatedInSession(namespace: string, sessionId: string, since: Date): Promise<number> {
    return this.backend.countCreatedInSession(namespace, sessionId, since);
  }

  private async storeJudged(
    namespace: string,
    memories: readonly NewMemory[],
    { isOfService = false, ...options }: StoreOptions,
  ): Promise<StoreOutcome[]> {
    if (!isOfService) await this.quotas.takeWrites(namespace, memories.length);
    const rows: NewMemory[] = [];
    await this.slices.forEach(memories, (memory) => rows.push(judged(memory)));
    const outcomes = await this.backend.store(namespace, rows, withPlanted(options, rows));
    return outcomes.map((outcome, at) => {
      const row = rows[at];
      const { action, trust } = outcome;
      const isWaiting = action === 'store' || trust === 'quarantined';
      if (row === undefined || !isQuarantined(row) || !isWaiting) return outcome;
      return { ...outcome, quarantined: row.trustReasons };
    });
  }

  private async upserts(namespace: string, upserts: Upserts): Promise<Upserts> {
    const ids = [...upserts.edits.keys()];
    // They say what the memories say, which were counted.
    const edits = [...upserts.edits.values()];
    const screened = await this.screening.screen(namespace, edits, { isCounted: false });
    return { ...upserts, edits: new Map(screened.map(({ row }, at) => [ids[at] ?? '', row])) };
  }
}

/** A planted upsert changes no memory but one that waits for a review too, which goes on to wait. */
function withPlanted({ upserts, ...options }: StoreOptions, rows: readonly NewMemory[]): StoreOptions {
  if (upserts === undefined) return options;
  const edits = new Map(upserts.edits);
  for (const { id, trust, trustReasons } of rows.filter(isQuarantined)) {
    const edit = edits.get(id);
    if (edit !== undefined) edits.set(id, { ...edit, trust, trustReasons });
  }
  return { ...options, upserts: { ...upserts, edits } };
}

/** A derived title follows the content. */
function withTitle(memory: NewMemory, before: NewMemory | undefined): NewMemory {
  if (!memory.titleDerived || memory.content === before?.content) return memory;
  return { ...memory, title: deriveTitle(memory.content) };
}
