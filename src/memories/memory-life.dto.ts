import { ApiProperty, IntersectionType } from '@nestjs/swagger';
import type { MemoryType } from '../backend/memory';
import {
  ASKED_FIELDS,
  CLEARED_FIELDS,
  type ByColumn,
  type ClearedColumn,
  type EditedColumn,
} from '../backend/memory-columns';
import { NO_EDIT, type MemoryEdit } from '../backend/memory-edit';
import type { Replaced } from '../backend/replaced-clause';
import type { Metadata } from '../common/metadata';
import { MetadataOfMemory } from '../common/metadata-fields';
import { AnyOf, Flag, Label, Optional, Tags } from '../common/request-decorators';
import {
  Confidence,
  Content,
  Key,
  Scope,
  Source,
  SourceRef,
  Supersedes,
  Title,
  TypeOfMemory,
  Uuid,
  ValidTime,
} from './memory-fields';
import { SecretsAnswer } from '../screening/screening.dto';
import { NamespaceAnswer, SessionAnswer } from '../sessions/session-answer.dto';
import { toTime } from './new-memory';

const CLEARABLE = CLEARED_FIELDS.map(({ column }) => column);

export class ReferenceQuery {
  /**
   * The scope in which the reference counts; without one, memories that have none
   * @example 'user:dana@example.com'
   */
  @Optional()
  @Scope()
  scope?: string | null;
}

/** Fields left out or null stay as they are; lists and metadata take the place of the old. */
export class EditMemoryRequest {
  /**
   * New title
   * @example 'Dark mode'
   */
  @Optional()
  @Title()
  title?: string | null;

  /**
   * New text; a derived title follows it; longer than 10000 characters is 413 `text_too_long`
   * @example 'The user prefers dark mode in every editor.'
   */
  @Optional()
  @Content()
  content?: string | null;

  /**
   * New type
   * @example 'preference'
   */
  @Optional()
  @TypeOfMemory()
  type?: MemoryType | null;

  /**
   * New confidence
   * @example 0.9
   */
  @Optional()
  @Confidence()
  confidence?: number | null;

  /**
   * At most 20 labels of 1 to 64 characters
   * @example ["editor"]
   */
  @Optional()
  @Tags()
  tags?: string[] | null;

  /**
   * New label of the writer
   * @example 'agent'
   */
  @Optional()
  @Source()
  source?: string | null;

  /**
   * The place that the memory came from, such as a message or a file
   * @example 'chat-42#7'
   */
  @Optional()
  @SourceRef()
  source_ref?: string | null;

  /**
   * When it expires by itself, which must be in the future: no recall or list of active memories shows it from then on
   * @example '2027-01-01T00:00:00Z'
   */
  @Optional()
  @ValidTime()
  expires_at?: string | null;

  /**
   * When it begins to hold in the world: ISO 8601 in UTC, or a date, which is the start of that day
   * @example '2026-05-01'
   */
  @Optional()
  @ValidTime()
  valid_from?: string | null;

  /**
   * When it no longer holds: the first instant after, which must be after `valid_from`; it still holds without one
   * @example '2027-01-01T00:00:00Z'
   */
  @Optional()
  @ValidTime()
  valid_to?: string | null;

  /**
   * Other words for what it is about: at most 20 of 1 to 64 characters
   * @example ["k8s","kube"]
   */
  @Optional()
  @Tags()
  names?: string[] | null;

  /**
   * What it is about: of the active memories of one key, the one that begins last is current
   * @example 'user.theme'
   */
  @Optional()
  @Key()
  key?: string | null;

  /**
   * Whether it tells of something that no longer holds; null for not said
   * @example false
   */
  @Optional()
  @Flag()
  past?: boolean | null;

  /**
   * What you want to find it by: at most 32 keys and 4096 bytes; values are texts, numbers, true, false, null, or lists
   * of texts. It is not searched
   * @example {"project":"atlas","ticket":42}
   */
  @Optional()
  @MetadataOfMemory()
  metadata?: Metadata | null;

