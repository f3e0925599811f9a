import { ApiProperty } from '@nestjs/swagger';
import type { PurgedMemory, PurgeOutcome } from '../backend/memory-lifecycle';
import type { PolicyRun } from './manual-sweeps.service';
import { NEVER } from './policy';
import { AT, ERRORS, ID, RunResponse, runResponse, SweepErrorRow, toErrorRow } from './sweep.dto';

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
   * The rule or reason by which the memory expired
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
   * The matches, at most 1000
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
