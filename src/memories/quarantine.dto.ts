import { ApiProperty } from '@nestjs/swagger';
import { Cursor, Optional, WholeNumber } from '../common/request-decorators';
import { AgentAnswer } from '../sessions/session-answer.dto';
import { MemoryRecord } from './memory-record.dto';
import { encodeCursor } from './page-cursor';

export class QuarantineQuery {
  /**
   * 1 to 100
   * @example 20
   */
  @Optional()
  @WholeNumber({ min: 1, max: 100, documentedDefault: 20 })
  limit = 20;

  /** The `next_cursor` of the page before */
  @Optional()
  @Cursor()
  @ApiProperty({ example: encodeCursor({ createdAt: Date.UTC(2026, 4, 1, 12), key: '7' }) })
  cursor?: string | null;
}

export class QuarantineResponse extends AgentAnswer {
  /**
   * Newest first
   * @example []
   */
  memories!: MemoryRecord[];

  /**
   * Memories that wait, on all pages
   * @example 0
   */
  @ApiProperty({ type: 'integer' })
  total_available!: number;

  /** The cursor of the next page */
  @ApiProperty({ example: null, type: String, nullable: true })
  next_cursor!: string | null;
}

export class ReleaseResponse extends AgentAnswer {
  /**
   * The memory
   * @example '019ab3f2-6c1e-7d10-8a3b-2f6f0c9f1d2e'
   */
  memory_id!: string;

  /**
   * `unchanged`: it was not quarantined
   * @example 'released'
   */
  @ApiProperty({ enum: ['released', 'unchanged'] })
  status!: 'released' | 'unchanged';
}
