import { ApiProperty, OmitType } from '@nestjs/swagger';
import { STATUS_FILTERS, type StatusFilter } from '../backend/memory';
import { Cursor, Instant, OneOf, Optional, Texts, WholeNumber } from '../common/request-decorators';
import { MAX_SOURCE_REF } from '../backend/memory-limits';
import type { MetadataQuery } from '../common/metadata';
import { MetadataConditions } from '../common/metadata-fields';
import { MemoryRecord } from '../memories/memory-record.dto';
import { encodeCursor } from '../memories/page-cursor';
import { CountedAnswer, FilterFields, PeriodFilterFields } from './recall.dto';

const MAX_ALL = 5_000;

export class RecentRequest extends PeriodFilterFields {
  /**
   * 1 to 100 (more is 400 `k_too_large`); the server setting `RECALL_LIMIT` when omitted
   * @example 10
   */
  @Optional()
  @WholeNumber({ min: 1, documentedMax: 100 })
  limit?: number | null;

  /**
   * State
   * @example 'all'
   */
  @Optional()
  @OneOf(STATUS_FILTERS)
  status: StatusFilter = 'all';
}

export class AsOfRequest extends FilterFields {
  /**
   * The instant; a date is the end of that day in UTC
   * @example '2099-05-01'
   */
  @Instant({ edge: 'end', isoOnly: true })
  as_of!: string;

  /**
   * Only what held in the world at this instant, by what was known at `as_of`; a date is the end of that day in UTC
   * @example '2026-05-01'
   */
  @Optional()
  @Instant({ edge: 'end', isoOnly: true })
  valid_at?: string | null;

  /**
   * 1 to 100 (more is 400 `k_too_large`); the server setting `RECALL_LIMIT` when omitted
   * @example 10
   */
  @Optional()
  @WholeNumber({ min: 1, documentedMax: 100 })
  limit?: number | null;

  /** The `next_cursor` of the page before */
  @Optional()
  @Cursor()
  @ApiProperty({ example: null })
  cursor?: string | null;
}

export class ChangedSinceRequest extends FilterFields {
  /**
   * The instant; a date is the start of that day in UTC
   * @example '2026-05-01'
   */
  @Instant({ edge: 'start', isoOnly: true })
  since!: string;

  /**
   * 1 to 100 (more is 400 `k_too_large`); the server setting `RECALL_LIMIT` when omitted
   * @example 10
   */
  @Optional()
  @WholeNumber({ min: 1, documentedMax: 100 })
  limit?: number | null;

  /**
   * State
   * @example 'all'
   */
  @Optional()
  @OneOf(STATUS_FILTERS)
  status: StatusFilter = 'all';
}

export class RecallAllRequest extends FilterFields {
  /**
   * Entries of the page, 1 to 5000
   * @example 5000
   */
  @Optional()
  @WholeNumber({ min: 1, max: MAX_ALL, documentedDefault: MAX_ALL })
  limit = MAX_ALL;

  /** The `next_cursor` of the page before */
  @Optional()
  @Cursor()
  @ApiProperty({ example: null })
  cursor?: string | null;

  /**
   * State
   * @example 'all'
   */
  @Optional()
  @OneOf(STATUS_FILTERS)
  status: StatusFilter = 'all';
}

export class MemoryListQuery extends OmitType(FilterFields, ['metadata'] as const) {
  /**
   * Only memories with any of these references
   * @example ["chat-42#7"]
   */
  @Optional()
  @Texts({ maxCodePoints: MAX_SOURCE_REF })
  source_ref?: string[] | null;

  /** Only with these metadata, as JSON: for each key a value, or any of several; a list has each of its texts */
  @Optional()
  @MetadataConditions({ type: String, example: '{"project":"atlas"}' })
  metadata?: MetadataQuery | null;

  /**
   * State
   * @example 'active'
   */
  @Optional()
  @OneOf(STATUS_FILTERS)
  status: StatusFilter = 'active';

  /**
   * 1 to 100 (more is 400 `k_too_large`); the server setting `RECALL_LIMIT` when omitted
   * @example 10
   */
  @Optional()
  @WholeNumber({ min: 1, documentedMax: 100 })
  limit?: number | null;

  /** The `next_cursor` of the page before */
  @Optional()
  @Cursor()
  @ApiProperty({ example: encodeCursor({ createdAt: Date.UTC(2026, 4, 1, 12), key: '7' }) })
  cursor?: string | null;
}

export class MemoryListResponse extends CountedAnswer {
  /**
   * Newest first
   * @example []
   */
  memories!: MemoryRecord[];

  /**
   * Memories that match, on all pages
   * @example 0
   */
  @ApiProperty({ type: 'integer' })
  total_available!: number;

  /** The cursor of the next page */
  @ApiProperty({ example: null, type: String, nullable: true })
  next_cursor!: string | null;
}

export class RecentResponse extends CountedAnswer {
  /**
   * Newest first
   * @example []
   */
  memories!: MemoryRecord[];

  /**
   * Memories that match, before the limit
   * @example 0
   */
  @ApiProperty({ type: 'integer' })
  total_available!: number;

  /**
   * Which listing this is
   * @example 'recent'
   */
  @ApiProperty({ enum: ['recent'] })
  temporal_mode!: 'recent';
}

export class AsOfResponse extends CountedAnswer {
  /**
   * Live at the instant, as they were then, newest first
   * @example []
   */
  memories!: MemoryRecord[];

  /** The cursor of the next page */
  @ApiProperty({ example: null, type: String, nullable: true })
  next_cursor!: string | null;

  /**
   * The instant, with offset
   * @example '2026-05-01T23:59:59.999+00:00'
   */
  as_of_date!: string;

  /**
   * Which listing this is
   * @example 'as_of'
   */
  @ApiProperty({ enum: ['as_of'] })
  temporal_mode!: 'as_of';
}

export class ChangedMemoryRecord extends MemoryRecord {
  /**
   * `created` when created after `since`, else `updated`
   * @example 'created'
   */
  @ApiProperty({ enum: ['created', 'updated'] })
  change_type!: 'created' | 'updated';
}

export class ChangedSinceResponse extends CountedAnswer {
  /**
   * Last updated first
   * @example []
   */
  memories!: ChangedMemoryRecord[];

  /**
   * The instant, with offset
   * @example '2026-05-01T00:00:00.000+00:00'
   */
  since_date!: string;

  /**
   * Which listing this is
   * @example 'changed_since'
   */
  @ApiProperty({ enum: ['changed_since'] })
  temporal_mode!: 'changed_since';
}

export class RecallAllResponse extends CountedAnswer {
  /**
   * Oldest first
   * @example []
   */
  memories!: MemoryRecord[];

  /**
   * Memories that match, on all pages
   * @example 0
   */
  @ApiProperty({ type: 'integer' })
  total_available!: number;

  /** The cursor of the next page */
  @ApiProperty({ example: null, type: String, nullable: true })
  next_cursor!: string | null;

  /**
   * Which listing this is
   * @example 'all'
   */
  @ApiProperty({ enum: ['all'] })
  temporal_mode!: 'all';
}
