import { ApiProperty } from '@nestjs/swagger';
import { NO_PROBLEMS, type Rule } from '../common/field-rules';
import { Dictionary } from '../common/request-decorators';

/** Its signature shows whether it is one. */
const receiptRule: Rule = () => NO_PROBLEMS;
export class ApplyReceiptRequest {
  /**
   * As this service signed it
   * @example {}
   */
  @Dictionary('receipt', receiptRule, { type: 'object', additionalProperties: true })
  receipt!: Record<string, unknown>;
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

  /**
   * Chunks of files
   * @example 0
   */
  @ApiProperty({ type: 'integer' })
  chunks!: number;

  /**
   * Uploaded files
   * @example 0
   */
  @ApiProperty({ type: 'integer' })
  files!: number;

  /**
   * Rows of conflict reports
   * @example 0
   */
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
  /**
   * The agent; empty for the whole database
   * @example 'support-bot'
   */
  agent_id!: string;

  /**
   * What is left, in words
   * @example 'a file could not be deleted'
   */
  what!: string;
}

export class ReceiptAuditHead {
  /**
   * The namespace of the agent; empty for the chain of management
   * @example 'service_agent_support-bot'
   */
  chain!: string;

  /**
   * The place of its last record
   * @example 12
   */
  @ApiProperty({ type: 'integer' })
  seq!: number;

  /**
   * The hash of that record
   * @example '5feceb66ffc86f38d952786c6d696c79c2dbc239dd4e91b46729d73a27fb57e9'
   */
  hash!: string;
}

export class ForgetReceipt {
  /**
   * The id of the run
   * @example '01970a5c-7e1b-7c2a-9d5e-3f1a2b4c5d6e'
   */
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

  /**
   * Who asked for it
   * @example 'key:privacy'
   */
  by!: string;

  /**
   * The agents that were looked at
   * @example ['support-bot']
   */
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
  @ApiProperty({ type: () => ReceiptAuditHead, nullable: true, example: null })
  audit_head!: ReceiptAuditHead | null;

  /**
   * The key of the signature; null while it runs
   * @example '3f9c0a1b2d4e5f60'
   */
  key_id!: string | null;

  /**
   * Ed25519, in hex, of the canonical JSON (RFC 8785) of the receipt without `state` and `signature`
   * @example '0b1f'
   */
  signature!: string | null;
}
