import { ApiProperty } from '@nestjs/swagger';
import { MEMORY_TYPES, type MemoryType } from '../backend/memory';
import type {
  PurgedMemory,
  PurgeOutcome,
  SweepError,
  SweepOutcome,
  SweptMemory,
} from '../backend/memory-lifecycle';
import { Cursor, Flag, Nestling, Optional, WholeNumber } from '../common/request-decorators';
import { encodeTimeCursor } from '../common/time-cursor';
import { invalid } from '../common/validation-error';
import { AgentAnswer } from '../sessions/session-answer.dto';
import { isEmptyDocument, type PolicyDocument, NEVER } from './policy';
import { PolicyRequest, toPolicyDocument } from './policy.dto';
import { SWEEP_CAUSES, SWEEP_KINDS, SWEEP_STATUSES, type Sweep } from './sweep';
import type { PolicyRun } from './manual-sweeps.service';

const ID = '019ab3f2-6c1e-7d10-8a3b-2f6f0c9f1d2e';
const AT = '2026-05-01T12:00:00.000Z';
const PER_RULE = { 'retention.context': 2 };
const ERRORS = 'Memories that it failed for; the others were done';

export class SweepRequest {
  /**
   * True reports what would happen and writes nothing
   * @example false
   */
  @Optional()
  @Flag()
  dry_run = false;
}

export class ApplyRequest extends SweepRequest {
  /** With `dry_run` only: a policy to report about, in place of the stored one */
  @Optional()
  @Nestling(() => PolicyRequest)
  @ApiProperty({ example: null })
  policy?: PolicyRequest | null;
}

export class SweepListQuery {
  /**
   * Entries of the page, 1 to 100
   * @example 20
   */
  @Optional()
  @WholeNumber({ min: 1, max: 100 })
  limit = 20;

  /** The `next_cursor` of the page before */
  @Optional()
  @Cursor()
  @ApiProperty({ example: encodeTimeCursor({ time: new Date(AT), id: ID }) })
  cursor: string | null = null;
}

export class SweepErrorRow {
  /** The memory */
  @ApiProperty({ example: ID })
  memory_id!: string;

  /**
   * What went wrong
   * @example 'Error'
   */
  error!: string;
}

export class SweptMemoryRow {
  /** The memory */
  @ApiProperty({ example: ID })
  id!: string;

  /**
   * Its title
   * @example 'Yesterday the build was red'
   */
  title!: string;

  /**
   * Its type
   * @example 'context'
   */
  @ApiProperty({ enum: MEMORY_TYPES })
  type!: MemoryType;

  /** When it was created */
  @ApiProperty({ example: AT })
  created_at!: string;

  /** When it was updated last */
  @ApiProperty({ example: AT })
  updated_at!: string;

  /**
   * The rule, or `retention.<type>`
   * @example 'retention.context'
   */
  expired_by!: string;
}

export class RunResponse extends AgentAnswer {
  /** Its id among `policy/sweeps`; null for a dry run */
  @ApiProperty({ example: ID, type: String, nullable: true })
  sweep_id!: string | null;

  /**
   * Whether it only reported
   * @example false
   */
  dry_run!: boolean;
}

export class SweepResponse extends RunResponse {
  /**
   * Whether the policy says nothing, so that the sweep did nothing
   * @example false
   */
  policy_is_empty!: boolean;

  /**
   * Active memories evaluated
   * @example 40
   */
  @ApiProperty({ type: 'integer' })
  scanned!: number;

  /**
   * Expired memories, which were not looked at
   * @example 3
   */
  @ApiProperty({ type: 'integer' })
  already_expired!: number;

  /**
   * Memories that a rule or their type says have expired
   * @example 2
   */
  @ApiProperty({ type: 'integer' })
  matched!: number;

  /**
   * Memories expired; 0 for a dry run
   * @example 2
   */
  @ApiProperty({ type: 'integer' })
  expired!: number;

