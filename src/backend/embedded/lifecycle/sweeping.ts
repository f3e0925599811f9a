import {
  MAX_LISTED,
  type SweepCap,
  type SweepOutcome,
  type SweepRequest,
  type SweptMemory,
} from '../../sweep';
import type { NamespacesRepository } from '../namespaces.repository';
import { workInSlices } from './id-slices';
import { verdictSql } from './policy-verdict';
import { SweepErrors } from './sweep-errors';
import type { SweepPlan, SweepRepository, SweptSlice } from './sweep.repository';

/** A slice is over in some hundredths of a second: recall reads its changes at once, and waits for no more. */
const WRITTEN_SLICE = 500;
const READ_SLICE = 10_000;

/** Expires the memories of a namespace by a policy. */
export class Sweeping {
  constructor(
    private readonly sweeps: SweepRepository,
    private readonly namespaces: NamespacesRepository,
  ) {}

  async sweep(
    namespaceId: string,
    { policy, at, dryRun, sweepId, cap }: SweepRequest,
  ): Promise<SweepOutcome> {
    const plan = { namespaceId, verdict: verdictSql(policy, at), at };
    if (dryRun || cap !== null) {
      const foreseen = await this.judgeAll({ ...plan, sweepId: null });
      const held = cap !== null && exceeds(foreseen, cap);
      if (dryRun || held || foreseen.matched === 0) return { ...foreseen, held };
    }
    if (sweepId === null) throw new Error('A sweep that writes needs an id');
    return this.judgeAll({ ...plan, sweepId });
  }

  private async judgeAll(plan: Omit<SweepPlan, 'waits'>): Promise<SweepOutcome> {
    const tally = new Tally();
    const errors = new SweepErrors();
    await workInSlices(
      {
        take: async (range, isRetry) => {
          const slice = await this.sweeps.take({ ...plan, waits: isRetry }, range, tally.unlisted);
          tally.add(slice);
          return slice;
        },
        ids: (range) => this.namespaces.memoryIds(plan.namespaceId, range),
        fail: async (id, range, error) => {
          errors.add(id, error);
          // What cannot be written may still be read.
          if (plan.sweepId === null) return;
          const slice = await this.sweeps
            .take({ ...plan, sweepId: null, waits: false }, range, tally.unlisted)
            .catch(() => null);
          if (slice) tally.add(slice);
        },
      },
      plan.sweepId === null ? READ_SLICE : WRITTEN_SLICE,
    );
    return { ...tally.outcome, errors: errors.listed, held: false };
  }
}

function exceeds({ matched, scanned }: SweepOutcome, { memories, fraction }: SweepCap): boolean {
  return matched > memories && matched > fraction * scanned;
}

/** The counts of all slices together. */
class Tally {
  private read = 0;
  private scanned = 0;
  private matched = 0;
  private expired = 0;
  private readonly perRule = new Map<string, number>();
  private readonly memories: SweptMemory[] = [];

  /** How many more memories there is room for in the list. */
  get unlisted(): number {
    return MAX_LISTED - this.memories.length;
  }

  get outcome(): Omit<SweepOutcome, 'errors' | 'held'> {
    const { read, scanned, matched, expired, memories } = this;
    const perRule = Object.fromEntries(this.perRule);
    return { scanned, alreadyExpired: read - scanned, matched, expired, perRule, memories };
  }

  add(slice: SweptSlice): void {
    this.read += slice.read;
    this.scanned += slice.scanned;
    this.matched += slice.matched;
    this.expired += slice.expired;
    this.memories.push(...slice.memories);
    for (const [rule, count] of Object.entries(slice.perRule)) {
      this.perRule.set(rule, (this.perRule.get(rule) ?? 0) + count);
    }
  }
}
