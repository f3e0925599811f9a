import { CronTime } from 'cron';

/** `install`: the first start of the service, from which the schedule counts. */
export const RUN_CAUSES = ['install', 'schedule', 'command'] as const;
export type RunCause = (typeof RUN_CAUSES)[number];

export interface RunError {
  /** `sweep`, or the name of a prune task. */
  task: string;
  agentId: string | null;
  error: string;
}

export interface RunTally {
  /** Swept agents, including held ones. */
  agents: number;
  /** Memories. */
  expired: number;
  purged: number;
  /** Agents with too many memories that would have expired. */
  held: string[];
  errors: RunError[];
}

export interface MaintenanceRun extends RunTally {
  id: number;
  cause: RunCause;
  startedAt: Date;
  /** Null while it runs, and for a run that did not finish. */
  finishedAt: Date | null;
}

export interface AgentOutcome {
  expired: number;
  purged: number;
  held: boolean;
  errors: readonly string[];
}

/** The limit of agents, and of errors, in a record. */
export const MAX_LISTED = 1_000;

export function tallyText({ agents, expired, purged, held, errors }: RunTally): string {
  return (
    `agents: ${agents}, memories expired: ${expired}, purged: ${purged}, ` +
    `agents held: ${held.length}, errors: ${errors.length}`
  );
}

export function emptyTally(): RunTally {
  return { agents: 0, expired: 0, purged: 0, held: [], errors: [] };
}

export function withAgent(tally: RunTally, agentId: string, outcome: AgentOutcome): RunTally {
  const errors = outcome.errors.map((error) => ({ task: 'sweep', agentId, error }));
  return {
    agents: tally.agents + 1,
    expired: tally.expired + outcome.expired,
    purged: tally.purged + outcome.purged,
    held: outcome.held ? [...tally.held, agentId].slice(0, MAX_LISTED) : tally.held,
    errors: [...tally.errors, ...errors].slice(0, MAX_LISTED),
  };
}

export function withError(tally: RunTally, error: RunError): RunTally {
  return { ...tally, errors: [...tally.errors, error].slice(0, MAX_LISTED) };
}

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
