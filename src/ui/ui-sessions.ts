import { isLapsed, type SessionStatus } from '../sessions/session';

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

/** How long after its last operation a tool counts as live. */
export const LIVE_MS = 300_000;
const DAY_MS = 86_400_000;

export function isLive({ lastSeen }: Pick<Usage, 'lastSeen'>, now: Date): boolean {
  return now.getTime() - lastSeen.getTime() <= LIVE_MS;
}

/** The status as of now: a session that lapsed is stored as active until somebody asks for it. */
export function statusAt(session: Pick<SessionUsage, 'status' | 'expiresAt'>, now: Date): SessionStatus {
  return session.status === 'active' && isLapsed(session, now) ? 'expired' : session.status;
}

/** The start of the window of so many days that ends now. */
export function windowStart(now: Date, days: number): Date {
  return new Date(now.getTime() - days * DAY_MS);
}
