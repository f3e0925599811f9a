/** What became of something that was found. */
export type Handling = 'redacted' | 'warned' | 'refused';

export interface KindCount {
  kind: string;
  count: number;
}

const counts = new Map<string, { kind: string; handling: Handling; count: number }>();

/** How much of each kind was found by this process since it started. */
export function secretCounts(): Iterable<Readonly<{ kind: string; handling: Handling; count: number }>> {
  return counts.values();
}

export function countSecrets(handling: Handling, found: readonly KindCount[]): void {
  for (const { kind, count } of found) {
    const key = `${handling} ${kind}`;
    counts.set(key, { kind, handling, count: (counts.get(key)?.count ?? 0) + count });
  }
}

/** The counts by kind, in the order of their first appearance. */
export function byKind(found: readonly { kind: string; count?: number }[]): KindCount[] {
  const sums = new Map<string, number>();
  for (const { kind, count = 1 } of found) sums.set(kind, (sums.get(kind) ?? 0) + count);
  return [...sums].map(([kind, count]) => ({ kind, count }));
}
