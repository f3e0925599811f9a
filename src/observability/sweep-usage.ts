/** A sweep or a purge of one agent that this process ended; dry runs do not count. */
export interface EndedSweep {
  /** Each of a closed set of words. */
  kind: string;
  cause: string;
  status: string;
  /** Memories that it expired, or purged. */
  changed: number;
}

/** Of one kind, cause and status, since the process started. */
export interface SweepCount extends EndedSweep {
  runs: number;
}

const counts = new Map<string, SweepCount>();

export function countSweep(ended: EndedSweep): void {
  const key = `${ended.kind} ${ended.cause} ${ended.status}`;
  const before = counts.get(key) ?? { ...ended, runs: 0, changed: 0 };
  counts.set(key, { ...before, runs: before.runs + 1, changed: before.changed + ended.changed });
}

export function sweepCounts(): readonly SweepCount[] {
  return [...counts.values()];
}
