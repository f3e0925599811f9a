import type { OnApplicationBootstrap } from '@nestjs/common';
import { DomainError } from '../../../common/domain-error';
import type { Database } from '../../../database/database';
import type { Fingerprints } from '../../fingerprints';
import type { Act, MemoryStatus } from '../../memory';
import { MemoryLifecycle, type ExpiryStamp } from '../../memory-lifecycle';
import type { PurgeOutcome, PurgeRequest, SweepOutcome, SweepRequest } from '../../sweep';
import type { Leases } from '../leases/leases.service';
import type { BackendApi } from '../protocol/backend-api';
import { agentNotFound } from '../writing/documents';
import { expiryOf, restorationOf } from '../writing/memory-change';
import type { RemoteChangeLog } from '../writing/remote-change-log';
import type { RemoteChangesRepository } from '../writing/remote-changes.repository';
import { settleLeftOpen } from './left-open';
import { RemotePurging } from './remote-purging';
import { RemoteSweeping } from './remote-sweeping';
import { RemoteUndo, RemoteSweepsRepository } from './remote-undo';

/** Throws `AgentNotFound` for a namespace that does not exist. */
export class RemoteLifecycle extends MemoryLifecycle implements OnApplicationBootstrap {
  private readonly sweeping: RemoteSweeping;
  private readonly undos: RemoteUndo;
  private readonly purging: RemotePurging;
  private readonly leases: Leases;

  constructor(
    private readonly api: BackendApi,
    database: Database,
    private readonly log: RemoteChangeLog,
    private readonly changes: RemoteChangesRepository,
    { leases, fingerprints }: { leases: Leases; fingerprints: Fingerprints },
  ) {
    super();
    const sweeps = new RemoteSweepsRepository(database);
    this.leases = leases;
    this.sweeping = new RemoteSweeping(api, log, sweeps);
    this.undos = new RemoteUndo(log, sweeps);
    this.purging = new RemotePurging(api, log, fingerprints);
  }

  /** Settles in the background what an earlier process could not finish. Maintenance tries again. */
  onApplicationBootstrap(): void {
    void this.settleLeftOpen().catch(() => undefined);
  }

  expire(namespace: string, id: string, reason: string, act: Act): Promise<ExpiryStamp | null> {
    return this.log.holdingOne<ExpiryStamp | null>(namespace, id, null, async (current) => {
      const { expiredAt, expiredBy } = current.memory;
      if (expiredAt !== null && expiredBy !== null) return { expiredAt, expiredBy };
      await this.log.apply(namespace, [expiryOf(current, { ...act, by: reason }, null)]);
      return { expiredAt: act.at, expiredBy: reason };
    });
  }

  /** An active memory stays as it is. */
  restore(namespace: string, id: string, act: Act): Promise<MemoryStatus | null> {
    return this.log.holdingOne<MemoryStatus | null>(namespace, id, null, async (current) => {
      const { status } = current.memory;
      if (status === 'expired') await this.log.apply(namespace, [restorationOf(current, act)]);
      return status;
    });
  }

  async sweep(namespace: string, request: SweepRequest): Promise<SweepOutcome> {
    const outcome = await this.sweeping.sweep(namespace, request);
    if (outcome !== null) return outcome;
    await this.require(namespace);
    const nothing = { scanned: 0, alreadyExpired: 0, matched: 0, expired: 0 };
    return { ...nothing, perRule: {}, memories: [], errors: [], held: false };
  }

  async undoSweep(
    namespace: string,
    sweepId: string,
    act: Act,
  ): Promise<{ restored: number; skipped: number }> {
    const undone = await this.undos.undo(namespace, sweepId, act);
    if (undone !== null) return { restored: undone.restored, skipped: undone.expired - undone.restored };
    await this.require(namespace);
    return { restored: 0, skipped: 0 };
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

  /** While the backend is away it waits for the next time. */
  private async settleLeftOpen(): Promise<void> {
    try {
      await settleLeftOpen(this.api, this.log, this.changes);
    } catch (error) {
      if (!(error instanceof DomainError && error.code === 'BackendUnavailable')) throw error;
    }
  }

  private async require(namespace: string): Promise<void> {
    const namespaces = await this.api.listNamespaces();
    if (!namespaces.some(({ name }) => name === namespace)) throw agentNotFound(namespace);
  }
}
