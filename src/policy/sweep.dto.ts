import { ApiProperty } from '@nestjs/swagger';
import { MEMORY_TYPES, type MemoryType } from '../backend/memory';
import type { SweepError, SweepOutcome, SweptMemory } from '../backend/memory-lifecycle';
import { Flag, NestedObject, Optional } from '../common/request-decorators';
import { invalid } from '../common/validation-error';
import { AgentAnswer } from '../sessions/session-answer.dto';
import { isEmptyDocument, type PolicyDocument } from './policy';
import { PolicyRequest, toPolicyDocument } from './policy.dto';
import type { PolicyRun } from './manual-sweeps.service';

export const ID = '019ab3f2-6c1e-7d10-8a3b-2f6f0c9f1d2e';
export const AT = '2026-05-01T12:00:00.000Z';
export const PER_RULE = { 'retention.context': 2 };
export const ERRORS = 'Memories that it failed for; the others were done';

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
  @NestedObject(() => PolicyRequest)
  @ApiProperty({ example: null })
  policy?: PolicyRequest | null;
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
   * The matches, at most 1000
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

export function runResponse(agentId: string, { sweepId }: PolicyRun<unknown>): RunResponse {
  return { agent_id: agentId, sweep_id: sweepId, dry_run: sweepId === null };
}

function toSweptRow({ id, title, type, createdAt, updatedAt, expiredBy }: SweptMemory): SweptMemoryRow {
  const [created_at, updated_at] = [createdAt.toISOString(), updatedAt.toISOString()];
  return { id, title, type, created_at, updated_at, expired_by: expiredBy };
}

export function toErrorRow({ memoryId, error }: SweepError): SweepErrorRow {
  return { memory_id: memoryId, error };
}
