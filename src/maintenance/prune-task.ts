const DAY_MS = 86_400_000;

/** Deletes what is out of date, in short statements; it can be repeated. */
export interface PruneTask {
  name: string;
  run(): Promise<unknown>;
}

export function daysBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - days * DAY_MS);
}
