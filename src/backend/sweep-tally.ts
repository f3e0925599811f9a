import { DomainError } from '../common/domain-error';
import { BestOf } from '../common/best-of';
import {
  MAX_LISTED,
  type SweepCap,
  type SweepError,
  type SweepOutcome,
  type SweepRequest,
  type SweptMemory,
} from './memory-lifecycle';

/** The counts of a part of a namespace. */
export interface SweepCounts {
  read: number;
  /** Active memories among those read. */
  scanned: number;
  matched: number;
  expired: number;
  perRule: Readonly<Record<string, number>>;
  memories: readonly SweptMemory[];
}

/** Counts first, on a dry run or with a cap. `judgeAll` expires what is due; without an id it only counts. */
export async function runSweep(
  { dryRun, cap, sweepId }: SweepRequest,
  judgeAll: (sweepId: string | null) => Promise<SweepOutcome>,
): Promise<SweepOutcome> {
  if (dryRun || cap !== null) {
    const foreseen = await judgeAll(null);
    const held = cap !== null && exceedsCap(foreseen, cap);
    if (dryRun || held || foreseen.matched === 0) return { ...foreseen, held };
  }
  if (sweepId === null) throw new Error('A sweep that writes needs an id');
  return judgeAll(sweepId);
}

function exceedsCap({ matched, scanned }: SweepOutcome, { memories, fraction }: SweepCap): boolean {
  return matched > memories && matched > fraction * scanned;
}

/** Adds up the counts of a sweep, and lists the first matches by id. */
export class SweepTally {
  private read = 0;
  private scanned = 0;
  private matched = 0;
  private expired = 0;
  private readonly perRule = new Map<string, number>();
  private readonly memories = new BestOf<SweptMemory>(MAX_LISTED, (one, other) =>
    one.id < other.id ? -1 : 1,
  );

  add(counts: SweepCounts): void {
    this.read += counts.read;
    this.scanned += counts.scanned;
    this.matched += counts.matched;
    this.expired += counts.expired;
    for (const memory of counts.memories) this.memories.offer(memory);
    for (const [rule, count] of Object.entries(counts.perRule)) {
      this.perRule.set(rule, (this.perRule.get(rule) ?? 0) + count);
    }
  }

  outcome(errors: SweepError[]): SweepOutcome {
    const { read, scanned, matched, expired } = this;
    const perRule = Object.fromEntries(this.perRule);
    const memories = this.memories.sorted();
    return {
      scanned,
      alreadyExpired: read - scanned,
      matched,
      expired,
      perRule,
      memories,
      errors,
      held: false,
    };
  }
}

/** The memories that a sweep or a purge failed for. */
export class SweepErrors {
  readonly listed: SweepError[] = [];

  /** Lists the error without its message, which may hold values. Throws it once the list is full. */
  add(memoryId: string, error: unknown, code: string | null): void {
    if (this.listed.length === MAX_LISTED) throw error;
    const refusal = code === null ? 'failed' : `the database refused it (${code})`;
    const text = error instanceof DomainError ? 'the backend did not take it' : refusal;
    this.listed.push({ memoryId, error: text });
  }
}
