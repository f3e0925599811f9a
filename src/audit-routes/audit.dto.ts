import { ApiProperty } from '@nestjs/swagger';
import { Cursor, Instant, Optional, Text, WholeNumber } from '../common/request-decorators';
import type { AuditRecord } from '../audit/audit-record';

const ID = '019a2b3c-4d5e-7f60-8a9b-0c1d2e3f4a5b';
const HASH = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';

export class AuditQuery {
  /**
   * Records of the page
   * @example 50
   */
  @Optional()
  @WholeNumber({ min: 1, max: 500 })
  limit = 50;

  /** The `next_cursor` of the page before */
  @Optional()
  @Cursor()
  @ApiProperty({ example: '120' })
  cursor: string | null = null;

  /**
   * Not before
   * @example '2026-05-01'
   */
  @Optional()
  @Instant({ edge: 'start' })
  since: string | null = null;

  /**
   * Not after; a day counts whole
   * @example '2026-05-02'
   */
  @Optional()
  @Instant({ edge: 'end' })
  until: string | null = null;

  /**
   * Who acted
   * @example 'key:ci'
   */
  @Optional()
  @Text({ maxCodePoints: 300 })
  actor: string | null = null;

  /**
   * What was done
   * @example 'remember'
   */
  @Optional()
  @Text({ maxCodePoints: 64 })
  operation: string | null = null;

  /** An id among the targets */
  @Optional()
  @Text({ maxCodePoints: 300 })
  @ApiProperty({ example: ID })
  target: string | null = null;
}

export class AuditTargetsDto {
  /**
   * What the ids are of
   * @example 'memory'
   */
  kind!: string;

  /** The ids */
  @ApiProperty({ example: [ID] })
  ids!: string[];
}

export class AuditRecordDto {
  /**
   * Its place in the chain, from 1
   * @example 12
   */
  @ApiProperty({ type: 'integer' })
  seq!: number;

  /** Its own id */
  @ApiProperty({ example: ID })
  id!: string;

  /**
   * Of the database's clock
   * @example '2026-05-01T09:30:00.000Z'
   */
  at!: string;

  /**
   * Who acted
   * @example 'key:ci'
   */
  actor!: string;

  /**
   * What was done
   * @example 'remember'
   */
  operation!: string;

  /**
   * In which session
   * @example 'sess_0a1b2c3d4e5f'
   */
  session_id!: string | null;

  /**
   * On what
   * @example []
   */
  targets!: AuditTargetsDto[];

  /**
   * How many things were written
   * @example 1
   */
  @ApiProperty({ type: 'integer' })
  count!: number;

  /** SHA-256 of what was written */
  @ApiProperty({ example: HASH })
  digest!: string;

  /**
   * False if the record was changed before it got its place
   * @example true
   */
  proven!: boolean;

  /** Of the record and the one before */
  @ApiProperty({ example: HASH })
  hash!: string;
}

export class AuditResponse {
  /**
   * The page
   * @example []
   */
  records!: AuditRecordDto[];

  /**
   * Null on the last page
   * @example '120'
   */
  next_cursor!: string | null;
}

export class AuditKeyDto {
  /**
   * By which heads name it
   * @example '1f2e3d4c5b6a7988'
   */
  key_id!: string;

  /** Ed25519, 32 bytes in hex */
  @ApiProperty({ example: HASH })
  public_key!: string;

  /**
   * When it signed first
   * @example '2026-05-01T09:30:00.000Z'
   */
  first_used_at!: string;
}

export class AuditKeysResponse {
  /**
   * The key of new heads
   * @example '1f2e3d4c5b6a7988'
   */
  current!: string;

  /**
   * The newest first
   * @example []
   */
  keys!: AuditKeyDto[];
}

/** A line of an export: `header`, `record` or `head`. */
export class AuditLine {
  /**
   * `header`, `record` or `head`
   * @example 'record'
   */
  kind!: string;
}

export function toRecordDto(record: AuditRecord): AuditRecordDto {
  const { seq, id, at, actor, operation, sessionId, targets, count, digest, proven, hash } = record;
  return {
    seq,
    id,
    at: at.toISOString(),
    actor,
    operation,
    session_id: sessionId,
    targets,
    count,
    digest,
    proven,
    hash,
  };
}
