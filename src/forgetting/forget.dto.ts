import { ApiProperty } from '@nestjs/swagger';

import type { MetadataQuery } from '../common/metadata';
import { MetadataConditions, Scopes } from '../common/metadata-fields';
import { Flag, Labels, MemoryIds, Optional, Tags, Text } from '../common/request-decorators';
import { ForgetCounts, ForgetReceipt } from './receipt.dto';

const MAX_IDS = 1_000;
const MAX_ABOUT = 200;
const MAX_CURSOR = 400;

/** The conditions that are given must all hold; at least one is needed. */
export class ForgetRequest {
  /**
   * A person, an identifier or a subject: other spellings count, parts of longer names and addresses do not
   * @example 'Alice Smith'
   */
  @Optional()
  @Text({ maxCodePoints: MAX_ABOUT })
  about?: string | null;

  /**
   * Words, all of which a memory must hold
   * @example 'salary negotiation'
   */
  @Optional()
  @Text({ maxCodePoints: 1_000 })
  query?: string | null;

  /**
   * Memories by their ids
   * @example ['01970a5c-7e1b-7c2a-9d5e-3f1a2b4c5d6e']
   */
  @Optional()
  @MemoryIds({ maxItems: MAX_IDS })
  ids?: string[] | null;

  /**
   * Any of these
   * @example ['alice']
   */
  @Optional()
  @Tags()
  tags?: string[] | null;

  /**
   * Any of these scopes, or beginnings and `*`; null for memories without a scope
   * @example ['user:alice']
   */
  @Optional()
  @Scopes()
  scopes?: (string | null)[] | null;

  /**
   * A value for each key, or a list of values
   * @example { "customer": "c-42" }
   */
  @Optional()
  @MetadataConditions()
  metadata?: MetadataQuery | null;

  /**
   * Any of these
   * @example ['crm']
   */
  @Optional()
  @Labels()
  source?: string[] | null;

  /**
   * Memories that go too, such as those of `unsure` that you looked at
   * @example ['01970a5c-7e1b-7c2a-9d5e-3f1a2b4c5d6e']
   */
  @Optional()
  @MemoryIds({ maxItems: MAX_IDS })
  also?: string[] | null;

  /**
   * Only say what would go
   * @example true
   */
  @Optional()
  @Flag()
  dry_run = true;

  /** `next_cursor` of the page before; for a dry run */
  @Optional()
  @Text({ maxCodePoints: MAX_CURSOR })
  @ApiProperty({ example: null })
  cursor?: string | null;
}

export class FoundMemoryRow {
  /**
   * Its agent
   * @example 'support-bot'
   */
  agent_id!: string;

  /**
   * Its id
   * @example '01970a5c-7e1b-7c2a-9d5e-3f1a2b4c5d6e'
   */
  id!: string;

  /**
   * Its title
   * @example 'Alice Smith prefers tea'
   */
  title!: string;

  /**
   * `active` or `expired`
   * @example 'active'
   */
  status!: string;

  /**
   * When it was stored
   * @example '2026-05-01T09:30:00.000Z'
   */
  created_at!: string;
}

/** A dry run has the first part, a run the receipt. */
export class ForgetResponse {
  /**
   * Whether nothing was deleted
   * @example true
   */
  dry_run!: boolean;

  /**
   * The first 100 memories that would go, oldest first; null for a run
   * @example []
   */
  certain!: FoundMemoryRow[] | null;

  /**
   * Those that may mean somebody or something else; null for a run
   * @example []
   */
  unsure!: FoundMemoryRow[] | null;

  /** Null for a run */
  @ApiProperty({ type: () => ForgetCounts, nullable: true, example: null })
  count_by_kind!: ForgetCounts | null;

  /**
   * How many are unsure; null for a run
   * @example 0
   */
  @ApiProperty({ type: 'integer', nullable: true })
  count_unsure!: number | null;

  /**
   * How texts write the subject; null for a run
   * @example ['Alice Smith', 'alice smith']
   */
  spellings!: string[] | null;

  /** The cursor of the next page */
  @ApiProperty({ example: null, type: String, nullable: true })
  next_cursor!: string | null;

  /** Null for a dry run */
  @ApiProperty({ type: () => ForgetReceipt, nullable: true, example: null })
  receipt!: ForgetReceipt | null;
}
