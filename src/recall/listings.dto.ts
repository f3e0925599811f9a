import { STATUS_FILTERS, type StatusFilter } from '../backend/memory';
import {
  ChoiceField,
  CursorField,
  InstantField,
  IntegerField,
  PageLimitField,
  Shown,
  TextListField,
} from '../common/fields';
import { MAX_SOURCE_REF } from '../memories/memory-limits';
import { MemoryRecord } from '../memories/memory-record.dto';
import { encodeCursor } from '../memories/page-cursor';
import { CountedAnswer, FilterFields, LIMIT, PeriodFilterFields } from './recall.dto';

export const MAX_ALL = 5_000;

const ANY_STATUS = {
  description: 'State',
  example: 'all',
  values: STATUS_FILTERS,
  required: false,
  default: 'all',
};

export class RecentRequest extends PeriodFilterFields {
  @IntegerField(LIMIT)
  limit?: number | null;

  @ChoiceField(ANY_STATUS)
  status?: StatusFilter | null;
}

export class AsOfRequest extends FilterFields {
  @InstantField({
    description: 'The instant; a date is the end of that day in UTC',
    example: '2099-05-01',
    edge: 'end',
    isoOnly: true,
  })
  as_of!: string;

  @IntegerField(LIMIT)
  limit?: number | null;
}

export class ChangedSinceRequest extends FilterFields {
  @InstantField({
    description: 'The instant; a date is the start of that day in UTC',
    example: '2026-05-01',
    edge: 'start',
    isoOnly: true,
  })
  since!: string;

  @IntegerField(LIMIT)
  limit?: number | null;

  @ChoiceField(ANY_STATUS)
  status?: StatusFilter | null;
}

export class RecallAllRequest extends FilterFields {
  @PageLimitField({ max: MAX_ALL })
  limit?: number | null;

  @CursorField(null)
  cursor?: string | null;

  @ChoiceField(ANY_STATUS)
  status?: StatusFilter | null;
}

export class MemoryListQuery extends FilterFields {
  @TextListField({
    description: 'Only memories with any of these references',
    example: ['chat-42#7'],
    maxCodePoints: MAX_SOURCE_REF,
    required: false,
  })
  source_ref?: string[] | null;

  @ChoiceField({ ...ANY_STATUS, default: 'active', example: 'active' })
  status?: StatusFilter | null;

  @IntegerField(LIMIT)
  limit?: number | null;

  @CursorField(encodeCursor({ createdAt: Date.UTC(2026, 4, 1, 12), key: '7' }))
  cursor?: string | null;
}

export class MemoryListResponse extends CountedAnswer {
  @Shown({ description: 'Newest first', example: [], type: MemoryRecord, isArray: true })
  memories!: MemoryRecord[];

  @Shown({ description: 'Memories that match, on all pages', example: 0 })
  total_available!: number;

  @Shown({ description: 'Where the next page starts', example: null, type: String, nullable: true })
  next_cursor!: string | null;
}

export class RecentResponse extends CountedAnswer {
  @Shown({ description: 'Newest first', example: [], type: MemoryRecord, isArray: true })
  memories!: MemoryRecord[];

  @Shown({ description: 'Memories that match, before the limit', example: 0 })
  total_available!: number;

  @Shown({ description: 'Which listing this is', example: 'recent', enum: ['recent'] })
  temporal_mode!: 'recent';
}

export class AsOfResponse extends CountedAnswer {
  @Shown({
    description: 'Live at the instant, as they were then, newest first',
    example: [],
    type: MemoryRecord,
    isArray: true,
  })
  memories!: MemoryRecord[];

  @Shown({ description: 'The instant, with offset', example: '2026-05-01T23:59:59.999+00:00' })
  as_of_date!: string;

  @Shown({ description: 'Which listing this is', example: 'as_of', enum: ['as_of'] })
  temporal_mode!: 'as_of';
}

export class ChangedMemoryRecord extends MemoryRecord {
  @Shown({
    description: '`created` when created after `since`, else `updated`',
    example: 'created',
    enum: ['created', 'updated'],
  })
  change_type!: 'created' | 'updated';
}

export class ChangedSinceResponse extends CountedAnswer {
  @Shown({ description: 'Last updated first', example: [], type: ChangedMemoryRecord, isArray: true })
  memories!: ChangedMemoryRecord[];

  @Shown({ description: 'The instant, with offset', example: '2026-05-01T00:00:00.000+00:00' })
  since_date!: string;

  @Shown({ description: 'Which listing this is', example: 'changed_since', enum: ['changed_since'] })
  temporal_mode!: 'changed_since';
}

export class RecallAllResponse extends CountedAnswer {
  @Shown({ description: 'Oldest first', example: [], type: MemoryRecord, isArray: true })
  memories!: MemoryRecord[];

  @Shown({ description: 'Memories that match, on all pages', example: 0 })
  total_available!: number;

  @Shown({ description: 'Where the next page starts', example: null, type: String, nullable: true })
  next_cursor!: string | null;

  @Shown({ description: 'Which listing this is', example: 'all', enum: ['all'] })
  temporal_mode!: 'all';
}
