import { createHash } from 'node:crypto';
import type { ActiveSession } from './session';
import type { Arrival } from './token-succession';

/** What a session token says, in the order in which it says it. */
export interface TokenPayload {
  agent_id: string;
  session_id: string;
  namespace: string;
  started_at: string;
  expires_at: string;
}

export interface TokenClaims {
  agentId: string;
  sessionId: string;
  expiresAt: Date;
}

/** A token that this service signed, as a request sent it. */
export interface VerifiedToken {
  claims: TokenClaims;
  hash: string;
  arrival: Arrival;
}

/** Times have milliseconds and `Z`, as stored: a session has one payload, and so one token. */
export function payloadOf(session: ActiveSession): TokenPayload {
  return {
    agent_id: session.agentId,
    session_id: session.sessionId,
    namespace: session.namespace,
    started_at: session.startedAt.toISOString(),
    expires_at: session.expiresAt.toISOString(),
  };
}

/** The claims of a verified payload; null when it is not one of ours. */
export function claimsOf(payload: unknown): TokenClaims | null {
  if (typeof payload !== 'object' || payload === null) return null;
  const { agent_id, session_id, expires_at } = payload as Record<string, unknown>;
  if (typeof agent_id !== 'string' || typeof session_id !== 'string') return null;
  if (typeof expires_at !== 'string') return null;
  const expiresAt = new Date(expires_at);
  if (Number.isNaN(expiresAt.getTime())) return null;
  return { agentId: agent_id, sessionId: session_id, expiresAt };
}

/** SHA-256 of a token in hex, which is all that is kept of it. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
