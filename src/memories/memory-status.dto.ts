import { ApiProperty } from '@nestjs/swagger';
import { MEMORY_STATUSES, type MemoryStatus } from '../backend/memory';
import { MemoryIds, OneOf } from '../common/request-decorators';
import { SessionAnswer } from '../sessions/session-answer.dto';
import { ExpireMemoryRequest } from './memory-life.dto';

export class MemoryStatusRequest extends ExpireMemoryRequest {
  /**
   * 1 to 1000
   * @example ["019ab3f2-6c1e-7d10-8a3b-2f6f0c9f1d2e"]
   */
  @MemoryIds({ maxItems: 1_000 })
  memory_ids!: string[];

  /**
   * The new status
   * @example 'expired'
   */
  @OneOf(MEMORY_STATUSES)
  status!: MemoryStatus;
}

export class MemoryStatusResponse extends SessionAnswer {
  /**
   * Those that got it now
   * @example ["019ab3f2-6c1e-7d10-8a3b-2f6f0c9f1d2e"]
   */
  changed!: string[];

  /**
   * How many had it
   * @example 0
   */
  @ApiProperty({ type: 'integer' })
  unchanged!: number;

  /**
   * Those that do not exist
   * @example []
   */
  missing!: string[];
}
