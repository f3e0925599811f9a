import { AGENT_ID, AGENT_ID_RULE } from '../agents/agent';
import { IntegerField, Shown, TextField } from '../common/fields';
import type { ActivityDay } from './ui-activity';
import { MAX_DAYS, UiEventDto } from './ui-sessions.dto';

export class UiActivityQuery {
  @IntegerField({
    description: 'How many days to look back.',
    example: 7,
    min: 1,
    max: MAX_DAYS,
    required: false,
    default: 7,
  })
  days!: number;

  @TextField({
    description: 'Only this agent.',
    example: 'support-bot',
    pattern: { regex: AGENT_ID, says: `Value must be ${AGENT_ID_RULE}` },
    required: false,
  })
  agent_id!: string | null;

  @TextField({
    description: 'Only this session.',
    example: 'sess_0a1b2c3d4e5f',
    maxCodePoints: 64,
    required: false,
  })
  session_id!: string | null;

  @TextField({
    description: 'Only operations of this key or token. Days are not filtered by it.',
    example: 'key:ci',
    maxCodePoints: 300,
    required: false,
  })
  by!: string | null;
}

export class UiActivityDayDto {
  @Shown({ description: 'The day (UTC).', example: '2026-05-01' })
  day!: string;

  @Shown({ description: 'Operations that wrote.', example: 2, type: 'integer' })
  writes!: number;

  @Shown({ description: 'Operations that read.', example: 5, type: 'integer' })
  reads!: number;

  @Shown({ description: 'Memories written.', example: 12, type: 'integer' })
  memories_written!: number;

  @Shown({ description: 'Memories read.', example: 50, type: 'integer' })
  memories_read!: number;
}

export class UiActivityDto {
  @Shown({
    description: 'Days with operations, oldest first.',
    example: [],
    type: () => UiActivityDayDto,
    isArray: true,
  })
  per_day!: UiActivityDayDto[];

  @Shown({
    description: 'Operations, newest first; at most 200.',
    example: [],
    type: () => UiEventDto,
    isArray: true,
  })
  events!: UiEventDto[];
}

export function uiActivityDayDto(day: ActivityDay): UiActivityDayDto {
  return {
    day: day.day,
    writes: day.writes,
    reads: day.reads,
    memories_written: day.memoriesWritten,
    memories_read: day.memoriesRead,
  };
}
