import { answerOf } from '../common/answer-of';
import { IntegerField, Shown, ShownList } from '../common/fields';
import { SESSION_STATUSES, type SessionStatus } from '../sessions/session';
import { isLive, statusAt, type SessionUsage, type ToolUsage } from './ui-sessions';

export const MAX_DAYS = 30;
/** Keeps the start of the window a valid date. */
const MAX_ASKED_DAYS = 36_500;

export class UiSessionsQuery {
  @IntegerField('How many days to look back.', 7, { min: 1, max: MAX_DAYS, default: 7 })
  days!: number;
}

export class UiSessionQuery {
  @IntegerField('How many days to look back; more than 30 are 30.', 30, {
    min: 1,
    max: MAX_ASKED_DAYS,
    default: MAX_DAYS,
  })
  days!: number;
}

export class OperationCountsDto {
  @Shown('Operations that wrote.', 2, { type: 'integer' })
  writes!: number;

  @Shown('Operations that read.', 5, { type: 'integer' })
  reads!: number;

  @Shown('Memories written.', 12, { type: 'integer' })
  memories_written!: number;

  @Shown('Memories read.', 50, { type: 'integer' })
  memories_read!: number;
}

class UsageDto extends OperationCountsDto {
  @Shown('The last operation.', '2026-05-01T12:30:00.000Z')
  last_seen!: string;
}

export class UiSessionDto extends UsageDto {
  @Shown("The session's id.", 'sess_0a1b2c3d4e5f')
  session_id!: string;

  @Shown('The agent.', 'support-bot')
  agent_id!: string;

  @Shown('When it began.', '2026-05-01T12:00:00.000Z')
  started_at!: string;

  @Shown('When it expires or expired.', '2026-05-01T18:00:00.000Z')
  expires_at!: string;

  @Shown('Whether its token is valid.', true)
  active!: boolean;

  @Shown('The programs that used it, last seen first; at most 20.', ['claude-code'], {
    type: String,
    isArray: true,
  })
  tools!: string[];

  @Shown('State of the session.', 'active', { enum: SESSION_STATUSES })
  status!: SessionStatus;
}

export class UiToolDto extends UsageDto {
  @Shown('A client program: its X-Client-Name, else the first product of its User-Agent.', 'claude-code')
  tool!: string;

  @Shown('Seen within the last 300 seconds.', true)
  live!: boolean;
}

export class UiSessionsDto {
  @Shown('The length of the window in days.', 7, { type: 'integer' })
  days!: number;

  @ShownList(
    'Sessions seen within these days, last seen first; at most 500. Counts are for these days.',
    UiSessionDto,
  )
  sessions!: UiSessionDto[];

  @ShownList('Client programs seen within these days, last seen first; at most 500.', UiToolDto)
  tools!: UiToolDto[];

  @Shown('How many of the tools are live.', 1, { type: 'integer' })
  live_count!: number;
}

export class UiEventDto {
  @Shown('The time of the operation.', '2026-05-01T12:30:00.000Z')
  ts!: string;

  @Shown('The client program.', 'claude-code')
  tool!: string;

  @Shown('The agent.', 'support-bot')
  agent_id!: string;

  @Shown("The session's id.", 'sess_0a1b2c3d4e5f')
  session_id!: string;

  @Shown('The operation.', 'batch-remember')
  op!: string;

  @Shown('What it did to memories.', 'write', { enum: ['read', 'write'] })
  kind!: 'read' | 'write';

  @Shown('How many memories it read or wrote.', 12, { type: 'integer' })
  n!: number;

  @Shown('The key or OpenID Connect token that acted; null for a session token.', 'key:ci', {
    type: String,
    nullable: true,
  })
  by!: string | null;
}

export class UiSessionDetailDto {
  @Shown(
    'The session; its counts are for the requested days.',
    {
      session_id: 'sess_0a1b2c3d4e5f',
      agent_id: 'support-bot',
      started_at: '2026-05-01T12:00:00.000Z',
      expires_at: '2026-05-01T18:00:00.000Z',
      last_seen: '2026-05-01T12:30:00.000Z',
      active: true,
      tools: ['claude-code'],
      status: 'active',
      writes: 1,
      reads: 2,
      memories_written: 1,
      memories_read: 5,
    },
    { type: () => UiSessionDto },
  )
  session!: UiSessionDto;

  @ShownList('Its operations, newest first; at most 1000.', UiEventDto)
  events!: UiEventDto[];
}

export function uiSessionDto(session: SessionUsage, now: Date): UiSessionDto {
  const status = statusAt(session, now);
  return answerOf(UiSessionDto, { ...session, active: status === 'active', status });
}

export function uiToolDto(usage: ToolUsage, now: Date): UiToolDto {
  return answerOf(UiToolDto, { ...usage, live: isLive(usage, now) });
}