  /** Matches by rule name or `retention.<type>` */
  @ApiProperty({ example: PER_RULE, type: Object, additionalProperties: true })
  per_rule!: Record<string, number>;

  /**
   * The matches, at most 1000 of them
   * @example []
   */
  memories!: SweptMemoryRow[];

  /**
   * @example []
   */
  @ApiProperty({ description: ERRORS, type: SweepErrorRow, isArray: true })
  errors!: SweepErrorRow[];

  /** When memories were judged, and the `expired_at` of each */
  @ApiProperty({ example: AT })
  evaluated_at!: string;
}

export class SweepRow {
  /** By which it can be undone */
  @ApiProperty({ example: ID })
  sweep_id!: string;

  /**
   * `sweep` expires, `purge` deletes for good
   * @example 'sweep'
   */
  @ApiProperty({ enum: SWEEP_KINDS })
  kind!: (typeof SWEEP_KINDS)[number];

  /**
   * Whether somebody asked for it
   * @example 'manual'
   */
  @ApiProperty({ enum: SWEEP_CAUSES })
  cause!: (typeof SWEEP_CAUSES)[number];

  /**
   * `held`: a nightly one that would have expired too many, and expired none; `running`, long after it began:
   * broken off, what it did stands
   * @example 'completed'
   */
  @ApiProperty({ enum: SWEEP_STATUSES })
  status!: (typeof SWEEP_STATUSES)[number];

  /** When memories were judged */
  @ApiProperty({ example: AT })
  evaluated_at!: string;

  /** When it ended */
  @ApiProperty({ example: AT, type: String, nullable: true })
  finished_at!: string | null;

  /**
   * Active memories evaluated; 0 for a purge
   * @example 40
   */
  @ApiProperty({ type: 'integer' })
  scanned!: number;

  /**
   * Memories that were to be expired or purged
   * @example 2
   */
  @ApiProperty({ type: 'integer' })
  matched!: number;

  /**
   * Memories expired
   * @example 2
   */
  @ApiProperty({ type: 'integer' })
  expired!: number;

  /**
   * Memories purged
   * @example 0
   */
  @ApiProperty({ type: 'integer' })
  purged!: number;

  /**
   * Memories that it failed for
   * @example 0
   */
  @ApiProperty({ type: 'integer' })
  errors!: number;

  /** Matches by rule name or `retention.<type>` */
  @ApiProperty({ example: PER_RULE, type: Object, additionalProperties: true })
  per_rule!: Record<string, number>;
}

export class SweepListResponse extends AgentAnswer {
  /**
   * Newest first
   * @example []
   */
  sweeps!: SweepRow[];

  /**
   * How many are listed here
   * @example 0
   */
  @ApiProperty({ type: 'integer' })
  count!: number;

  /** Where the next page starts */
  @ApiProperty({ example: null, type: String, nullable: true })
  next_cursor!: string | null;
}

export class SweepUndoneResponse extends AgentAnswer {
  /** The sweep */
  @ApiProperty({ example: ID })
  sweep_id!: string;

  /**
   * Memories made active again
   * @example 2
   */
  @ApiProperty({ type: 'integer' })
  restored!: number;

  /**
   * Memories left as they are, since they were edited, restored or deleted after the sweep
   * @example 0
   */
  @ApiProperty({ type: 'integer' })
  skipped!: number;
}

/** The policy that a dry run names; null for the stored one. Throws a ValidationError if another run names one. */
export function namedPolicy({ dry_run: dryRun, policy }: ApplyRequest): PolicyDocument | null {
  if (policy === null || policy === undefined) return null;
  if (dryRun !== true) {
    throw invalid(
      ['body', 'policy'],
      'Only a dry run takes a policy: store it with PUT, then apply it',
      null,
    );
  }
  return toPolicyDocument(policy);
}

