import { ApiProperty } from '@nestjs/swagger';
import type { MemoryType } from '../backend/memory';
import { Optional, UtcDayText } from '../common/request-decorators';
import { SessionAnswer } from '../sessions/session-answer.dto';

export class DailySummaryRequest {
  /**
   * The day in UTC; today when omitted
   * @example '2026-05-01'
   */
  @Optional()
  @UtcDayText()
  date?: string | null;
}

export class DailySummaryDto {
  /**
   * `no_memories` when no active memory was created on the day
   * @example 'success'
   */
  @ApiProperty({ enum: ['success', 'no_memories'] })
  status!: 'success' | 'no_memories';

  /** The summary; written by rules, it lists changes, then memories by subject and type, with their ids */
  @ApiProperty({
    example:
      '1 memory of 2026-05-01: 1 decision.\n\nDecisions\n' +
      '- The project uses PostgreSQL. [0190b5a0-7c00-7000-8000-000000000001]',
  })
  text!: string;

  /**
   * Active memories created on the day
   * @example 1
   */
  @ApiProperty({ type: 'integer' })
  memory_count!: number;

  /**
   * How many of each type; types without any are left out
   * @example {"decision":1}
   */
  @ApiProperty({ type: Object })
  by_type!: Partial<Record<MemoryType, number>>;
}

export class DailySummaryResponse extends SessionAnswer {
  /**
   * The day in UTC
   * @example '2026-05-01'
   */
  date!: string;

  /**
   * The summary
   * @example {"status":"no_memories","text":"No memories of 2026-05-01.","memory_count":0,"by_type":{}}
   */
  summary!: DailySummaryDto;

  /**
   * The author of the text: `rules` or the name of the model
   * @example 'rules'
   */
  generated_by!: string;
}
