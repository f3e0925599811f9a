import { ApiProperty, IntersectionType } from '@nestjs/swagger';
import { MEMORY_TYPES, PROVENANCES, type MemoryType, type Provenance } from '../backend/memory';
import type { Metadata } from '../common/metadata';
import { MetadataOfMemory } from '../common/metadata-fields';
import { Flag, OneOf, Optional, Tags, Text } from '../common/request-decorators';
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
  ValidTime,
} from './memory-fields';
import { SecretsAnswer } from '../screening/screening.dto';
import { LinkRow } from './links.dto';
import { NamespaceAnswer } from '../sessions/session-answer.dto';
import {
  DEFAULT_CONFIDENCE,
  DEFAULT_PROVENANCE,
  DEFAULT_SOURCE,
  DEFAULT_TYPE,
  MAX_THREAD,
} from '../backend/memory-limits';
import type { Replaced } from '../backend/replaced-clause';

export class RememberRequest {
  /**
   * The text to keep; at most 10000 characters, longer is 413 `text_too_long`
   * @example 'The user prefers dark mode in every editor.'
   */
  @Content()
  content!: string;

  /**
   * Memory type
   * @example 'preference'
   */
  @Optional()
  @TypeOfMemory({ documentedDefault: DEFAULT_TYPE })
  type?: MemoryType | null;

  /**
   * Derived from the content when omitted
   * @example 'Dark mode'
   */
  @Optional()
  @Title()
  title?: string | null;

  /**
   * How sure the writer is
   * @example 0.9
   */
  @Optional()
  @Confidence({ documentedDefault: DEFAULT_CONFIDENCE })
  confidence?: number | null;

  /**
   * At most 20 labels of 1 to 64 characters
   * @example ["editor"]
   */
  @Optional()
  @Tags()
  tags?: string[] | null;

  /**
   * Label of the writer
   * @example 'agent'
   */
  @Optional()
  @Source({ documentedDefault: DEFAULT_SOURCE })
  source?: string | null;

  /**
   * The place that the memory came from, such as a message or a file
   * @example 'chat-42#7'
   */
  @Optional()
  @SourceRef()
  source_ref?: string | null;

  /**
   * The sequence that it belongs to, such as a conversation: memories of one thread, in their order, are neighbours in recall
   * @example 'chat-42'
   */
  @Optional()
  @Text({ maxCodePoints: MAX_THREAD })
  thread?: string | null;

  /**
   * Whom or what it is for, such as one of many users: keys, references and duplicates count within a scope
   * @example 'user:dana@example.com'
   */
  @Optional()
  @Scope()
  scope?: string | null;

  /**
   * What you want to find it by: at most 32 keys and 4096 bytes; values are texts, numbers, true, false, null, or lists
   * of texts. It is not searched
   * @example {"project":"atlas","ticket":42}
   */
  @Optional()
  @MetadataOfMemory()
  metadata?: Metadata | null;

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
   * Memories that this one replaces, at most 20: each gets its `superseded_by`, and its `valid_to` from this one's
   * `valid_from`, or else `created_at`, all or none. With `text`, only that part of the content: the rest still holds
   * @example []
   */
  @Optional()
  @Supersedes()
  supersedes?: Replaced[] | null;

  /**
   * How it came to be known
   * @example 'explicit_statement'
   */
  @Optional()
  @OneOf(PROVENANCES, { documentedDefault: DEFAULT_PROVENANCE })
  provenance?: Provenance | null;

  /**
   * Edit the newest active memory with this `source_ref`, which is required then, and store one only if there is
   * none. An edit changes the given fields but `provenance`, `thread` and `scope`; its history keeps the former values
   * @example false
   */
  @Optional()
  @Flag()
  upsert = false;

  /** `now`: the answer has `links`, at most 200 ms later. Rows of a batch ignore it */
  @Optional()
  @OneOf(['now'])
  @ApiProperty({ example: null })
  detect?: 'now' | null;
}

export class RestoreDeletedQuery {
  /**
   * Let upserts store content that was deleted for good
   * @example false
   */
  @Optional()
  @Flag()
  restore_deleted = false;
}

export class RememberResponse extends IntersectionType(NamespaceAnswer, SecretsAnswer) {
  /**
   * Id of the new or edited memory
   * @example '019ab3f2-6c1e-7d10-8a3b-2f6f0c9f1d2e'
   */
  memory_id!: string;

  /**
   * Always `queued`; the memory is durable and can be recalled already
   * @example 'queued'
   */
  @ApiProperty({ enum: ['queued'] })
  status!: 'queued';

  /**
   * As stored
   * @example 0.9
   */
  confidence!: number;

  /**
   * As stored
   * @example 'explicit_statement'
   */
  @ApiProperty({ enum: PROVENANCES })
  provenance!: Provenance;

  /**
   * As stored
   * @example 'preference'
   */
  @ApiProperty({ enum: MEMORY_TYPES })
  type!: MemoryType;

  /**
   * Whether the memory was stored or, by an upsert, edited
   * @example 'store'
   */
  @ApiProperty({ enum: ['store', 'update'] })
  action!: 'store' | 'update';

  /** Only with `detect`: memories that this one may replace, contradict or repeat; null when that took too long */
  @ApiProperty({ example: [], type: LinkRow, isArray: true, nullable: true, required: false })
  links?: LinkRow[] | null;
}
