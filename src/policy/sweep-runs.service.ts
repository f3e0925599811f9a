import { Injectable } from '@nestjs/common';
import { uuidv7 } from 'uuidv7';
import { namespaceOf } from '../agents/agent';
import {
  MemoryLifecycle,
  type PurgeOutcome,
  type SweepCap,
  type SweepOutcome,
} from '../backend/memory-lifecycle';
import { MemoryClock } from '../common/memory-clock';
import { countSweep } from '../observability/counters';
import { isEmptyDocument, purgeCutoff, toExpiryPolicy, type PolicyDocument } from './policy';
import {
  FAILED,
  NO_PURGE,
  NO_SWEEP,
  purgeTally,
  sweepTally,
  type SweepCause,
  type SweepStart,
  type SweepTally,
} from './sweep';
import { SweepsRepository } from './sweeps.repository';

/** The agent, the policy and the cause of a sweep or a purge. */
export interface RunOrder {
  agentId: string;
  policy: PolicyDocument;
  cause: SweepCause;
  /** Null for a nightly run. */
  sessionId: string | null;
  /** Writes nothing, and leaves no record. */
  dryRun: boolean;
}

export interface Run<Outcome> {
  /** Null for a dry run. */
  sweepId: string | null;
  evaluatedAt: Date;
  outcome: Outcome;
}

/** The actor that the history of a purged memory names. */
const PURGED_BY = 'purge';

/** Sweeps and purges of an agent's memories. Each is recorded before it starts. */
@Injectable()
export class SweepRuns {
  constructor(
    private readonly sweeps: SweepsRepository,
    private readonly lifecycle: MemoryLifecycle,
    private readonly clock: MemoryClock,
  ) {}

  /** Sweeps; with an empty policy it reads nothing. */
  sweep(order: RunOrder, cap: SweepCap | null): Promise<Run<SweepOutcome>> {
    const { agentId, dryRun } = order;
    const policy = toExpiryPolicy(order.policy);
    return this.recorded(order, 'sweep', sweepTally, async (sweepId, at) => {
      if (isEmptyDocument(order.policy)) return NO_SWEEP;
      return this.lifecycle.sweep(namespaceOf(agentId), { sweepId, policy, at, dryRun, cap });
    });
  }

  /** Purges; with a policy that never purges it reads nothing. */
  purge(order: RunOrder): Promise<Run<PurgeOutcome>> {
    const { agentId, dryRun, sessionId } = order;
    return this.recorded(order, 'purge', purgeTally, async (_sweepId, at) => {
      const expiredUntil = purgeCutoff(order.policy, at);
      if (expiredUntil === null) return NO_PURGE;
      const act = { at, sessionId, by: PURGED_BY };
      return this.lifecycle.purge(namespaceOf(agentId), { expiredUntil, dryRun, act });
    });
  }

  private async recorded<Outcome>(
    { agentId, cause, dryRun }: RunOrder,
    kind: SweepStart['kind'],
    tallyOf: (outcome: Outcome) => SweepTally,
    work: (sweepId: string | null, at: Date) => Promise<Outcome>,
  ): Promise<Run<Outcome>> {
    const evaluatedAt = await this.clock.now();
    if (dryRun) return { sweepId: null, evaluatedAt, outcome: await work(null, evaluatedAt) };
    const sweepId = uuidv7();
    await this.sweeps.start({ sweepId, agentId, kind, cause, evaluatedAt });
    const outcome = await this.orFailed({ sweepId, kind, cause }, () => work(sweepId, evaluatedAt));
    const tally = tallyOf(outcome);
    countSweep({ kind, cause, status: tally.status, changed: tally.changed });
    await this.sweeps.finish(sweepId, tally, await this.clock.now());
    return { sweepId, evaluatedAt, outcome };
  }

  private async orFailed<T>(
    { sweepId, kind, cause }: Pick<SweepStart, 'sweepId' | 'kind' | 'cause'>,
    work: () => Promise<T>,
  ): Promise<T> {
    try {
      return await work();
    } catch (error) {
      countSweep({ kind, cause, status: FAILED.status, changed: FAILED.changed });
      // If the record cannot be updated either, it stays `running`, as after a crash.
      await this.sweeps.finish(sweepId, FAILED, await this.clock.now()).catch(() => undefined);
      throw error;
    }
  }
}
