import { errorCode } from '../../../database/database-errors';
import { MAX_LISTED, type SweepOutcome, type SweepRequest } from '../../memory-lifecycle';
import { runSweep, SweepErrors, SweepTally } from '../../sweep-tally';
import type { NamespacesRepository } from '../namespaces.repository';
import { idBefore, workInSlices } from './id-slices';
import {
  type SweepPlan,
  type SweepRepository,
  type SweptSlice,
  latestDue,
  verdictSql,
} from './sweep.repository';

/** A slice is over in some hundredths of a second: recall reads its changes at once, and waits for no more. */
const WRITTEN_SLICE = 500;
const READ_SLICE = 10_000;

/** Expires the memories of a namespace by a policy. */
export class Sweeping {
  constructor(
    private readonly sweeps: SweepRepository,
    private readonly namespaces: NamespacesRepository,
  ) {}

  sweep(namespaceId: string, request: SweepRequest): Promise<SweepOutcome> {
    const { policy, at } = request;
    const plan = { namespaceId, verdict: verdictSql(policy, at), at };
    const latest = latestDue(policy, at);
    return runSweep(request, (sweepId) => this.judgeOld({ ...plan, sweepId }, latest));
  }

  /** Judges memories from the first to the last id of those old enough: ids grow with time, so few others. */
  private async judgeOld(plan: Omit<SweepPlan, 'waits'>, latest: Date | null): Promise<SweepOutcome> {
    const { active, expired, first, last } = await this.sweeps.scope(plan.namespaceId, latest);
    const outcome =
      first === null || last === null
        ? new SweepTally().outcome([])
        : await this.judgeAll(plan, { after: idBefore(first), until: last });
    return { ...outcome, scanned: active, alreadyExpired: expired };
  }

  private async judgeAll(
    plan: Omit<SweepPlan, 'waits'>,
    ids: { after: string; until: string },
  ): Promise<SweepOutcome> {
    const tally = new SweepTally();
    const errors = new SweepErrors();
    let listed = 0;
    const add = (slice: SweptSlice): void => {
      listed += slice.memories.length;
      tally.add(slice);
    };
    await workInSlices(
      {
        take: async (range, isRetry) => {
          const slice = await this.sweeps.take({ ...plan, waits: isRetry }, range, MAX_LISTED - listed);
          add(slice);
          return slice;
        },
        ids: (range) => this.namespaces.memoryIds(plan.namespaceId, range),
        fail: async (id, range, error) => {
          errors.add(id, error, errorCode(error));
          // What cannot be written may still be read.
          if (plan.sweepId === null) return;
          const slice = await this.sweeps
            .take({ ...plan, sweepId: null, waits: false }, range, MAX_LISTED - listed)
            .catch(() => null);
          if (slice) add(slice);
        },
      },
      plan.sweepId === null ? READ_SLICE : WRITTEN_SLICE,
      ids,
    );
    return tally.outcome(errors.listed);
  }
}
