import { MAX_LISTED, type SweepOutcome, type SweptMemory } from '../../sweep';
import { BestOf } from '../../../common/best-of';
import { compareText } from '../reading/storage-order';

/** What a sweep counts, and the first of its matches by their ids. */
export class SweepTally {
  private scanned = 0;
  private alreadyExpired = 0;
  private matched = 0;
  private readonly perRule = new Map<string, number>();
  private readonly memories = new BestOf<SweptMemory>(MAX_LISTED, (one, other) =>
    compareText(one.id, other.id),
  );

  get read(): number {
    return this.scanned + this.alreadyExpired;
  }

  get outcome(): Omit<SweepOutcome, 'errors' | 'held' | 'expired'> {
    const { scanned, alreadyExpired, matched } = this;
    const perRule = Object.fromEntries(this.perRule);
    return { scanned, alreadyExpired, matched, perRule, memories: this.memories.sorted() };
  }

  addExpired(): void {
    this.alreadyExpired++;
  }

  /** An active memory, and what it expires by. */
  addActive(match: SweptMemory | null): void {
    this.scanned++;
    if (match === null) return;
    this.matched++;
    this.perRule.set(match.expiredBy, (this.perRule.get(match.expiredBy) ?? 0) + 1);
    this.memories.offer(match);
  }
}
