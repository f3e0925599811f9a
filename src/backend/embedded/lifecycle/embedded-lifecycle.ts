import type { OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';
import type { AuditTrail } from '../../../audit/audit-trail';
import type { PrismaService } from '../../../database/prisma.service';
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
import type { NamespaceDeletion } from '../deletion/namespace-deletion';
import type { SegmentWriter } from '../segments/segment-writer';
import type { MemoryDeletion } from '../memory-deletion';
import { NamespacesRepository } from '../namespaces.repository';
import { DueRepository } from './due.repository';
import { Purging } from './purging';
import { StatusChangesRepository } from './status-changes.repository';
import { Sweeping, SweepRepository } from './sweeping';
import { TombstonesRepository } from './tombstones.repository';
import { UndoRepository } from './undo.repository';

/** Throws `AgentNotFound` for a namespace that does not exist. */
export class EmbeddedLifecycle extends MemoryLifecycle implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly namespaceDeletion: NamespaceDeletion;
  private readonly namespaces: NamespacesRepository;
  private readonly statuses: StatusChangesRepository;
  private readonly due: DueRepository;
  private readonly sweeping: Sweeping;
  private readonly purging: Purging;
  private readonly undos: UndoRepository;
  private readonly tombstones: TombstonesRepository;

  constructor(
    database: PrismaService,
    given: { deletion: MemoryDeletion; namespaces: NamespaceDeletion; trail: AuditTrail },
    private readonly segmentWriter: SegmentWriter | null,
  ) {
    super();
    const { trail, deletion } = given;
    this.namespaceDeletion = given.namespaces;
    this.namespaces = new NamespacesRepository(database);
    this.statuses = new StatusChangesRepository(database, trail);
    this.due = new DueRepository(database, trail);
    this.sweeping = new Sweeping(new SweepRepository(database, trail), this.namespaces);
    this.purging = new Purging(database, deletion, this.namespaces);
    this.undos = new UndoRepository(database, trail);
    this.tombstones = new TombstonesRepository(database);
  }

  onApplicationBootstrap(): void {
    this.resumeDeletions();
    this.segmentWriter?.start();
  }

  async onModuleDestroy(): Promise<void> {
    await Promise.all([this.namespaceDeletion.stop(), this.segmentWriter?.stop()]);
  }

  expireAll(
    namespace: string,
    ids: readonly string[],
    reason: string,
    act: Act,
  ): Promise<(StatusChange & ExpiryStamp)[]> {
    return this.statuses.expire(namespace, ids, reason, act);
  }

  restoreAll(namespace: string, ids: readonly string[], act: Act): Promise<StatusChange[]> {
    return this.statuses.restore(namespace, ids, act);
  }

  nextDue(): Promise<Date | null> {
    return this.due.next();
  }

  /** They read the memories themselves. */
  followDue(): Promise<void> {
    return Promise.resolve();
  }

  expireDue(at: Date): Promise<void> {
    return this.due.expire(at);
  }

  async sweep(namespace: string, request: SweepRequest): Promise<SweepOutcome> {
    return this.sweeping.sweep(await this.idOf(namespace), request);
  }

  async undoSweep(namespace: string, sweepId: string, act: Act): Promise<UndoOutcome> {
    return this.undos.undo(await this.idOf(namespace), sweepId, act);
  }

  async purge(namespace: string, request: PurgeRequest): Promise<PurgeOutcome> {
    return this.purging.purge(await this.idOf(namespace), request);
  }

  resumeDeletions(): void {
    this.namespaceDeletion.start();
  }

  pruneTombstones(before: Date): Promise<number> {
    return this.tombstones.prune(before);
  }

  private async idOf(namespace: string): Promise<string> {
    const id = await this.namespaces.findId(namespace);
    if (id === null) throw namespaceNotFound(namespace);
    return id;
  }
}
