import { STATUS_FILTERS, type StatusFilter } from '../backend/memory';
import {
  ChoiceField,
  CursorField,
  InstantField,
  IntegerField,
  PageLimitField,
  Shown,
  ShownList,
  TextListField,
} from '../common/fields';
import { MAX_SOURCE_REF } from '../backend/memory-limits';
import { MemoryRecord } from '../memories/memory-record.dto';
import { encodeCursor } from '../memories/page-cursor';
import { CountedAnswer, FilterFields, LIMIT, PeriodFilterFields } from './recall.dto';

export const MAX_ALL = 5_000;

const ANY_STATUS = ['State', 'all', { values: STATUS_FILTERS, default: 'all' }] as const;

export class RecentRequest extends PeriodFilterFields {
  @IntegerField(...LIMIT)
  limit?: number | null;

  @ChoiceField(...ANY_STATUS)
  status?: StatusFilter | null;
}

export class AsOfRequest extends FilterFields {
  @InstantField('The instant; a date is the end of that day in UTC', '2099-05-01', {
    edge: 'end',
    isoOnly: true,
  })
  as_of!: string;

  @IntegerField(...LIMIT)
  limit?: number | null;

  @CursorField(null)
  cursor?: string | null;
}

export class ChangedSinceRequest extends FilterFields {
  @InstantField('The instant; a date is the start of that day in UTC', '2026-05-01', {
    edge: 'start',
    isoOnly: true,
  })
  since!: string;

  @IntegerField(...LIMIT)
  limit?: number | null;

  @ChoiceField(...ANY_STATUS)
  status?: StatusFilter | null;
}

export class RecallAllRequest extends FilterFields {
  @PageLimitField({ max: MAX_ALL })
  limit?: number | null;

  @CursorField(null)
  cursor?: string | null;

  @ChoiceField(...ANY_STATUS)
  status?: StatusFilter | null;
}

export class MemoryListQuery extends FilterFields {
  @TextListField('Only memories with any of these references', ['chat-42#7'], {
    maxCodePoints: MAX_SOURCE_REF,
    required: false,
  })
  source_ref?: string[] | null;

  @ChoiceField('State', 'active', { values: STATUS_FILTERS, default: 'active' })
  status?: StatusFilter | null;

  @IntegerField(...LIMIT)
  limit?: number | null;

  @CursorField(encodeCursor({ createdAt: Date.UTC(2026, 4, 1, 12), key: '7' }))
  cursor?: string | null;
}

export class MemoryListResponse extends CountedAnswer {
  @ShownList('Newest first', MemoryRecord)
  memories!: MemoryRecord[];

  @Shown('Memories that match, on all pages', 0)
  total_available!: number;

  @Shown('Where the next page starts', null, { type: String, nullable: true })
  next_cursor!: string | null;
}

export class RecentResponse extends CountedAnswer {
  @ShownList('Newest first', MemoryRecord)
  memories!: MemoryRecord[];

  @Shown('Memories that match, before the limit', 0)
  total_available!: number;

  @Shown('Which listing this is', 'recent', { enum: ['recent'] })
  temporal_mode!: 'recent';
}

export class AsOfResponse extends CountedAnswer {
  @ShownList('Live at the instant, as they were then, newest first', MemoryRecord)
  memories!: MemoryRecord[];

  @Shown('Where the next page starts', null, { type: String, nullable: true })
  next_cursor!: string | null;

  @Shown('The instant, with offset', '2026-05-01T23:59:59.999+00:00')
  as_of_date!: string;

  @Shown('Which listing this is', 'as_of', { enum: ['as_of'] })
  temporal_mode!: 'as_of';
}

export class ChangedMemoryRecord extends MemoryRecord {
  @Shown('`created` when created after `since`, else `updated`', 'created', { enum: ['created', 'updated'] })
  change_type!: 'created' | 'updated';
}

export class ChangedSinceResponse extends CountedAnswer {
  @ShownList('Last updated first', ChangedMemoryRecord)
  memories!: ChangedMemoryRecord[];

  @Shown('The instant, with offset', '2026-05-01T00:00:00.000+00:00')
  since_date!: string;

  @Shown('Which listing this is', 'changed_since', { enum: ['changed_since'] })
  temporal_mode!: 'changed_since';
}

export class RecallAllResponse extends CountedAnswer {
  @ShownList('Oldest first', MemoryRecord)
  memories!: MemoryRecord[];

  @Shown('Memories that match, on all pages', 0)
  total_available!: number;

  @Shown('Where the next page starts', null, { type: String, nullable: true })
  next_cursor!: string | null;

  @Shown('Which listing this is', 'all', { enum: ['all'] })
  temporal_mode!: 'all';
}
