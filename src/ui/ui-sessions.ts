import { hasExpired, type SessionStatus } from '../sessions/session';

/** Operations, and the memories that they read or wrote. */
export interface Usage {
  writes: number;
  reads: number;
  memoriesWritten: number;
  memoriesRead: number;
  lastSeen: Date;
}

export interface SessionUsage extends Usage {
  sessionId: string;
  agentId: string;
  startedAt: Date;
  expiresAt: Date;
  status: SessionStatus;
  /** Last seen first. */
  tools: string[];
}

export interface ToolUsage extends Usage {
  tool: string;
}

/** The operations of a day (UTC). */
export interface ActivityDay extends Omit<Usage, 'lastSeen'> {
  /** `YYYY-MM-DD`. */
  day: string;
}

/** Null: any. */
export interface ActivityFilter {
  agentId: string | null;
  sessionId: string | null;
  /** The key or OpenID Connect token that acted. Days are not filtered by it. */
  by: string | null;
  /** Patterns of agents. */
  granted: readonly string[] | null;
}

/** A tool is live for this time after its last operation. */
export const LIVE_MS = 300_000;
const DAY_MS = 86_400_000;

export function isLive({ lastSeen }: Pick<Usage, 'lastSeen'>, now: Date): boolean {
  return now.getTime() - lastSeen.getTime() <= LIVE_MS;
}

/** An expired session is stored as active until its next use. */
export function statusAt(session: Pick<SessionUsage, 'status' | 'expiresAt'>, now: Date): SessionStatus {
  return session.status === 'active' && hasExpired(session, now) ? 'expired' : session.status;
}

export function windowStart(now: Date, days: number): Date {
  return new Date(now.getTime() - days * DAY_MS);
}
