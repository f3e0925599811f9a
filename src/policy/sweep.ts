import type { PurgeOutcome, SweepOutcome } from '../backend/memory-lifecycle';
import { notFound } from '../common/domain-error';

export const SWEEP_KINDS = ['sweep', 'purge'] as const;
export type SweepKind = (typeof SWEEP_KINDS)[number];

export const SWEEP_CAUSES = ['manual', 'nightly'] as const;
export type SweepCause = (typeof SWEEP_CAUSES)[number];

/** `running` for good: its process died. An undo restores the memories that it expired. */
export const SWEEP_STATUSES = ['running', 'completed', 'held', 'failed', 'undone'] as const;
export type SweepStatus = (typeof SWEEP_STATUSES)[number];

/** The start of a sweep or a purge. */
export interface SweepStart {
  sweepId: string;
  agentId: string;
  kind: SweepKind;
  cause: SweepCause;
  evaluatedAt: Date;
}

/** The result of a sweep or a purge. */
export interface SweepTally {
  status: SweepStatus;
  scanned: number;
  matched: number;
  /** Memories expired, or purged. */
  changed: number;
  /** Memories that it failed for. */
  errors: number;
  perRule: Record<string, number>;
}

export interface Sweep extends SweepStart, SweepTally {
  finishedAt: Date | null;
}

export const NO_SWEEP: SweepOutcome = {
  scanned: 0,
  alreadyExpired: 0,
  matched: 0,
  expired: 0,
  perRule: {},
  memories: [],
  errors: [],
  held: false,
};

export const NO_PURGE: PurgeOutcome = { matched: 0, purged: 0, memories: [], errors: [] };

export function sweepTally(outcome: SweepOutcome): SweepTally {
  return {
    status: outcome.held ? 'held' : 'completed',
    scanned: outcome.scanned,
    matched: outcome.matched,
    changed: outcome.expired,
    errors: outcome.errors.length,
    perRule: outcome.perRule,
  };
}

export function purgeTally(outcome: PurgeOutcome): SweepTally {
  return {
    status: 'completed',
    scanned: 0,
    matched: outcome.matched,
    changed: outcome.purged,
    errors: outcome.errors.length,
    perRule: {},
  };
}

export const FAILED: SweepTally = {
  status: 'failed',
  scanned: 0,
  matched: 0,
  changed: 0,
  errors: 0,
  perRule: {},
};

export const sweepNotFound = notFound('sweep_not_found', 'Sweep');
