import { AGENT_PATTERNS, type AgentPattern } from '../agents/agent';
import { FlagField, Shown, TextField } from '../common/fields';
import type { ActiveSession } from './session';
import { NamespaceAnswer, SessionAnswer } from './session-answer.dto';
import type { IssuedSession } from './session-opening.service';
import type { SessionSummary } from './session-summary';
import type { SessionView } from './sessions.service';

const MAX_CLIENT = 64;

export class ActivateRequest {
  @FlagField({
    description: 'True: get the live session and its current token, or a new session if there is none.',
    example: true,
    required: false,
    default: false,
  })
  join!: boolean;

  @TextField({
    description:
      'A name of the client, for people who read the request. The service neither stores nor logs it.',
    example: 'editor',
    required: false,
    maxCodePoints: MAX_CLIENT,
  })
  client!: string | null;
}

/** What every view of a live session shows. */
class LiveSessionDto extends NamespaceAnswer {
  @Shown({ description: 'When it began.', example: '2026-05-01T12:00:00.000Z' })
  started_at!: string;

  @Shown({ description: 'When it expires.', example: '2026-05-01T18:00:00.000Z' })
  expires_at!: string;

  @Shown({ description: "The agent's pattern.", example: 'support', enum: AGENT_PATTERNS })
  pattern!: AgentPattern;

  @Shown({ description: 'State of the session.', example: 'active', enum: ['active'] })
  status!: 'active';
}

export class SessionDto extends LiveSessionDto {
  @Shown({
    description: 'The JWT to send as `X-Session-Token`; a browser has it as a cookie too.',
    example: 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJhZ2VudF9pZCI6InN1cHBvcnQtYm90In0.c2lnbmF0dXJl',
  })
  session_token!: string;

  @Shown({
    description: 'Whether the session was live already; only in the answer to a request with `join`.',
    example: true,
    required: false,
  })
  joined?: boolean;
}

export class SessionStatusDto extends LiveSessionDto {
  @Shown({ description: 'Whole seconds until it expires.', example: 21_600, type: 'integer' })
  time_remaining_seconds!: number;
}

export class SessionSummaryDto extends SessionAnswer {
  @Shown({ description: 'When it began.', example: '2026-05-01T12:00:00.000Z' })
  started_at!: string;

  @Shown({ description: 'When it ended.', example: '2026-05-01T13:30:00.000Z' })
  ended_at!: string;

  @Shown({ description: 'Hours between them.', example: 1.5 })
  duration_hours!: number;

  @Shown({ description: 'Memories created in it.', example: 3, type: 'integer' })
  memories_created!: number;

  @Shown({
    description: 'The memory that sums the session up; null when it created none.',
    example: '01970a5c-7e1b-7c2a-9d5e-3f1a2b4c5d6e',
    type: String,
    nullable: true,
  })
  summary_memory_id!: string | null;
}

export function sessionDto({ session, token }: IssuedSession): SessionDto {
  return { ...liveSession(session), session_token: token };
}

export function sessionStatusDto({ session, secondsLeft }: SessionView): SessionStatusDto {
  return { ...liveSession(session), time_remaining_seconds: secondsLeft };
}

export function sessionSummaryDto(summary: SessionSummary): SessionSummaryDto {
  return {
    session_id: summary.session.sessionId,
    agent_id: summary.session.agentId,
    started_at: summary.session.startedAt.toISOString(),
    ended_at: summary.endedAt.toISOString(),
    duration_hours: summary.durationHours,
    memories_created: summary.memoriesCreated,
    summary_memory_id: summary.summaryMemoryId,
  };
}

function liveSession(session: ActiveSession): LiveSessionDto {
  return {
    session_id: session.sessionId,
    agent_id: session.agentId,
    namespace: session.namespace,
    started_at: session.startedAt.toISOString(),
    expires_at: session.expiresAt.toISOString(),
    pattern: session.pattern,
    status: 'active',
  };
}
