import { contentKey } from '../../content-key';
import type { Fingerprints } from '../../fingerprints';
import { historyPage } from '../../history-page';
import type { Memory, MemoryEdit, MemoryStatus } from '../../memory';
import type { Act } from '../../act';
import type { HistoryPage, ExpiryStamp, PageCursor } from '../../memory-backend';
import type { BackendApi } from '../protocol/backend-api';
import type { Changing } from './changing';
import { Documents } from './documents';
import { deletionOf, editOf, expiryOf, restorationOf, type CurrentMemory } from './memory-change';
import { toMemory } from '../document';
import type { NewChange, RemoteChangesRepository } from './remote-changes.repository';

const SLICE = 5_000;
/** What reading a history waits for those who change the memory at this moment. */
const READ_WAIT_MS = 2_000;

/** Single memories by id, and their life. */
export class RemoteWriting {
  private readonly documents: Documents;

  constructor(
    private readonly api: BackendApi,
    private readonly changing: Changing,
    private readonly changes: RemoteChangesRepository,
    private readonly fingerprints: Fingerprints,
  ) {
    this.documents = new Documents(api);
  }

  /** What the service keeps of its memories goes when they are gone, not before. */
  async dropNamespace(namespace: string): Promise<void> {
    await this.api.deleteNamespace(namespace);
    let isMore = true;
    while (isMore) isMore = await this.changes.forgetSlice(namespace, SLICE);
  }

  /** False when there is no such memory. */
  edit(namespace: string, id: string, edit: MemoryEdit, act: Act): Promise<boolean> {
    return this.change(namespace, id, false, async (current) => {
      await this.changing.apply(namespace, [editOf(current, edit, act)]);
      return true;
    });
  }

  delete(namespace: string, id: string, act: Act): Promise<boolean> {
    return this.change(namespace, id, false, async (current) => {
      const [fingerprint = ''] = await this.fingerprints.of([contentKey(current.memory.content)]);
      await this.changing.apply(namespace, [deletionOf(current, fingerprint, act)]);
      return true;
    });
  }

  /** The stamp that the memory has now; null when there is no such memory. */
  expire(namespace: string, id: string, reason: string, act: Act): Promise<ExpiryStamp | null> {
    return this.change<ExpiryStamp | null>(namespace, id, null, async (current) => {
      const { expiredAt, expiredBy } = current.memory;
      if (expiredAt !== null && expiredBy !== null) return { expiredAt, expiredBy };
      await this.changing.apply(namespace, [expiryOf(current, { ...act, by: reason }, null)]);
      return { expiredAt: act.at, expiredBy: reason };
    });
  }

  /** The status before; null when there is no such memory. An active one stays as it is. */
  restore(namespace: string, id: string, act: Act): Promise<MemoryStatus | null> {
    return this.change<MemoryStatus | null>(namespace, id, null, async (current) => {
      const { status } = current.memory;
      if (status === 'expired') await this.changing.apply(namespace, [restorationOf(current, act)]);
      return status;
    });
  }

  together<T>(
    namespace: string,
    ids: readonly string[],
    work: (memories: Memory[]) => Promise<T>,
  ): Promise<T> {
    return this.changing.holding(namespace, ids, (current) =>
      this.changing.asOne(namespace, () => work([...current.values()].map(({ memory }) => memory))),
    );
  }

  async noteResolved(namespace: string, ids: readonly string[], { at, sessionId, by }: Act): Promise<void> {
    const there = await this.documents.find(namespace, [...new Set(ids)]);
    const notes = [...there.keys()].sort().map((memoryId): NewChange => {
      const nothing = { former: null, sweepId: null, digest: null, fingerprint: null };
      return { memoryId, at, event: 'resolved', sessionId, by, ...nothing };
    });
    await this.changing.note(namespace, notes);
  }

  /**
   * A page, newest first; null when there never was such a memory. Of a memory that others stored, the creation is what the
   * document says of it.
   */
  async history(
    namespace: string,
    id: string,
    after: PageCursor | null,
    limit: number,
  ): Promise<HistoryPage | null> {
    const open = await this.changes.findOpen(namespace, [id]);
    if (open.length > 0) {
      // What is not settled yet is not told.
      await this.changing
        .holding(namespace, [id], () => Promise.resolve(), READ_WAIT_MS)
        .catch(() => undefined);
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
    if (open.length > 0) await this.changing.holding(namespace, open, () => Promise.resolve());
    return this.changes.countCreatedInSession(namespace, sessionId);
  }

  private change<T>(
    namespace: string,
    id: string,
    missing: T,
    work: (current: CurrentMemory) => Promise<T>,
  ): Promise<T> {
    return this.changing.holding(namespace, [id], async (all) => {
      const current = all.get(id);
      return current ? work(current) : missing;
    });
  }
}
