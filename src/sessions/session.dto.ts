import { ApiProperty } from '@nestjs/swagger';
import { AGENT_PATTERNS, type AgentPattern } from '../agents/agent';
import { Flag, Optional, Text } from '../common/request-decorators';
import type { ActiveSession } from './session';
import { NamespaceAnswer, namespaceAnswer, SessionAnswer, sessionAnswer } from './session-answer.dto';
import type { IssuedSession } from './session-opening.service';
import type { SessionSummary } from './session-summary';
import type { SessionView } from './sessions.service';

const MAX_CLIENT = 64;

export class ActivateRequest {
  /**
   * True: get the live session and its current token, or a new session if there is none.
   * @example true
   */
  @Optional()
  @Flag()
  join = false;

  /**
   * A name of the client, for people who read the request. The service neither stores nor logs it.
   * @example 'editor'
   */
  @Optional()
  @Text({ maxCodePoints: MAX_CLIENT })
  client?: string | null;
}

/** What every view of a live session shows. */
export class LiveSessionDto extends NamespaceAnswer {
  /**
   * When it began.
   * @example '2026-05-01T12:00:00.000Z'
   */
  started_at!: string;

  /**
   * When it expires.
   * @example '2026-05-01T18:00:00.000Z'
   */
  expires_at!: string;

  /**
   * The agent's pattern.
   * @example 'support'
   */
  @ApiProperty({ enum: AGENT_PATTERNS })
  pattern!: AgentPattern;

  /**
   * State of the session.
   * @example 'active'
   */
  @ApiProperty({ enum: ['active'] })
  status!: 'active';
}

export class SessionDto extends LiveSessionDto {
  /**
   * The JWT to send as `X-Session-Token`; a browser has it as a cookie too.
   * @example 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJhZ2VudF9pZCI6InN1cHBvcnQtYm90In0.c2lnbmF0dXJl'
   */
  session_token!: string;

  /**
   * Whether the session was live already; only in the answer to a request with `join`.
   * @example true
   */
  joined?: boolean;
}

export class SessionStatusDto extends LiveSessionDto {
  /**
   * Whole seconds until it expires.
   * @example 21600
   */
  @ApiProperty({ type: 'integer' })
  time_remaining_seconds!: number;
}

export class SessionSummaryDto extends SessionAnswer {
  /**
   * When it began.
   * @example '2026-05-01T12:00:00.000Z'
   */
  started_at!: string;

  /**
   * When it ended.
   * @example '2026-05-01T13:30:00.000Z'
   */
  ended_at!: string;

  /**
   * Hours between them.
   * @example 1.5
   */
  duration_hours!: number;

  /**
   * Memories created in it.
   * @example 3
   */
  @ApiProperty({ type: 'integer' })
  memories_created!: number;

  /**
   * The memory that sums the session up; null when it created none.
   * @example '01970a5c-7e1b-7c2a-9d5e-3f1a2b4c5d6e'
   */
  summary_memory_id!: string | null;
}

export function sessionDto({ session, token }: IssuedSession): SessionDto {
  return { ...liveSession(session), session_token: token };
}

export function sessionStatusDto({ session, secondsLeft }: SessionView): SessionStatusDto {
  return { ...liveSession(session), time_remaining_seconds: secondsLeft };
}

export function sessionSummaryDto({ session, ...summary }: SessionSummary): SessionSummaryDto {
  return {
    ...sessionAnswer(session),
    started_at: session.startedAt.toISOString(),
    ended_at: summary.endedAt.toISOString(),
    duration_hours: summary.durationHours,
    memories_created: summary.memoriesCreated,
    summary_memory_id: summary.summaryMemoryId,
  };
}

function liveSession(session: ActiveSession): LiveSessionDto {
  return {
    ...namespaceAnswer(session),
    started_at: session.startedAt.toISOString(),
    expires_at: session.expiresAt.toISOString(),
    pattern: session.pattern,
    status: 'active',
  };
}
