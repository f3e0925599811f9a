/** `install`: no run, but the first start, from which the schedule counts. */
export const RUN_CAUSES = ['install', 'schedule', 'command'] as const;
export type RunCause = (typeof RUN_CAUSES)[number];

export interface RunError {
  /** `sweep`, or what was to be cleaned up. */
  task: string;
  agentId: string | null;
  error: string;
}

/** What a run did. */
export interface RunTally {
  /** Agents swept, held ones included. */
  agents: number;
  /** Memories. */
  expired: number;
  purged: number;
  /** Agents of whose memories too many would have expired. */
  held: string[];
  errors: RunError[];
}

export interface MaintenanceRun extends RunTally {
  id: number;
  cause: RunCause;
  startedAt: Date;
  /** Null while it runs, and for good when its process died or gave up. */
  finishedAt: Date | null;
}

/** What the sweep and the purge of an agent did. */
export interface AgentOutcome {
  expired: number;
  purged: number;
  held: boolean;
  errors: readonly string[];
}

/** How many agents, and how many errors, a run's record names at most. */
export const MOST_NAMED = 1_000;

/** For people to read. */
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
    held: outcome.held ? [...tally.held, agentId].slice(0, MOST_NAMED) : tally.held,
    errors: [...tally.errors, ...errors].slice(0, MOST_NAMED),
  };
}

export function withError(tally: RunTally, error: RunError): RunTally {
  return { ...tally, errors: [...tally.errors, error].slice(0, MOST_NAMED) };
}
