import { CronTime } from 'cron';

const MINUTE_MS = 60_000;
const LONGEST_WAIT_MS = 60 * MINUTE_MS;

/** What is known of the runs so far. */
export interface RunHistory {
  /** When the last run that finished had started; null when there never was one. */
  lastStart: Date | null;
  /** Runs since then that did not finish, and when the last of them started. */
  attempts: number;
  lastAttempt: Date | null;
}

/**
 * The first instant after `after` that a cron expression names, in UTC. Throws when it names none within eight
 * years.
 */
export function nextTime(cron: string, after: Date): Date {
  return new CronTime(cron, 'UTC').getNextDateFrom(after, 'UTC').toJSDate();
}

/**
 * Whether a run is due: the schedule has named an instant since the last run. So one that was missed, by a machine
 * that was off at night, is made up for, once. A run that broke off is repeated at once, but one that breaks
 * off over and over is given more and more time, lest it take the service down every minute.
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
