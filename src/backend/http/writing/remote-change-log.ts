import { AsyncContext } from '../../../common/async-context';
import { namespaceNotFound } from '../../memory-store';
import { toMemory, type RemoteDocument } from '../../document';
import type { Leases } from '../leases/leases.service';
import { type BackendApi, RemoteNotFound } from '../protocol/backend-api';
import { BackendFailure } from '../protocol/call';
import { asItWas, Documents, rewritten } from './documents';
import { type CurrentMemory, digestOf, isMade, type MemoryChange } from './memory-change';
import type { NewChange, OpenChange, RemoteChangesRepository } from './remote-changes.repository';

/** Changes in a namespace that are made together or undone together. */
class ChangesOfUnit {
  /** By id, each memory before its first change; null if it did not exist. */
  readonly before = new Map<string, RemoteDocument | null>();
  readonly changeIds: number[] = [];
  /** Of nested units: they write rows. */
  readonly records: (() => Promise<unknown>)[] = [];
  hasEnded = false;

  constructor(readonly namespace: string) {}

  note(changes: readonly Pick<MemoryChange, 'id' | 'before'>[], changeIds: readonly number[]): void {
    this.changeIds.push(...changeIds);
    for (const { id, before } of changes) if (!this.before.has(id)) this.before.set(id, before);
  }
}

/** `made`: all changes took effect; `lost`: none; `open`: that is not known. */
type Fate = { outcome: 'made' } | { outcome: 'lost' | 'open'; error: unknown };

/**
 * A write-ahead log of changes in the backend: lease the memory, read it, log the change, send it, and confirm it once
 * the backend shows it. A change with an unknown outcome stays open; the next lease of the memory settles it.
 */
export class RemoteChangeLog {
  private readonly units = new AsyncContext<ChangesOfUnit>();
  private readonly documents: Documents;

  constructor(
    api: BackendApi,
    private readonly changes: RemoteChangesRepository,
    private readonly leases: Leases,
  ) {
    this.documents = new Documents(api);
  }

  /** Locks memories by leases during `work`, which gets the existing ones. */
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

  /** The same for new memories, all or none. Reads only those with logged changes of an earlier attempt. */
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
   * Runs `work` as a unit under a lease of the caller: its changes are undone if it throws, or if `record` does, which
   * runs in the transaction that confirms them, after those of nested units. A nested unit joins the outer one.
   */
  async asOne<T>(
    namespace: string,
    work: () => Promise<T>,
    record?: (result: T) => Promise<unknown>,
  ): Promise<T> {
    const outer = this.unitOf(namespace);
    if (outer) {
      const result = await work();
      if (record) outer.records.push(() => record(result));
      return result;
    }
    const unit = new ChangesOfUnit(namespace);
    try {
      const result = await this.units.run(unit, work).finally(() => (unit.hasEnded = true));
      if (record) unit.records.push(() => record(result));
      await this.changes.confirm(unit.changeIds, async () => {
        for (const each of unit.records) await each();
      });
      return result;
    } catch (error) {
      // If the undo fails, the changes stay open and are settled later.
      await this.undo(unit).catch(() => undefined);
      throw error;
    }
  }

  /**
   * Makes changes to memories that the caller holds, one per memory. Throws AgentNotFound, or BackendUnavailable: then,
   * outside of a unit, some changes may have been made.
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

  /** Adds history entries that change no memory. */
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
      if (error instanceof RemoteNotFound) return { outcome: 'lost', error: namespaceNotFound(namespace) };
      // A failed call may have taken effect.
      const made = await this.documents.countMade(namespace, expected).catch(() => null);
      if (made === expected.size) return { outcome: 'made' };
      return { outcome: made === 0 && wasRefused(error) ? 'lost' : 'open', error };
    }
  }

  private async undo({ namespace, before, changeIds }: ChangesOfUnit): Promise<void> {
    // The transaction that failed may have been committed.
    if (!(await this.changes.areOpen(changeIds))) return;
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

  /** Reads the existing memories and settles their open changes. */
  private async read(namespace: string, ids: readonly string[]): Promise<Map<string, CurrentMemory>> {
    if (ids.length === 0) return new Map();
    const [documents, open] = await Promise.all([
      this.documents.find(namespace, ids),
      this.changes.findOpen(namespace, ids),
    ]);
    const own = new Set(this.unitOf(namespace)?.changeIds);
    const { made, lost } = settle(
      open.filter(({ id }) => !own.has(id)),
      ({ digest, memoryId }) => isMade(digest, documents.get(memoryId)),
    );
    await this.changes.confirm(made);
    await this.changes.drop(lost);
    return new Map([...documents].map(([id, document]) => [id, { memory: toMemory(document), document }]));
  }

  private unitOf(namespace: string): ChangesOfUnit | null {
    const unit = this.units.get();
    return unit && !unit.hasEnded && unit.namespace === namespace ? unit : null;
  }
}

function wasRefused(error: unknown): boolean {
  return error instanceof BackendFailure && error.outcome === 'refused';
}

function toNewChange({ id, before: _before, after, ...change }: MemoryChange): NewChange {
  return { ...change, memoryId: id, digest: after && digestOf(after) };
}

function leaseNames(namespace: string, ids: readonly string[]): string[] {
  return ids.map((id) => `memory:${namespace}:${id}`);
}

/**
 * Divides open changes into those that the backend made and those that it lost. Changes of one memory follow each
 * other: if the memory shows one of them, the earlier ones were made too.
 */
export function settle(open: readonly OpenChange[], isMade: (change: OpenChange) => boolean) {
  const made: number[] = [];
  const lost: number[] = [];
  const settled = new Set<string>();
  for (const change of open.toReversed()) {
    if (isMade(change)) settled.add(change.memoryId);
    (settled.has(change.memoryId) ? made : lost).push(change.id);
  }
  return { made, lost };
}
