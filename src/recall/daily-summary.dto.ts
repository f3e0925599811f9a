import type { MemoryType } from '../backend/memory';
import { Shown, TextField } from '../common/fields';
import { DAY_FIELD } from '../common/utc-dates';
import { SessionAnswer } from '../sessions/session-answer.dto';

export class DailySummaryRequest {
  @TextField(...DAY_FIELD)
  date?: string | null;
}

export class DailySummaryDto {
  @Shown('`no_memories` when no active memory was created on the day', 'success', {
    enum: ['success', 'no_memories'],
  })
  status!: 'success' | 'no_memories';

  @Shown(
    'The summary; written by rules, it lists memories by type with their ids',
    '1 memory of 2026-05-01: 1 decision.\n\nDecisions\n' +
      '- The project uses PostgreSQL. [0190b5a0-7c00-7000-8000-000000000001]',
  )
  text!: string;

  @Shown('Active memories created on the day', 1, { type: 'integer' })
  memory_count!: number;

  @Shown('How many of each type; types without any are left out', { decision: 1 }, { type: Object })
  by_type!: Partial<Record<MemoryType, number>>;
}

export class DailySummaryResponse extends SessionAnswer {
  @Shown('The day in UTC', '2026-05-01')
  date!: string;

  @Shown(
    'The summary',
    { status: 'no_memories', text: 'No memories of 2026-05-01.', memory_count: 0, by_type: {} },
    { type: DailySummaryDto },
  )
  summary!: DailySummaryDto;

  @Shown('Who wrote the text: `rules` or the name of the model', 'rules')
  generated_by!: string;
}
