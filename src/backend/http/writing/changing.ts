import { AsyncLocalStorage } from 'node:async_hooks';
import type { Leases } from '../leases/leases.service';
import { toMemory } from '../document';
import { RemoteNotFound, type BackendApi } from '../protocol/backend-api';
import { BackendFailure } from '../protocol/call';
import { agentNotFound, Documents } from './documents';
import { digestOf, isMade, type CurrentMemory, type MemoryChange } from './memory-change';
import { asItWas, rewritten } from './outgoing';
import type { NewChange, RemoteChangesRepository } from './remote-changes.repository';
import { takenOf } from './settlement';
import { UnitOfWork } from './unit-of-work';

/**
 * Changes memories in the backend, so that none is lost and each is in the history: the memory is held by a lease and
 * read anew, the change is written down, the backend is asked for it, and when it shows, the change is confirmed. One
 * whose outcome stays unknown stays open, and is settled by the next who holds the memory.
 */
export class Changing {
  private readonly units = new AsyncLocalStorage<UnitOfWork>();
  private readonly documents: Documents;

  constructor(
    api: BackendApi,
    private readonly changes: RemoteChangesRepository,
    private readonly leases: Leases,
    visibleMs?: number,
  ) {
    this.documents = new Documents(api, visibleMs);
  }

  /** Keeps others from changing the memories while `work`, which gets those that there are, is done. */
  holding<T>(
    namespace: string,
    ids: readonly string[],
    work: (current: Map<string, CurrentMemory>) => Promise<T>,
    waitMs?: number,
  ): Promise<T> {
    return this.leases.hold(
      leaseNames(namespace, ids),
      async () => work(await this.read(namespace, ids)),
      waitMs,
    );
  }

  /** The same for one memory; `missing` is the result when there is no such memory. */
  holdingOne<T>(
    namespace: string,
    id: string,
    missing: T,
    work: (current: CurrentMemory) => Promise<T>,
  ): Promise<T> {
    return this.holding(namespace, [id], async (all) => {
      const current = all.get(id);
      return current ? work(current) : missing;
    });
  }

  /**
   * The same for memories that are to be created, all or none. They are looked for only where something was asked of
   * the backend about them before.
   */
  creating<T>(
    namespace: string,
    ids: readonly string[],
    work: (current: Map<string, CurrentMemory>) => Promise<T>,
  ): Promise<T> {
    return this.leases.hold(leaseNames(namespace, ids), async () => {
      const known = await this.changes.findKnown(namespace, ids);
      const current = await this.read(namespace, known);
      return this.asOne(namespace, () => work(current));
    });
  }

  /**
   * Undoes what `work` changed in the namespace when it throws, and confirms it when it has ended; the caller holds
   * something, so that all is held until then. Within another unit it is part of that one.
   */
  async asOne<T>(namespace: string, work: () => Promise<T>): Promise<T> {
    if (this.unitOf(namespace)) return work();
    const unit = new UnitOfWork(namespace);
    let result: T;
    try {
      result = await this.units.run(unit, work);
    } catch (error) {
      unit.hasEnded = true;
      // Where that fails, too, the changes are left open: what came of them is found out later.
      await this.undo(unit).catch(() => undefined);
      throw error;
    }
    unit.hasEnded = true;
    await this.changes.confirm(unit.changeIds);
    return result;
  }

  /**
   * Makes changes to memories that the caller holds, one a memory. Throws AgentNotFound; BackendUnavailable, of which
   * some may have been made outside of a unit.
   */
  async apply(namespace: string, changes: readonly MemoryChange[]): Promise<void> {
    if (changes.length === 0) return;
    const ids = await this.changes.add(namespace, changes.map(toNewChange), false);
    try {
      await this.leases.stillHeld();
    } catch (error) {
      await this.changes.drop(ids);
      throw error;
    }
    const unit = this.unitOf(namespace);
    const fate = await this.make(namespace, changes);
    if (fate.outcome === 'lost') await this.changes.drop(ids);
    else unit?.note(changes, ids);
    if (fate.outcome !== 'made') throw fate.error;
    if (!unit) await this.changes.confirm(ids);
  }

  /** Notes in histories what changes no memory. */
  async note(namespace: string, notes: readonly NewChange[]): Promise<void> {
    const unit = this.unitOf(namespace);
    const ids = await this.changes.add(namespace, notes, unit === null);
    unit?.note([], ids);
  }

  private async make(namespace: string, changes: readonly MemoryChange[]): Promise<Fate> {
    const expected = new Map(changes.map(({ id, after }) => [id, after && digestOf(after)]));
    try {
      await this.documents.write(
        namespace,
        changes.flatMap(({ before, after }) => (after === null ? [] : [rewritten(before, after)])),
        changes.filter(({ after }) => after === null).map(({ id }) => id),
      );
      await this.documents.waitFor(namespace, expected);
      return { outcome: 'made' };
    } catch (error) {
      if (error instanceof RemoteNotFound) return { outcome: 'lost', error: agentNotFound(namespace) };
      // That there was no good answer does not say what came of the call.
      const made = await this.documents.countMade(namespace, expected).catch(() => null);
      if (made === expected.size) return { outcome: 'made' };
      return { outcome: made === 0 && wasRefused(error) ? 'lost' : 'open', error };
    }
  }

  private async undo({ namespace, before, changeIds }: UnitOfWork): Promise<void> {
    if (before.size > 0) {
      await this.leases.stillHeld();
      const were = [...before].reverse();
      const back = were.flatMap(([, document]) => document ?? []);
      const gone = were.filter(([, document]) => document === null).map(([id]) => id);
      await this.documents.write(namespace, back.map(asItWas), gone);
      const made = were.map(([id, document]) => [id, document && digestOf(toMemory(document))] as const);
      await this.documents.waitFor(namespace, new Map(made));
    }
    await this.changes.drop(changeIds);
  }

  /** The memories that there are, as they are now, with what was open about them settled. */
  private async read(namespace: string, ids: readonly string[]): Promise<Map<string, CurrentMemory>> {
    if (ids.length === 0) return new Map();
    const [documents, open] = await Promise.all([
      this.documents.find(namespace, ids),
      this.changes.findOpen(namespace, ids),
    ]);
    const own = new Set(this.unitOf(namespace)?.changeIds);
    const { taken, lost } = takenOf(
      open.filter(({ id }) => !own.has(id)),
      ({ digest, memoryId }) => isMade(digest, documents.get(memoryId)),
    );
    await this.changes.confirm(taken);
    await this.changes.drop(lost);
    return new Map([...documents].map(([id, document]) => [id, { memory: toMemory(document), document }]));
  }

  private unitOf(namespace: string): UnitOfWork | null {
    const unit = this.units.getStore();
    return unit && !unit.hasEnded && unit.namespace === namespace ? unit : null;
  }
}

/** What became of changes: all were made, none, or that is not known. */
type Fate = { outcome: 'made' } | { outcome: 'lost' | 'open'; error: unknown };

function wasRefused(error: unknown): boolean {
  return error instanceof BackendFailure && error.outcome === 'refused';
}

function toNewChange({ id, before: _before, after, ...change }: MemoryChange): NewChange {
  return { ...change, memoryId: id, digest: after && digestOf(after) };
}

function leaseNames(namespace: string, ids: readonly string[]): string[] {
  return ids.map((id) => `memory:${namespace}:${id}`);
}
