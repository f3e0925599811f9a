import type { BenchMemory } from '../dataset';

/** Finds memories of a store: ids of the dataset, best first. */
export interface Ranker {
  find(query: string, limit: number): Promise<string[]>;
  /** Null for a ranking that cannot be silent. */
  judge: ((question: string) => Promise<Judged>) | null;
}

export interface Judged {
  /** What an answer cites, and what it cites as current. */
  cited: string[];
  current: string[];
  isCertain: boolean;
  /** What `cut: "auto"` returns. */
  kept: string[];
}

/** A ranker of a store with these memories, in the order in which they were said. */
export type RankerOf = (memories: readonly BenchMemory[]) => Promise<Ranker>;

/** Shares, 0 to 1, by the name of their row. */
export type Figures = Record<string, number>;

export function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The first place of one of the ids among those found; infinite where there is none. */
export function placeOf(ids: readonly string[], found: readonly string[]): number {
  const places = ids.map((id) => found.indexOf(id)).filter((place) => place >= 0);
  return Math.min(Infinity, ...places);
}
