import { ApiProperty, IntersectionType } from '@nestjs/swagger';
import { MAX_CONTENT } from '../backend/memory-limits';
import { MEMORY_TYPES, type MemoryType } from '../backend/memory';
import { OneOf, Optional, Text, UtcDayText, WholeNumber } from '../common/request-decorators';
import { requestedDay, toUtcDay, type UtcDay } from '../common/utc-dates';
import { invalid } from '../common/validation-error';
import { SecretsAnswer } from '../screening/screening.dto';
import { SessionAnswer } from '../sessions/session-answer.dto';
import { CONFLICT_ID } from './conflict-report';
import { OLD_ID } from './conflicts.dto';
import { CONFLICT_ACTIONS } from './resolution';

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
   * What to do with the two memories. `supersede` makes the old one history, and can be taken back
   * (`links/{link_id}/reject`)
   * @example 'supersede'
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

export class ResolveConflictResponse extends IntersectionType(SessionAnswer, SecretsAnswer) {
  /**
   * The day in UTC
   * @example '2026-05-01'
   */
  date!: string;

  /**
   * The action that was carried out
   * @example 'supersede'
   */
  @ApiProperty({ enum: CONFLICT_ACTIONS })
  action!: (typeof CONFLICT_ACTIONS)[number];

  /** Ids of memories deleted for good */
  @ApiProperty({ example: [], type: String, isArray: true })
  deleted!: string[];

  /**
   * Ids of memories expired, with the reason `conflict-resolution`
   * @example []
   */
  expired!: string[];

  /** Ids of memories that became history */
  @ApiProperty({ example: [OLD_ID], type: String, isArray: true })
  superseded!: string[];

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