  /** The memory that says what holds instead; it also ends the time of this one, as `supersedes` does */
  @Optional()
  @Uuid()
  @ApiProperty({ example: null, type: String, format: 'uuid', nullable: true })
  superseded_by?: string | null;

  /**
   * Memories that this one replaces, at most 20: each gets its `superseded_by`, and its `valid_to` from this one's
   * `valid_from`, or else `created_at`, all or none. With `text`, only that part of the content: the rest still holds
   * @example []
   */
  @Optional()
  @Supersedes()
  supersedes?: Replaced[] | null;

  /**
   * Fields to make null, such as `valid_to`, since null in a field leaves it as it is; none that is given too
   * @example []
   */
  @Optional()
  @AnyOf(CLEARABLE)
  clear?: ClearedColumn[] | null;
}

export class MemoryAnswer extends SessionAnswer {
  /**
   * The memory
   * @example '019ab3f2-6c1e-7d10-8a3b-2f6f0c9f1d2e'
   */
  memory_id!: string;
}

export class MemoryChangeAnswer extends NamespaceAnswer {
  /**
   * The memory
   * @example '019ab3f2-6c1e-7d10-8a3b-2f6f0c9f1d2e'
   */
  memory_id!: string;
}

export class EditMemoryResponse extends IntersectionType(MemoryChangeAnswer, SecretsAnswer) {
  /**
   * Always `queued`; the change is durable already
   * @example 'queued'
   */
  @ApiProperty({ enum: ['queued'] })
  status!: 'queued';

  /**
   * Always `updated`
   * @example 'updated'
   */
  @ApiProperty({ enum: ['updated'] })
  action!: 'updated';

  /**
   * The fields given
   * @example ["content"]
   */
  updated_fields!: string[];
}

export class DeleteMemoryResponse extends MemoryChangeAnswer {
  /**
   * Always `deleted`
   * @example 'deleted'
   */
  @ApiProperty({ enum: ['deleted'] })
  status!: 'deleted';
}

export class ExpireMemoryRequest {
  /**
   * Stamped as `expired_by`
   * @example 'outdated'
   */
  @Optional()
  @Label()
  reason = 'manual';
}

export class ExpireMemoryResponse extends MemoryAnswer {
  /**
   * Always `expired`
   * @example 'expired'
   */
  @ApiProperty({ enum: ['expired'] })
  status!: 'expired';

  /**
   * When it expired; the first time, when it had expired before
   * @example '2026-05-01T12:00:00.000Z'
   */
  expired_at!: string;

  /**
   * The reason it expired for
   * @example 'outdated'
   */
  expired_by!: string;
}

export class RestoreMemoryResponse extends MemoryAnswer {
  /**
   * Always `active`
   * @example 'active'
   */
  @ApiProperty({ enum: ['active'] })
  status!: 'active';
}

/** The fields of an edit, by their names in requests. */
export const EDITABLE = ASKED_FIELDS.map(({ column }) => column as EditedColumn);

/** The edit that the fields of a request describe; those left out or null stay as they are. */
export function toEdit(request: EditedFields & { clear?: readonly ClearedColumn[] | null }): MemoryEdit {
  const changes = ASKED_FIELDS.map(({ name, column, value }) => {
    const given = request[column as EditedColumn] ?? null;
    return [name, value.kind === 'time' ? toTime(given as string | null) : given];
  });
  const cleared = CLEARED_FIELDS.filter(({ column }) => request.clear?.includes(column as ClearedColumn));
  return {
    ...NO_EDIT,
    ...Object.fromEntries(changes),
    cleared: cleared.map(({ name }) => name),
  } as MemoryEdit;
}

/** Times are texts in requests. */
type EditedFields = {
  readonly [Column in EditedColumn]?:
    (ByColumn[Column] extends Date | null ? string : ByColumn[Column]) | null;
};
