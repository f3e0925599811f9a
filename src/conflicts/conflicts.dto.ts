import { ApiProperty } from '@nestjs/swagger';
import { MEMORY_TYPES, type MemoryType } from '../backend/memory';
import { OneOf, Optional, Text, UtcDayText, WholeNumber } from '../common/request-decorators';
import { requestedDay, toUtcDay, type UtcDay } from '../common/utc-dates';
import { invalid } from '../common/validation-error';
import { MAX_CONTENT } from '../backend/memory-limits';
import { AgentAnswer, SessionAnswer } from '../sessions/session-answer.dto';
import { CONFLICT_ID, conflictIdOf, type OpenConflict } from './conflict-report';
import type { Generation } from './conflict-run.service';
import { CONFLICT_TYPES } from './detection/verdict';
import { CONFLICT_ACTIONS } from './resolution';

const OLD_ID = '019ab3f2-6c1e-7d10-8a3b-2f6f0c9f1d2e';
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
   * What the report holds
   * @example {"status":"success","conflict_count":1}
   */
  conflicts!: GeneratedConflicts;

  /**
   * Who judged: `rules`, `backend` or the name of the model
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
   * What the pair comes to
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
   * What the older one says now
   * @example 'The user lives in Berlin.'
   */
  old_content!: string;

  /**
   * What the newer one says now
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

export class ResolveConflictRequest {
  /** The `conflict_id` of the row, such as `2026-05-01-0`: instead of `conflict_index` and `date` */
  @Optional()
  @Text({ pattern: { regex: CONFLICT_ID, says: 'Value error, expected the conflict_id of a row' } })
  @ApiProperty({ example: null })
  conflict_id?: string | null;

  /**
   * The `index` of the row in the report of `date`; required without `conflict_id`
   * @example 0
   */
  @Optional()
  @WholeNumber()
  conflict_index?: number | null;

  /**
   * What to do with the two memories
   * @example 'keep_new'
   */
  @Text({ allowBlank: true })
  @ApiProperty({ enum: CONFLICT_ACTIONS })
  action!: string;

  /**
   * The day in UTC; today when omitted
   * @example '2026-05-01'
   */
  @Optional()
  @UtcDayText()
  date?: string | null;

  /**
   * What takes the place of both, for `manual`; at most 10000 characters
   * @example 'The user moved from Berlin to Munich in April 2026.'
   */
  @Optional()
  @Text({ allowBlank: true, documentedMax: MAX_CONTENT })
  manual_content?: string | null;

  /**
   * Memory type of the replacement; `fact` when omitted
   * @example 'fact'
   */
  @Optional()
  @OneOf(MEMORY_TYPES)
  manual_type?: MemoryType | null;
}

export class ResolveConflictResponse extends SessionAnswer {
  /**
   * The day in UTC
   * @example '2026-05-01'
   */
  date!: string;

  /**
   * What was done
   * @example 'keep_new'
   */
  @ApiProperty({ enum: CONFLICT_ACTIONS })
  action!: (typeof CONFLICT_ACTIONS)[number];

  /** Ids of memories deleted for good */
  @ApiProperty({ example: [OLD_ID], type: String, isArray: true })
  deleted!: string[];

  /**
   * Ids of memories expired, with the reason `conflict-resolution`
   * @example []
   */
  expired!: string[];

  /** Id of the replacement */
  @ApiProperty({ example: null, type: String, nullable: true })
  new_memory_id!: string | null;

  /**
   * Always `resolved`
   * @example 'resolved'
   */
  @ApiProperty({ enum: ['resolved'] })
  status!: 'resolved';
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

/** The row that a request names in one of the two ways. Throws a ValidationError for both, or none. */
export function requestedRow(request: ResolveConflictRequest, now: Date): { day: UtcDay; index: number } {
  const { conflict_id: id, conflict_index: index, date } = request;
  const [, idDate, idIndex] = CONFLICT_ID.exec(id ?? '') ?? [];
  if (idDate === undefined) {
    if (typeof index === 'number') return { day: requestedDay(date, now), index };
    throw invalid(['body', 'conflict_index'], 'Field required', null, 'missing');
  }
  if ((index ?? date ?? null) !== null) {
    throw invalid(['body', 'conflict_id'], 'Value error, send it without conflict_index and date', id);
  }
  const day = toUtcDay(idDate, now);
  if (day === null) throw invalid(['body', 'conflict_id'], 'Value error, the calendar has no such day', id);
  return { day, index: Number(idIndex) };
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
