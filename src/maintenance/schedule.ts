import { CronTime } from 'cron';

const MINUTE_MS = 60_000;
const LONGEST_WAIT_MS = 60 * MINUTE_MS;

export interface RunHistory {
  /** The start of the last finished run; null when there is none. */
  lastStart: Date | null;
  /** Unfinished runs since then, and the start of the last one. */
  attempts: number;
  lastAttempt: Date | null;
}

/** The next time of a cron expression in UTC. Throws when there is none within eight years. */
export function nextTime(cron: string, after: Date): Date {
  return new CronTime(cron, 'UTC').getNextDateFrom(after, 'UTC').toJSDate();
}

/**
 * Whether the schedule had a time since the last run, so a missed run is caught up once. A run that broke off is repeated
 * at once; repeated failures wait longer each time, so that a run that crashes the service does not crash it every minute.
 */
export function isDue(cron: string, history: RunHistory, now: Date): boolean {
  const { lastStart, attempts, lastAttempt } = history;
  if (lastStart === null || nextTime(cron, lastStart) > now) return false;
  return lastAttempt === null || lastAttempt.getTime() + waitAfter(attempts) <= now.getTime();
}

/** Milliseconds: none after the first attempt, then 1 minute, 2, 4, up to an hour. */
export function waitAfter(attempts: number): number {
  if (attempts <= 1) return 0;
  return Math.min(LONGEST_WAIT_MS, MINUTE_MS * 2 ** (attempts - 2));
}
