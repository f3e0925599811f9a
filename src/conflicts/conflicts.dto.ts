import { ApiProperty } from '@nestjs/swagger';
import { Optional, UtcDayText } from '../common/request-decorators';
import { AgentAnswer, SessionAnswer } from '../sessions/session-answer.dto';
import { conflictIdOf, type OpenConflict } from './conflict-report';
import type { Generation } from './conflict-run.service';
import { CONFLICT_TYPES } from './verdict';

export const OLD_ID = '019ab3f2-6c1e-7d10-8a3b-2f6f0c9f1d2e';
const NEW_ID = '019ab3f3-11aa-7c44-9b1d-5a0e6a7c8b90';

export class GenerateConflictsRequest {
  /**
   * The day in UTC; today when omitted
   * @example '2026-05-01'
   */
  @Optional()
  @UtcDayText()
  date?: string | null;
}

export class ConflictsQuery {
  /**
   * The day in UTC; today when omitted
   * @example '2026-05-01'
   */
  @Optional()
  @UtcDayText()
  date?: string | null;
}

export class GeneratedConflicts {
  /**
   * `no_memories` when no active memory was created or changed on the day
   * @example 'success'
   */
  @ApiProperty({ enum: ['success', 'no_memories'] })
  status!: 'success' | 'no_memories';

  /**
   * Unresolved conflicts in the report now
   * @example 1
   */
  @ApiProperty({ type: 'integer' })
  conflict_count!: number;
}

/** The answer for the local page, which has no session. */
export class GenerationResult extends AgentAnswer {
  /**
   * The day in UTC
   * @example '2026-05-01'
   */
  date!: string;

  /**
   * The state of the report
   * @example {"status":"success","conflict_count":1}
   */
  conflicts!: GeneratedConflicts;

  /**
   * The judge: `rules`, `backend` or the name of the model
   * @example 'rules'
   */
  generated_by!: string;
}

export class GenerateConflictsResponse extends GenerationResult {
  /**
   * The session
   * @example 'sess_0123456789ab'
   */
  session_id!: string;
}

export class ConflictRowDto {
  /**
   * Id of the row, unique in the agent; it never changes
   * @example '2026-05-01-0'
   */
  conflict_id!: string;

  /**
   * Place in the full report of the day, resolved rows counted; it never changes
   * @example 0
   */
  @ApiProperty({ type: 'integer' })
  index!: number;

  /**
   * The kind of conflict
   * @example 'contradiction'
   */
  @ApiProperty({ enum: CONFLICT_TYPES })
  type!: (typeof CONFLICT_TYPES)[number];

  /**
   * The conflict in a few words
   * @example 'Different values for where the user lives'
   */
  title!: string;

  /**
   * The conflict in a sentence
   * @example 'The older memory says Berlin, the newer one says Munich.'
   */
  description!: string;

  /**
   * What to do about it
   * @example 'Keep the newer one if the user has moved.'
   */
  recommendation!: string;

  /** The memory that was created first */
  @ApiProperty({ example: OLD_ID })
  old_memory_id!: string;

  /** The other one */
  @ApiProperty({ example: NEW_ID })
  new_memory_id!: string;

  /**
   * The current content of the older memory
   * @example 'The user lives in Berlin.'
   */
  old_content!: string;

  /**
   * The current content of the newer memory
   * @example 'The user lives in Munich.'
   */
  new_content!: string;

  /**
   * When the older one was created
   * @example '2026-04-20T08:00:00.000Z'
   */
  old_created_at!: string;

  /**
   * When the newer one was created
   * @example '2026-05-01T12:00:00.000Z'
   */
  new_created_at!: string;

  /**
   * Label of the writer of the older one
   * @example 'agent'
   */
  old_source!: string;

  /**
   * Label of the writer of the newer one
   * @example 'agent'
   */
  new_source!: string;

  /**
   * Always false: resolved rows are not listed
   * @example false
   */
  resolved!: boolean;
}

export class ConflictsResponse extends SessionAnswer {
  /**
   * The day in UTC
   * @example '2026-05-01'
   */
  date!: string;

  /**
   * The unresolved rows by their indexes; at most 1000, more follow when these are resolved
   * @example []
   */
  conflicts!: ConflictRowDto[];

  /**
   * Rows listed
   * @example 0
   */
  @ApiProperty({ type: 'integer' })
  count!: number;
}

export function toGenerationResult(agentId: string, generation: Generation): GenerationResult {
  const { date, status, conflictCount, generatedBy } = generation;
  return {
    agent_id: agentId,
    date,
    conflicts: { status, conflict_count: conflictCount },
    generated_by: generatedBy,
  };
}

export function toConflictRow(conflict: OpenConflict, date: string): ConflictRowDto {
  const { old, new: newer } = conflict;
  return {
    conflict_id: conflictIdOf(date, conflict.index),
    index: conflict.index,
    type: conflict.type,
    title: conflict.title,
    description: conflict.description,
    recommendation: conflict.recommendation,
    old_memory_id: conflict.oldMemoryId,
    new_memory_id: conflict.newMemoryId,
    old_content: old.content,
    new_content: newer.content,
    old_created_at: old.createdAt.toISOString(),
    new_created_at: newer.createdAt.toISOString(),
    old_source: old.source,
    new_source: newer.source,
    resolved: false,
  };
}
