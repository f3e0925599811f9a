import type { Database } from '../../../database/database';
import type { Fingerprints } from '../../fingerprints';
import type { Act } from '../../act';
import type { PurgeOutcome, PurgeRequest, SweepOutcome, SweepRequest } from '../../sweep';
import type { BackendApi } from '../protocol/backend-api';
import type { Changing } from '../writing/changing';
import { agentNotFound } from '../writing/documents';
import { RemoteDeleting } from './remote-deleting';
import { RemotePurging } from './remote-purging';
import { RemoteSweeping } from './remote-sweeping';
import { RemoteSweepsRepository } from './remote-sweeps.repository';
import { RemoteUndo } from './remote-undo';

/** How memories end: by a policy, or for good. Throws `AgentNotFound` for a namespace that does not exist. */
export class RemoteLifecycle {
  private readonly sweeping: RemoteSweeping;
  private readonly undos: RemoteUndo;
  private readonly purging: RemotePurging;
  private readonly deleting: RemoteDeleting;

  constructor(
    private readonly api: BackendApi,
    database: Database,
    private readonly changing: Changing,
    fingerprints: Fingerprints,
  ) {
    const sweeps = new RemoteSweepsRepository(database);
    this.sweeping = new RemoteSweeping(api, changing, sweeps);
    this.undos = new RemoteUndo(changing, sweeps);
    this.deleting = new RemoteDeleting(changing, fingerprints);
    this.purging = new RemotePurging(api, changing, fingerprints);
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

  /** The number of those that there were. */
  deleteAll(namespace: string, ids: readonly string[], act: Act): Promise<number> {
    return this.deleting.delete(namespace, ids, act);
  }

  private async require(namespace: string): Promise<void> {
    const namespaces = await this.api.listNamespaces();
    if (!namespaces.some(({ name }) => name === namespace)) throw agentNotFound(namespace);
  }
}
