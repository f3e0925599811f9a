import { demandAccess, type Access, type Grant } from '../access/grant';
import type { AgentPattern } from '../agents/agent';
import type { Act, WriteTime } from '../backend/memory';
import type { NamespaceVersion } from '../retrieval/change-feed';

export const SESSION_STATUSES = ['active', 'expired', 'terminated', 'superseded'] as const;
export type SessionStatus = (typeof SESSION_STATUSES)[number];

/** Where a request comes from. */
export interface RequestOrigin {
  via: 'http' | 'mcp';
  /** The client program, as it says itself; see `toolOf`. */
  client: string;
  /** Null for a request that is not observed. */
  requestId: string | null;
  /** Whether a page of the web console sent it, so that a person acts. Absent: no. */
  isConsole?: boolean;
}

/** An agent whose memories another one finds too, as of the look-up of that one's session. */
export interface ReadAgent {
  agentId: string;
  namespace: string;
  /**
   * A number that changes with the open links of the agent, but for deletions of memories; null: it has none; absent: not
   * read.
   */
  linksVersion?: number | null;
  namespaceVersion: NamespaceVersion | null;
}

/** The session that a request's token stands for. */
export interface ActiveSession {
  sessionId: string;
  agentId: string;
  namespace: string;
  startedAt: Date;
  expiresAt: Date;
  pattern: AgentPattern;
  /** The key or token of the request; absent for a session token, which allows everything. */
  grant?: Grant;
  /** Absent without a request. */
  origin?: RequestOrigin;
  linksVersion?: ReadAgent['linksVersion'];
  /** The agents that the agent reads; null or absent for none. `readAgents` says which of them the request reads. */
  reads?: readonly ReadAgent[] | null;
}

/** Who acts in the memories of an agent: a session, or the service itself, which `grant.by` names then. */
export interface Actor {
  agentId: string;
  namespace: string;
  sessionId: string | null;
  grant?: Pick<Grant, 'by'>;
  origin?: Pick<RequestOrigin, 'isConsole'>;
}

/** The person in front of the web console, where no key or token says who that is. */
export const CONSOLE_ACTOR = 'console';

/** The name of the actor in histories and the activity log. */
export function actorOf({ grant, agentId, origin }: Pick<Actor, 'grant' | 'agentId' | 'origin'>): string {
  return grant?.by ?? (origin?.isConsole === true ? CONSOLE_ACTOR : agentId);
}

/** An act of the actor at a time. */
export function actBy(actor: Pick<Actor, 'grant' | 'agentId' | 'origin' | 'sessionId'>, at: WriteTime): Act {
  return { at, sessionId: actor.sessionId, by: actorOf(actor) };
}

/** Checks access that depends on the body of a request. Throws KeyNotAllowed. */
export function demandInSession({ grant }: ActiveSession, needed: Access): void {
  if (grant !== undefined) demandAccess(grant, needed);
}

/** A session as it is kept. Tokens are known by their SHA-256 in hex only. */
export interface StoredSession extends ActiveSession {
  status: SessionStatus;
  tokenHash: string;
  /** The token that the last renewal replaced. */
  previousTokenHash: string | null;
  /**
   * When its token had taken the place of another, that of an expired session included: a request that came until then
   * with the one before is served. Ahead of time while the replacement is being committed.
   */
  renewedAt: Date | null;
  /** The expired session that this one took the place of by itself. */
  recreatedFrom: string | null;
}

/** Upper bound for committing and dating a replacement: after a crash in between, the former token lasts so long. */
const REPLACEMENT_MS = 30_000;

export interface RenewalRule {
  /** Of a new or a renewed session. */
  durationMs: number;
  /** A session with this much time left, or less, is near its expiry. */
  windowMs: number;
}

/** A session ends at its expiry instant: the span of its life is half-open. */
export function hasExpired(session: { expiresAt: Date }, now: Date): boolean {
  return session.expiresAt.getTime() <= now.getTime();
}

/**
 * Whether a live session is near its expiry. The window counts up to half of the duration: a window as long
 * as the sessions would renew, and so invalidate a token, at every request; and a renewal never shortens.
 */
export function isRenewalDue(session: { expiresAt: Date }, now: Date, rule: RenewalRule): boolean {
  const left = session.expiresAt.getTime() - now.getTime();
  return left <= Math.min(rule.windowMs, rule.durationMs / 2);
}

/** The date of a replacement that begins now, until it is committed. */
export function undatedFrom(now: Date): Date {
  return new Date(now.getTime() + REPLACEMENT_MS);
}

/** The expiry instant of a session that starts or is renewed now. */
export function expiryFrom(now: Date, rule: RenewalRule): Date {
  return new Date(now.getTime() + rule.durationMs);
}

/** `sess_` and 12 hex digits. `random` returns that many random bytes. */
export function newSessionId(random: (bytes: number) => Buffer): string {
  return `sess_${random(6).toString('hex')}`;
}

/** Whole seconds until the session expires, 0 afterwards. */
export function secondsLeft(session: { expiresAt: Date }, now: Date): number {
  return Math.max(0, Math.floor((session.expiresAt.getTime() - now.getTime()) / 1000));
}
