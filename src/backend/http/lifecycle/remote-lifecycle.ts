import type { OnApplicationBootstrap } from '@nestjs/common';
import { isBackendUnavailable } from '../../../common/domain-error';
import type { PrismaService } from '../../../database/prisma.service';
import type { Fingerprints } from '../../fingerprints';
import type { Act } from '../../memory';
import {
  MemoryLifecycle,
  type ExpiryStamp,
  type PurgeOutcome,
  type PurgeRequest,
  type StatusChange,
  type SweepOutcome,
  type SweepRequest,
  type UndoOutcome,
} from '../../memory-lifecycle';
import { namespaceNotFound } from '../../memory-store';
import type { Leases } from '../leases/leases.service';
import type { BackendApi } from '../protocol/backend-api';
import { type CurrentMemory, expiryOf, type MemoryChange, restorationOf } from '../writing/memory-change';
import type { RemoteChangeLog } from '../writing/remote-change-log';
import type { DocumentIndex } from '../reading/document-index';
import type { LeftOpen, RemoteChangesRepository } from '../writing/remote-changes.repository';
import { RemoteDue } from './remote-due';
import { RemotePurging } from './remote-purging';
import { RemoteSweeping } from './remote-sweeping';
import { RemoteUndo, RemoteSweepsRepository } from './remote-undo';

const OPEN_SLICE = 100;

/** Throws `AgentNotFound` for a namespace that does not exist. */
export class RemoteLifecycle extends MemoryLifecycle implements OnApplicationBootstrap {
  private readonly due: RemoteDue;
  private readonly sweeping: RemoteSweeping;
  private readonly undos: RemoteUndo;
  private readonly purging: RemotePurging;
  private readonly leases: Leases;

  constructor(
    private readonly api: BackendApi,
    database: PrismaService,
    private readonly log: RemoteChangeLog,
    private readonly changes: RemoteChangesRepository,
    { leases, fingerprints, index }: { leases: Leases; fingerprints: Fingerprints; index: DocumentIndex },
  ) {
    super();
    const sweeps = new RemoteSweepsRepository(database);
    this.leases = leases;
    this.due = new RemoteDue(database, log, index);
    this.sweeping = new RemoteSweeping(api, log, sweeps);
    this.undos = new RemoteUndo(log, sweeps);
    this.purging = new RemotePurging(api, log, fingerprints);
  }

  /** Settles in the background what an earlier process could not finish. Maintenance tries again. */
  onApplicationBootstrap(): void {
    void this.settleLeftOpen().catch(() => undefined);
  }

  expireAll(
    namespace: string,
    ids: readonly string[],
    reason: string,
    act: Act,
  ): Promise<(StatusChange & ExpiryStamp)[]> {
    return this.log.holding(namespace, ids, async (current) => {
      const memories = [...current.values()];
      const dated = await this.changes.dated({ ...act, by: reason });
      await this.applyAsOne(
        namespace,
        memories.filter(isActive).map((each) => expiryOf(each, dated, null)),
      );
      return memories.map(({ memory: { id, expiredAt, expiredBy } }) => ({
        id,
        isChanged: expiredAt === null,
        expiredAt: expiredAt ?? dated.at,
        expiredBy: expiredBy ?? reason,
      }));
    });
  }

  restoreAll(namespace: string, ids: readonly string[], act: Act): Promise<StatusChange[]> {
    return this.log.holding(namespace, ids, async (current) => {
      const memories = [...current.values()];
      const expired = memories.filter((each) => !isActive(each));
      const dated = await this.changes.dated(act);
      await this.applyAsOne(
        namespace,
        expired.map((each) => restorationOf(each, dated, true)),
      );
      return memories.map((each) => ({ id: each.memory.id, isChanged: !isActive(each) }));
    });
  }

  nextDue(): Promise<Date | null> {
    return this.due.next();
  }

  followDue(namespace: string): Promise<void> {
    return this.due.follow(namespace);
  }

  expireDue(at: Date): Promise<void> {
    return this.due.expire(at);
  }

  async sweep(namespace: string, request: SweepRequest): Promise<SweepOutcome> {
    const outcome = await this.sweeping.sweep(namespace, request);
    if (outcome.scanned + outcome.alreadyExpired === 0) await this.require(namespace);
    return outcome;
  }

  async undoSweep(namespace: string, sweepId: string, act: Act): Promise<UndoOutcome> {
    const { expired, restored } = await this.undos.undo(namespace, sweepId, await this.changes.dated(act));
    if (expired === 0) await this.require(namespace);
    return { restored, skipped: expired - restored };
  }

  async purge(namespace: string, request: PurgeRequest): Promise<PurgeOutcome> {
    const outcome = await this.purging.purge(namespace, request);
    if (outcome !== null) return outcome;
    await this.require(namespace);
    return { matched: 0, purged: 0, memories: [], errors: [] };
  }

  /** The server of the memories does so itself. */
  resumeDeletions(): void {}

  /** A server has no tombstones. Removes what crashed processes left: expired leases and open changes. */
  async pruneTombstones(): Promise<number> {
    await this.leases.prune();
    await this.settleLeftOpen();
    return 0;
  }

  /**
   * Settles changes that stayed open after a crash or an outage: only a confirmed deletion removes its history. Skips
   * memories that are being changed. While the backend is away it waits for the next time.
   */
  private async settleLeftOpen(): Promise<void> {
    let open: LeftOpen[] = [];
    try {
      do {
        open = await this.changes.findLeftOpen(open.at(-1)?.id ?? 0, OPEN_SLICE);
        for (const namespace of new Set(open.map((change) => change.namespace))) {
          const ids = open.flatMap((change) => (change.namespace === namespace ? change.memoryId : []));
          // If the backend is down, the ping fails and ends the loop.
          await this.log.holding(namespace, ids, () => Promise.resolve(), 0).catch(() => this.api.ping());
        }
      } while (open.length === OPEN_SLICE);
    } catch (error) {
      if (!isBackendUnavailable(error)) throw error;
    }
  }

  /** A single change is whole by itself. */
  private applyAsOne(namespace: string, changes: readonly MemoryChange[]): Promise<void> {
    const apply = () => this.log.apply(namespace, changes);
    return changes.length > 1 ? this.log.asOne(namespace, apply) : apply();
  }

  private async require(namespace: string): Promise<void> {
    const namespaces = await this.api.listNamespaces();
    if (!namespaces.some(({ name }) => name === namespace)) throw namespaceNotFound(namespace);
  }
}

function isActive({ memory }: CurrentMemory): boolean {
  return memory.status === 'active';
}
