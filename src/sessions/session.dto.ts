import { AGENT_PATTERNS } from '../agents/agent';
import { answerOf } from '../common/answer-of';
import { FlagField, Shown, ShownInteger, TextField } from '../common/fields';
import { withProperties } from '../common/with-properties';
import type { ActiveSession } from './session';
import { NamespaceAnswer, SessionAnswer } from './session-answer.dto';
import type { IssuedSession } from './session-opening.service';
import type { SessionSummary } from './session-summary';
import type { SessionView } from './sessions.service';

const MAX_CLIENT = 64;

export class ActivateRequest extends withProperties({
  join: FlagField<boolean>(
    'True: get the live session and its current token, or a new session if there is none.',
    true,
  ),
  client: TextField<string | null>(
    'A name of the client, for people who read the request. The service neither stores nor logs it.',
    'editor',
    { required: false, maxCodePoints: MAX_CLIENT },
  ),
}) {}

/** What every view of a live session shows. */
class LiveSessionDto extends withProperties(NamespaceAnswer, {
  started_at: Shown('When it began.', '2026-05-01T12:00:00.000Z'),
  expires_at: Shown('When it expires.', '2026-05-01T18:00:00.000Z'),
  pattern: Shown("The agent's pattern.", 'support', { enum: AGENT_PATTERNS }),
  status: Shown('State of the session.', 'active', { enum: ['active'] }),
}) {}

export class SessionDto extends withProperties(LiveSessionDto, {
  session_token: Shown(
    'The JWT to send as `X-Session-Token`; a browser has it as a cookie too.',
    'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJhZ2VudF9pZCI6InN1cHBvcnQtYm90In0.c2lnbmF0dXJl',
  ),
  joined: Shown('Whether the session was live already; only in the answer to a request with `join`.', true, {
    required: false,
  }),
}) {}

export class SessionStatusDto extends withProperties(LiveSessionDto, {
  time_remaining_seconds: ShownInteger('Whole seconds until it expires.', 21_600),
}) {}

export class SessionSummaryDto extends withProperties(SessionAnswer, {
  started_at: Shown('When it began.', '2026-05-01T12:00:00.000Z'),
  ended_at: Shown('When it ended.', '2026-05-01T13:30:00.000Z'),
  duration_hours: Shown('Hours between them.', 1.5),
  memories_created: ShownInteger('Memories created in it.', 3),
  summary_memory_id: Shown(
    'The memory that sums the session up; null when it created none.',
    '01970a5c-7e1b-7c2a-9d5e-3f1a2b4c5d6e',
    { type: String, nullable: true },
  ),
}) {}

export function sessionDto({ session, token }: IssuedSession): SessionDto {
  return { ...liveSession(session), session_token: token };
}

export function sessionStatusDto({ session, secondsLeft }: SessionView): SessionStatusDto {
  return { ...liveSession(session), time_remaining_seconds: secondsLeft };
}

export function sessionSummaryDto({ session, ...summary }: SessionSummary): SessionSummaryDto {
  return answerOf(SessionSummaryDto, { ...session, ...summary });
}

function liveSession(session: ActiveSession): LiveSessionDto {
  return answerOf(LiveSessionDto, { ...session, status: 'active' });
}
