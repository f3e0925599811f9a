import { setTimeout as pause } from 'node:timers/promises';
import { DomainError } from '../../../common/domain-error';
import type { Database } from '../../../database/database';
import type { Act } from '../../act';
import type { PurgeOutcome, PurgeRequest, SweepOutcome, SweepRequest } from '../../sweep';
import { NamespacesRepository } from '../namespaces.repository';
import type { DeletionsRepository } from './deletions.repository';
import type { Fingerprints } from '../../fingerprints';
import { PurgeRepository } from './purge.repository';
import { Purging } from './purging';
import { SweepRepository } from './sweep.repository';
import { Sweeping } from './sweeping';
import { TombstonesRepository } from './tombstones.repository';
import { UndoRepository } from './undo.repository';

const SLICE = 500;
const BUSY_MS = 20;

/** How memories end: by a policy, or for good. Throws `AgentNotFound` for a namespace that does not exist. */
export class Lifecycle {
  private readonly namespaces: NamespacesRepository;
  private readonly sweeping: Sweeping;
  private readonly purging: Purging;
  private readonly undos: UndoRepository;
  private readonly tombstones: TombstonesRepository;

  constructor(
    database: Database,
    private readonly deletions: DeletionsRepository,
    private readonly fingerprints: Fingerprints,
  ) {
    this.namespaces = new NamespacesRepository(database);
    this.sweeping = new Sweeping(new SweepRepository(database), this.namespaces);
    this.purging = new Purging(new PurgeRepository(database), deletions, fingerprints, this.namespaces);
    this.undos = new UndoRepository(database);
    this.tombstones = new TombstonesRepository(database);
  }

  async sweep(namespace: string, request: SweepRequest): Promise<SweepOutcome> {
    return this.sweeping.sweep(await this.idOf(namespace), request);
  }

  async undoSweep(
    namespace: string,
    sweepId: string,
    act: Act,
  ): Promise<{ restored: number; skipped: number }> {
    return this.undos.undo(await this.idOf(namespace), sweepId, act);
  }

  async purge(namespace: string, request: PurgeRequest): Promise<PurgeOutcome> {
    return this.purging.purge(await this.idOf(namespace), request);
  }

  /** False when there is no such memory. Its history stays, without what the memory said. */
  async delete(namespace: string, id: string, act: Act): Promise<boolean> {
    for (;;) {
      const found = await this.deletions.find(namespace, id);
      if (found === null) return false;
      const [fingerprint = ''] = await this.fingerprints.of([found.contentKey]);
      // Else it was changed meanwhile, or deleted.
      if (await this.deletions.delete(namespace, { id, version: found.version, fingerprint }, act))
        return true;
    }
  }

  /** The number of those that there were. */
  async deleteAll(namespace: string, ids: readonly string[], act: Act): Promise<number> {
    const namespaceId = await this.namespaces.findId(namespace);
    if (namespaceId === null) return 0;
    let deleted = 0;
    for (let at = 0; at < ids.length; at += SLICE) {
      deleted += await this.deleteSlice(namespaceId, ids.slice(at, at + SLICE), act);
    }
    return deleted;
  }

  pruneTombstones(before: Date): Promise<number> {
    return this.tombstones.prune(before);
  }

  private async deleteSlice(namespaceId: string, ids: readonly string[], act: Act): Promise<number> {
    let deleted = 0;
    for (;;) {
      const found = await this.deletions.findAll(namespaceId, ids);
      if (found.length === 0) return deleted;
      const fingerprints = await this.fingerprints.of(found.map(({ contentKey }) => contentKey));
      const doomed = found.map(({ id, version }, at) => ({
        id,
        version,
        fingerprint: fingerprints[at] ?? '',
      }));
      // What somebody is changing at this moment is left for the next time round.
      const gone = await this.deletions.deleteAll(namespaceId, doomed, act);
      deleted += gone;
      if (gone < found.length) await pause(BUSY_MS);
    }
  }

  private async idOf(namespace: string): Promise<string> {
    const id = await this.namespaces.findId(namespace);
    if (id === null) throw new DomainError('AgentNotFound', `Namespace '${namespace}' does not exist`);
    return id;
  }
}
