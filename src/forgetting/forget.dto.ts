import { ApiProperty } from '@nestjs/swagger';

import type { MetadataQuery } from '../common/metadata';
import { MetadataConditions, Scopes } from '../common/metadata-fields';
import { NO_PROBLEMS, type Rule } from '../common/field-rules';
import { Dictionary, Flag, Labels, MemoryIds, Optional, Text, Texts } from '../common/request-decorators';

/** Its signature shows whether it is one. */
const receiptRule: Rule = () => NO_PROBLEMS;
const MAX_IDS = 1_000;
export const MAX_ABOUT = 200;
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

  /** @example ['01970a5c-7e1b-7c2a-9d5e-3f1a2b4c5d6e'] */
  @Optional()
  @MemoryIds({ maxItems: MAX_IDS })
  ids?: string[] | null;

  /**
   * Any of these
   * @example ['alice']
   */
  @Optional()
  @Texts({ maxCodePoints: 64 })
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

  /**
   * `next_cursor` of the page before; for a dry run
   * @example null
   */
  @Optional()
  @Text({ maxCodePoints: MAX_CURSOR })
  cursor?: string | null;
}

export class ApplyReceiptRequest {
  /**
   * As this service signed it
   * @example {}
   */
  @Dictionary('receipt', receiptRule, { type: 'object', additionalProperties: true })
  receipt!: Record<string, unknown>;
}

export class FoundMemoryRow {
  /** @example 'support-bot' */
  agent_id!: string;

  /** @example '01970a5c-7e1b-7c2a-9d5e-3f1a2b4c5d6e' */
  id!: string;

  /** @example 'Alice Smith prefers tea' */
  title!: string;

  /** @example 'active' */
  status!: string;

  /** @example '2026-05-01T09:30:00.000Z' */
  created_at!: string;
}

export class ForgetCounts {
  /**
   * Chunks of files included
   * @example 3
   */
  @ApiProperty({ type: 'integer' })
  memories!: number;

  /**
   * What memories said before edits
   * @example 1
   */
  @ApiProperty({ type: 'integer' })
  former_versions!: number;

  /** @example 0 */
  @ApiProperty({ type: 'integer' })
  chunks!: number;

  /** @example 0 */
  @ApiProperty({ type: 'integer' })
  files!: number;

  /** @example 0 */
  @ApiProperty({ type: 'integer' })
  conflict_rows!: number;

  /**
   * Kept for repeated requests
   * @example 0
   */
  @ApiProperty({ type: 'integer' })
  responses!: number;

  /**
   * Texts of queries in traces
   * @example 0
   */
  @ApiProperty({ type: 'integer' })
  queries!: number;
}

export class RemainingRow {
  /** @example 'support-bot' */
  agent_id!: string;

  /** @example 'a file could not be deleted' */
  what!: string;
}

export class ReceiptAuditHead {
  /**
   * The namespace of the agent; empty for the chain of management
   * @example 'service_agent_support-bot'
   */
  chain!: string;

  /** @example 12 */
  @ApiProperty({ type: 'integer' })
  seq!: number;

  /** @example '5feceb66ffc86f38d952786c6d696c79c2dbc239dd4e91b46729d73a27fb57e9' */
  hash!: string;
}

export class ForgetReceipt {
  /** @example '01970a5c-7e1b-7c2a-9d5e-3f1a2b4c5d6e' */
  receipt_id!: string;

  /**
   * `running`: not all is deleted yet, ask again
   * @example 'done'
   */
  @ApiProperty({ enum: ['running', 'done'] })
  state!: 'running' | 'done';

  /**
   * When all was deleted; null while it runs
   * @example '2026-05-01T09:30:00.000Z'
   */
  at!: string | null;

  /** @example 'key:privacy' */
  by!: string;

  /** @example ['support-bot'] */
  agent_ids!: string[];

  counts!: ForgetCounts;

  /**
   * What could not be deleted
   * @example []
   */
  remaining!: RemainingRow[];

  /**
   * Keyed hashes of the deleted texts
   * @example ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08']
   */
  digests!: string[];

  /** The end of an audit chain that holds the run; null while it runs */
  @ApiProperty({ type: () => ReceiptAuditHead, nullable: true })
  audit_head!: ReceiptAuditHead | null;

  /** @example '3f9c0a1b2d4e5f60' */
  key_id!: string | null;

  /**
   * Ed25519, in hex, of the canonical JSON (RFC 8785) of the receipt without `state` and `signature`
   * @example '0b1f'
   */
  signature!: string | null;
}

/** A dry run has the first part, a run the receipt. */
export class ForgetResponse {
  /** @example true */
  dry_run!: boolean;

  /** The first 100 memories that would go, oldest first; null for a run */
  certain!: FoundMemoryRow[] | null;

  /** Those that may mean somebody or something else; null for a run */
  unsure!: FoundMemoryRow[] | null;

  /** Null for a run */
  @ApiProperty({ type: () => ForgetCounts, nullable: true })
  count_by_kind!: ForgetCounts | null;

  /**
   * @example 0
   */
  @ApiProperty({ type: 'integer', nullable: true })
  count_unsure!: number | null;

  /**
   * How texts write the subject; null for a run
   * @example ['Alice Smith', 'alice smith']
   */
  spellings!: string[] | null;

  /** @example null */
  next_cursor!: string | null;

  /** Null for a dry run */
  @ApiProperty({ type: () => ForgetReceipt, nullable: true })
  receipt!: ForgetReceipt | null;
}
