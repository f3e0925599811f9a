import { answerOf } from '../common/answer-of';
import { IntegerField, Shown, ShownInteger, ShownList } from '../common/fields';
import { withProperties } from '../common/with-properties';
import { SESSION_STATUSES } from '../sessions/session';
import { isLive, statusAt, type SessionUsage, type ToolUsage } from './ui-sessions';

export const MAX_DAYS = 30;
/** Keeps the start of the window a valid date. */
const MAX_ASKED_DAYS = 36_500;

export class UiSessionsQuery extends withProperties({
  days: IntegerField<number>('How many days to look back.', 7, { min: 1, max: MAX_DAYS, default: 7 }),
}) {}

export class UiSessionQuery extends withProperties({
  days: IntegerField<number>('How many days to look back; more than 30 are 30.', 30, {
    min: 1,
    max: MAX_ASKED_DAYS,
    default: MAX_DAYS,
  }),
}) {}

export class OperationCountsDto extends withProperties({
  writes: ShownInteger('Operations that wrote.', 2),
  reads: ShownInteger('Operations that read.', 5),
  memories_written: ShownInteger('Memories written.', 12),
  memories_read: ShownInteger('Memories read.', 50),
}) {}

class UsageDto extends withProperties(OperationCountsDto, {
  last_seen: Shown('The last operation.', '2026-05-01T12:30:00.000Z'),
}) {}

export class UiSessionDto extends withProperties(UsageDto, {
  session_id: Shown("The session's id.", 'sess_0a1b2c3d4e5f'),
  agent_id: Shown('The agent.', 'support-bot'),
  started_at: Shown('When it began.', '2026-05-01T12:00:00.000Z'),
  expires_at: Shown('When it expires or expired.', '2026-05-01T18:00:00.000Z'),
  active: Shown('Whether its token is valid.', true),
  tools: Shown('The programs that used it, last seen first; at most 20.', ['claude-code'], {
    type: String,
    isArray: true,
  }),
  status: Shown('State of the session.', 'active', { enum: SESSION_STATUSES }),
}) {}

export class UiToolDto extends withProperties(UsageDto, {
  tool: Shown(
    'A client program: its X-Client-Name, else the first product of its User-Agent.',
    'claude-code',
  ),
  live: Shown('Seen within the last 300 seconds.', true),
}) {}

export class UiSessionsDto extends withProperties({
  days: ShownInteger('The length of the window in days.', 7),
  sessions: ShownList(
    'Sessions seen within these days, last seen first; at most 500. Counts are for these days.',
    UiSessionDto,
  ),
  tools: ShownList('Client programs seen within these days, last seen first; at most 500.', UiToolDto),
  live_count: ShownInteger('How many of the tools are live.', 1),
}) {}

export class UiEventDto extends withProperties({
  ts: Shown('The time of the operation.', '2026-05-01T12:30:00.000Z'),
  tool: Shown('The client program.', 'claude-code'),
  agent_id: Shown('The agent.', 'support-bot'),
  session_id: Shown("The session's id.", 'sess_0a1b2c3d4e5f'),
  op: Shown('The operation.', 'batch-remember'),
  kind: Shown('What it did to memories.', 'write', { enum: ['read', 'write'] }),
  n: ShownInteger('How many memories it read or wrote.', 12),
  by: Shown('The key or OpenID Connect token that acted; null for a session token.', 'key:ci', {
    type: String,
    nullable: true,
  }),
}) {}

export class UiSessionDetailDto extends withProperties({
  session: Shown<UiSessionDto>(
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
  ),
  events: ShownList('Its operations, newest first; at most 1000.', UiEventDto),
}) {}

export function uiSessionDto(session: SessionUsage, now: Date): UiSessionDto {
  const status = statusAt(session, now);
  return answerOf(UiSessionDto, { ...session, active: status === 'active', status });
}

export function uiToolDto(usage: ToolUsage, now: Date): UiToolDto {
  return answerOf(UiToolDto, { ...usage, live: isLive(usage, now) });
}
