import type { ActivityEntry } from '../activity/activity';
import { ApiProperty } from '@nestjs/swagger';
import { Optional, WholeNumber } from '../common/request-decorators';
import { SESSION_STATUSES } from '../sessions/session';
import { isLive, statusAt, type SessionUsage, type ToolUsage, type Usage } from './ui-sessions';

export const MAX_DAYS = 30;
/** Keeps the start of the window a valid date. */
const MAX_ASKED_DAYS = 36_500;

export class UiSessionsQuery {
  /**
   * How many days to look back.
   * @example 7
   */
  @Optional()
  @WholeNumber({ min: 1, max: MAX_DAYS })
  days = 7;
}

export class UiSessionQuery {
  /**
   * How many days to look back; more than 30 are 30.
   * @example 30
   */
  @Optional()
  @WholeNumber({ min: 1, max: MAX_ASKED_DAYS, documentedDefault: MAX_DAYS })
  days = MAX_DAYS;
}

export class OperationCountsDto {
  /**
   * Operations that wrote.
   * @example 2
   */
  @ApiProperty({ type: 'integer' })
  writes!: number;

  /**
   * Operations that read.
   * @example 5
   */
  @ApiProperty({ type: 'integer' })
  reads!: number;

  /**
   * Memories written.
   * @example 12
   */
  @ApiProperty({ type: 'integer' })
  memories_written!: number;

  /**
   * Memories read.
   * @example 50
   */
  @ApiProperty({ type: 'integer' })
  memories_read!: number;
}

export class UsageDto extends OperationCountsDto {
  /**
   * The last operation.
   * @example '2026-05-01T12:30:00.000Z'
   */
  last_seen!: string;
}

export class UiSessionDto extends UsageDto {
  /**
   * The session's id.
   * @example 'sess_0a1b2c3d4e5f'
   */
  session_id!: string;

  /**
   * The agent.
   * @example 'support-bot'
   */
  agent_id!: string;

  /**
   * When it began.
   * @example '2026-05-01T12:00:00.000Z'
   */
  started_at!: string;

  /**
   * When it expires or expired.
   * @example '2026-05-01T18:00:00.000Z'
   */
  expires_at!: string;

  /**
   * Whether its token is valid.
   * @example true
   */
  active!: boolean;

  /**
   * The programs that used it, last seen first; at most 20.
   * @example ["claude-code"]
   */
  tools!: string[];

  /**
   * State of the session.
   * @example 'active'
   */
  @ApiProperty({ enum: SESSION_STATUSES })
  status!: (typeof SESSION_STATUSES)[number];
}

export class UiToolDto extends UsageDto {
  /**
   * A client program: its X-Client-Name, else the first product of its User-Agent.
   * @example 'claude-code'
   */
  tool!: string;

  /**
   * Seen within the last 300 seconds.
   * @example true
   */
  live!: boolean;
}

export class UiSessionsDto {
  /**
   * The length of the window in days.
   * @example 7
   */
  @ApiProperty({ type: 'integer' })
  days!: number;

  /**
   * Sessions seen within these days, last seen first; at most 500. Counts are for these days.
   * @example []
   */
  sessions!: UiSessionDto[];

  /**
   * Client programs seen within these days, last seen first; at most 500.
   * @example []
   */
  tools!: UiToolDto[];

  /**
   * How many of the tools are live.
   * @example 1
   */
  @ApiProperty({ type: 'integer' })
  live_count!: number;
}

export class UiEventDto {
  /**
   * The time of the operation.
   * @example '2026-05-01T12:30:00.000Z'
   */
  ts!: string;

  /**
   * The client program.
   * @example 'claude-code'
   */
  tool!: string;

  /**
   * The agent.
   * @example 'support-bot'
   */
  agent_id!: string;

  /**
   * The session's id.
   * @example 'sess_0a1b2c3d4e5f'
   */
  session_id!: string;

  /**
   * The operation.
   * @example 'batch-remember'
   */
  op!: string;

  /**
   * Whether the operation read or wrote memories.
   * @example 'write'
   */
  @ApiProperty({ enum: ['read', 'write'] })
  kind!: 'read' | 'write';

  /**
   * How many memories it read or wrote.
   * @example 12
   */
  @ApiProperty({ type: 'integer' })
  n!: number;

  /**
   * The key or OpenID Connect token that acted; null for a session token.
   * @example 'key:ci'
   */
  by!: string | null;
}

export class UiSessionDetailDto {
  /**
   * The session; its counts are for the requested days.
   * @example {"session_id":"sess_0a1b2c3d4e5f","agent_id":"support-bot","started_at":"2026-05-01T12:00:00.000Z","expires_at":"2026-05-01T18:00:00.000Z","last_seen":"2026-05-01T12:30:00.000Z","active":true,"tools":["claude-code"],"status":"active","writes":1,"reads":2,"memories_written":1,"memories_read":5}
   */
  session!: UiSessionDto;

  /**
   * Its operations, newest first; at most 1000.
   * @example []
   */
  events!: UiEventDto[];
}

export function uiSessionDto(session: SessionUsage, now: Date): UiSessionDto {
  const status = statusAt(session, now);
  return {
    ...usageDto(session),
    session_id: session.sessionId,
    agent_id: session.agentId,
    started_at: session.startedAt.toISOString(),
    expires_at: session.expiresAt.toISOString(),
    active: status === 'active',
    tools: session.tools,
    status,
  };
}

export function operationCountsDto(usage: Omit<Usage, 'lastSeen'>): OperationCountsDto {
  return {
    writes: usage.writes,
    reads: usage.reads,
    memories_written: usage.memoriesWritten,
    memories_read: usage.memoriesRead,
  };
}

function usageDto(usage: Usage): UsageDto {
  return { ...operationCountsDto(usage), last_seen: usage.lastSeen.toISOString() };
}

export function uiToolDto(usage: ToolUsage, now: Date): UiToolDto {
  return { ...usageDto(usage), tool: usage.tool, live: isLive(usage, now) };
}

export function uiEventDto(event: ActivityEntry): UiEventDto {
  return {
    ts: event.ts.toISOString(),
    tool: event.tool,
    agent_id: event.agentId,
    session_id: event.sessionId,
    op: event.op,
    kind: event.kind,
    n: event.n,
    by: event.by,
  };
}
