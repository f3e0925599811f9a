import { Injectable } from '@nestjs/common';
import { MemoryLifecycle, type PurgeOutcome, type SweepOutcome } from '../backend/memory-lifecycle';
import { namespaceOf } from '../agents/agent';
import { Clock } from '../common/clock';
import { DomainError } from '../common/domain-error';
import type { TimeCursor } from '../common/time-cursor';
import { actBy, type ActiveSession } from '../sessions/session';
import type { PolicyDocument } from './policy';
import { PoliciesService } from './policies.service';
import { sweepNotFound, type Sweep } from './sweep';
import { SweepRuns, type Run, type RunOrder } from './sweep-runs.service';
import { SweepsRepository } from './sweeps.repository';

/** A run and the policy that it went by. */
export interface PolicyRun<Outcome> extends Run<Outcome> {
  policy: PolicyDocument;
}

/** Sweeps and purges by hand. */
@Injectable()
export class ManualSweeps {
  constructor(
    private readonly policies: PoliciesService,
    private readonly runs: SweepRuns,
    private readonly sweeps: SweepsRepository,
    private readonly lifecycle: MemoryLifecycle,
    private readonly clock: Clock,
  ) {}

  /** `named`: the policy of a dry run; null for the stored one. */
  async apply(
    session: ActiveSession,
    dryRun: boolean,
    named: PolicyDocument | null = null,
  ): Promise<PolicyRun<SweepOutcome>> {
    const order = await this.orderOf(session, dryRun, named);
    return { ...(await this.runs.sweep(order, null)), policy: order.policy };
  }

  async purge(session: ActiveSession, dryRun: boolean): Promise<PolicyRun<PurgeOutcome>> {
    const order = await this.orderOf(session, dryRun);
    return { ...(await this.runs.purge(order)), policy: order.policy };
  }

  /** Newest first. */
  list({ agentId }: ActiveSession, after: TimeCursor | null, limit: number): Promise<Sweep[]> {
    return this.sweeps.list(agentId, after, limit);
  }

  /** A second undo restores only the memories that the sweep expired after the first one. */
  async undo(session: ActiveSession, sweepId: string): Promise<{ restored: number; skipped: number }> {
    const { agentId } = session;
    const sweep = await this.sweeps.find(agentId, sweepId);
    if (sweep === null) throw sweepNotFound(sweepId);
    if (sweep.kind === 'purge') throw new DomainError('purge_not_undoable');
    const act = actBy(session, this.clock.writeTime());
    const done = await this.lifecycle.undoSweep(namespaceOf(agentId), sweepId, act);
    await this.sweeps.markUndone(sweepId);
    return done;
  }

  private async orderOf(
    { agentId, sessionId }: ActiveSession,
    dryRun: boolean,
    named: PolicyDocument | null = null,
  ): Promise<RunOrder> {
    const policy = named ?? (await this.policies.get(agentId));
    return { agentId, policy, cause: 'manual', sessionId, dryRun };
  }
}