export function toSweepResponse(agentId: string, run: PolicyRun<SweepOutcome>): SweepResponse {
  const { scanned, alreadyExpired, matched, expired, perRule, memories, errors } = run.outcome;
  return {
    ...runResponse(agentId, run),
    policy_is_empty: isEmptyDocument(run.policy),
    scanned,
    already_expired: alreadyExpired,
    matched,
    expired,
    per_rule: perRule,
    memories: memories.map(toSweptRow),
    errors: errors.map(toErrorRow),
    evaluated_at: run.evaluatedAt.toISOString(),
  };
}

function runResponse(agentId: string, { sweepId }: PolicyRun<unknown>): RunResponse {
  return { agent_id: agentId, sweep_id: sweepId, dry_run: sweepId === null };
}

function toSweptRow({ id, title, type, createdAt, updatedAt, expiredBy }: SweptMemory): SweptMemoryRow {
  const [created_at, updated_at] = [createdAt.toISOString(), updatedAt.toISOString()];
  return { id, title, type, created_at, updated_at, expired_by: expiredBy };
}

function toErrorRow({ memoryId, error }: SweepError): SweepErrorRow {
  return { memory_id: memoryId, error };
}

export function toSweepRow(sweep: Sweep): SweepRow {
  const expired = sweep.kind === 'sweep' ? sweep.changed : 0;
  return {
    sweep_id: sweep.sweepId,
    kind: sweep.kind,
    cause: sweep.cause,
    status: sweep.status,
    evaluated_at: sweep.evaluatedAt.toISOString(),
    finished_at: sweep.finishedAt?.toISOString() ?? null,
    scanned: sweep.scanned,
    matched: sweep.matched,
    expired,
    purged: sweep.changed - expired,
    errors: sweep.errors,
    per_rule: sweep.perRule,
  };
}

export class PurgedMemoryRow {
  /** The memory */
  @ApiProperty({ example: ID })
  id!: string;

  /**
   * Its title
   * @example 'Yesterday the build was red'
   */
  title!: string;

  /** When it expired */
  @ApiProperty({ example: AT })
  expired_at!: string;

  /**
   * What it expired by
   * @example 'retention.context'
   */
  expired_by!: string;
}

export class PurgeResponse extends RunResponse {
  /**
   * Whether the policy purges at all
   * @example true
   */
  enabled!: boolean;

  /**
   * How long a memory must have been expired
   * @example '365d'
   */
  purge_expired_after!: string;

  /**
   * Memories expired for longer
   * @example 2
   */
  @ApiProperty({ type: 'integer' })
  matched!: number;

  /**
   * Memories deleted for good; 0 for a dry run
   * @example 2
   */
  @ApiProperty({ type: 'integer' })
  purged!: number;

  /**
   * The matches, at most 1000 of them
   * @example []
   */
  memories!: PurgedMemoryRow[];

  /**
   * @example []
   */
  @ApiProperty({ description: ERRORS, type: SweepErrorRow, isArray: true })
  errors!: SweepErrorRow[];

  /** When memories were judged */
  @ApiProperty({ example: AT })
  evaluated_at!: string;
}

export function toPurgeResponse(agentId: string, run: PolicyRun<PurgeOutcome>): PurgeResponse {
  const { matched, purged, memories, errors } = run.outcome;
  const purgeExpiredAfter = run.policy.purge_expired_after;
  return {
    ...runResponse(agentId, run),
    enabled: purgeExpiredAfter !== NEVER,
    purge_expired_after: purgeExpiredAfter,
    matched,
    purged,
    memories: memories.map(toPurgedRow),
    errors: errors.map(toErrorRow),
    evaluated_at: run.evaluatedAt.toISOString(),
  };
}

function toPurgedRow({ id, title, expiredAt, expiredBy }: PurgedMemory): PurgedMemoryRow {
  return { id, title, expired_at: expiredAt.toISOString(), expired_by: expiredBy };
}
