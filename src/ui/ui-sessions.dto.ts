import type { ActivityEntry } from '../activity/activity';
import { IntegerField, Shown } from '../common/fields';
import { SESSION_STATUSES, type SessionStatus } from '../sessions/session';
import { isLive, statusAt, type SessionUsage, type ToolUsage, type Usage } from './ui-sessions';

export const MAX_DAYS = 30;
/** Keeps the start of the window a valid date. */
const MAX_ASKED_DAYS = 36_500;

export class UiSessionsQuery {
  @IntegerField({
    description: 'How many days to look back.',
    example: 7,
    min: 1,
    max: MAX_DAYS,
    required: false,
    default: 7,
  })
  days!: number;
}

export class UiSessionQuery {
  @IntegerField({
    description: 'How many days to look back; more than 30 are 30.',
    example: 30,
    min: 1,
    max: MAX_ASKED_DAYS,
    required: false,
    default: MAX_DAYS,
  })
  days!: number;
}

class UsageDto {
  @Shown({ description: 'Operations that wrote.', example: 2, type: 'integer' })
  writes!: number;

  @Shown({ description: 'Operations that read.', example: 5, type: 'integer' })
  reads!: number;

  @Shown({ description: 'Memories written.', example: 12, type: 'integer' })
  memories_written!: number;

  @Shown({ description: 'Memories read.', example: 50, type: 'integer' })
  memories_read!: number;

  @Shown({ description: 'The last operation.', example: '2026-05-01T12:30:00.000Z' })
  last_seen!: string;
}

export class UiSessionDto extends UsageDto {
  @Shown({ description: "The session's id.", example: 'sess_0a1b2c3d4e5f' })
  session_id!: string;

  @Shown({ description: 'The agent.', example: 'support-bot' })
  agent_id!: string;

  @Shown({ description: 'When it began.', example: '2026-05-01T12:00:00.000Z' })
  started_at!: string;

  @Shown({ description: 'When it expires or expired.', example: '2026-05-01T18:00:00.000Z' })
  expires_at!: string;

  @Shown({ description: 'Whether its token is valid.', example: true })
  active!: boolean;

  @Shown({
    description: 'The programs that used it, last seen first; at most 20.',
    example: ['claude-code'],
    type: String,
    isArray: true,
  })
  tools!: string[];

  @Shown({ description: 'State of the session.', example: 'active', enum: SESSION_STATUSES })
  status!: SessionStatus;
}

export class UiToolDto extends UsageDto {
  @Shown({
    description: 'A client program: its X-Client-Name, else the first product of its User-Agent.',
    example: 'claude-code',
  })
  tool!: string;

  @Shown({ description: 'Seen within the last 300 seconds.', example: true })
  live!: boolean;
}

export class UiSessionsDto {
  @Shown({ description: 'The length of the window in days.', example: 7, type: 'integer' })
  days!: number;

  @Shown({
    description: 'Sessions seen within these days, last seen first; at most 500. Counts are for these days.',
    example: [],
    type: () => UiSessionDto,
    isArray: true,
  })
  sessions!: UiSessionDto[];

  @Shown({
    description: 'Client programs seen within these days, last seen first; at most 500.',
    example: [],
    type: () => UiToolDto,
    isArray: true,
  })
  tools!: UiToolDto[];

  @Shown({ description: 'How many of the tools are live.', example: 1, type: 'integer' })
  live_count!: number;
}

export class UiEventDto {
  @Shown({ description: 'The time of the operation.', example: '2026-05-01T12:30:00.000Z' })
  ts!: string;

  @Shown({ description: 'The client program.', example: 'claude-code' })
  tool!: string;

  @Shown({ description: 'The agent.', example: 'support-bot' })
  agent_id!: string;

  @Shown({ description: "The session's id.", example: 'sess_0a1b2c3d4e5f' })
  session_id!: string;

  @Shown({ description: 'The operation.', example: 'batch-remember' })
  op!: string;

  @Shown({ description: 'What it did to memories.', example: 'write', enum: ['read', 'write'] })
  kind!: 'read' | 'write';

  @Shown({ description: 'How many memories it read or wrote.', example: 12, type: 'integer' })
  n!: number;

  @Shown({
    description: 'The key or OpenID Connect token that acted; null for a session token.',
    example: 'key:ci',
    type: String,
    nullable: true,
  })
  by!: string | null;
}

export class UiSessionDetailDto {
  @Shown({
    description: 'The session; its counts are for the requested days.',
    example: {
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
    type: () => UiSessionDto,
  })
  session!: UiSessionDto;

  @Shown({
    description: 'Its operations, newest first; at most 1000.',
    example: [],
    type: () => UiEventDto,
    isArray: true,
  })
  events!: UiEventDto[];
}

export function uiSessionDto(session: SessionUsage, now: Date): UiSessionDto {
  const status = statusAt(session, now);
  return {
    session_id: session.sessionId,
    agent_id: session.agentId,
    started_at: session.startedAt.toISOString(),
    expires_at: session.expiresAt.toISOString(),
    active: status === 'active',
    tools: session.tools,
    ...usageDto(session),
    status,
  };
}

export function uiToolDto(usage: ToolUsage, now: Date): UiToolDto {
  return { tool: usage.tool, ...usageDto(usage), live: isLive(usage, now) };
}

export function uiEventDto(entry: ActivityEntry): UiEventDto {
  return {
    ts: entry.ts.toISOString(),
    tool: entry.tool,
    agent_id: entry.agentId,
    session_id: entry.sessionId,
    op: entry.op,
    kind: entry.kind,
    n: entry.n,
    by: entry.by,
  };
}

function usageDto(usage: Usage): UsageDto {
  return {
    writes: usage.writes,
    reads: usage.reads,
    memories_written: usage.memoriesWritten,
    memories_read: usage.memoriesRead,
    last_seen: usage.lastSeen.toISOString(),
  };
}
