import type { Skipped } from './entry.ts';

/** What was skipped for one reason. */
export interface SkipGroup {
  reason: string;
  count: number;
  /** The first of them. */
  refs: string[];
}

const SHOWN = 20;

/** Counts what is skipped, however much it is. */
export class SkipReport {
  private readonly byReason = new Map<string, SkipGroup>();

  add({ ref, reason }: Skipped): void {
    const group = this.byReason.get(reason) ?? { reason, count: 0, refs: [] };
    group.count += 1;
    if (group.refs.length < SHOWN) group.refs.push(ref);
    this.byReason.set(reason, group);
  }

  /** The most frequent reason first. */
  groups(): SkipGroup[] {
    return [...this.byReason.values()].sort((a, b) => b.count - a.count);
  }
}
