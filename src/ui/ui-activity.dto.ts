import { AGENT_ID, AGENT_ID_RULE } from '../agents/agent';
import { IntegerField, Shown, ShownList, TextField } from '../common/fields';
import { MAX_DAYS, UiEventDto } from './ui-sessions.dto';

export class UiActivityQuery {
  @IntegerField('How many days to look back.', 7, { min: 1, max: MAX_DAYS, default: 7 })
  days!: number;

  @TextField('Only this agent.', 'support-bot', {
    pattern: { regex: AGENT_ID, says: `Value must be ${AGENT_ID_RULE}` },
    required: false,
  })
  agent_id!: string | null;

  @TextField('Only this session.', 'sess_0a1b2c3d4e5f', { maxCodePoints: 64, required: false })
  session_id!: string | null;

  @TextField('Only operations of this key or token. Days are not filtered by it.', 'key:ci', {
    maxCodePoints: 300,
    required: false,
  })
  by!: string | null;
}

export class UiActivityDayDto {
  @Shown('The day (UTC).', '2026-05-01')
  day!: string;

  @Shown('Operations that wrote.', 2, { type: 'integer' })
  writes!: number;

  @Shown('Operations that read.', 5, { type: 'integer' })
  reads!: number;

  @Shown('Memories written.', 12, { type: 'integer' })
  memories_written!: number;

  @Shown('Memories read.', 50, { type: 'integer' })
  memories_read!: number;
}

export class UiActivityDto {
  @ShownList('Days with operations, oldest first.', UiActivityDayDto)
  per_day!: UiActivityDayDto[];

  @ShownList('Operations, newest first; at most 200.', UiEventDto)
  events!: UiEventDto[];
}
