import { Injectable } from '@nestjs/common';
import { pathAgentId } from '../agents/agent';
import { BatchLoader } from '../common/batch-loader';
import { Clock } from '../common/clock';
import { DomainError } from '../common/domain-error';
import { RuntimeSettings } from '../settings/runtime-settings.service';
import { hasExpired, type StoredSession } from './session';
import { SessionRenewal } from './session-renewal.service';
import { tokenHash, type VerifiedToken } from './session-token';
import { invalidSessionToken, sessionExpired, SessionTokens } from './session-tokens.service';
import { LOOK_UPS, SessionsRepository, type FoundSession } from './sessions.repository';
import type { Arrival } from './token-succession';

/** A request that asks to act within a session. */
export interface SessionRequest {
  token: string | null;
  /** As it stands in the path. */
  agentId: unknown;
  arrival: Arrival;
}

/** The session of a valid token, or an expired token, whose session the service may replace. */
export type CheckedToken =
  { state: 'current' | 'replaced'; session: StoredSession } | { state: 'expired'; token: VerifiedToken };

/** Finds the session of a request's token, and decides whether the token gives access to the agent. */
@Injectable()
export class SessionCheck {
  /** A look-up may only be shared with requests that came before it started. */
  private readonly lookUps: BatchLoader<string, FoundSession>;

  constructor(
    repository: SessionsRepository,
    private readonly settings: RuntimeSettings,
    private readonly tokens: SessionTokens,
    private readonly renewal: SessionRenewal,
    private readonly clock: Clock,
  ) {
    this.lookUps = new BatchLoader((ids) => repository.findAll(ids), LOOK_UPS);
  }

  /**
   * Throws `missing_session_token`, InvalidSessionToken, SessionExpired, a ValidationError for the path, or
   * InternalServerError (the interface wants that) for a session of another agent.
   */
  async check(request: SessionRequest): Promise<CheckedToken> {
    if (request.token === null) throw new DomainError('missing_session_token');
    const { arrival } = request;
    const token = { claims: this.tokens.verify(request.token), hash: tokenHash(request.token), arrival };
    const agentId = pathAgentId(request.agentId);
    if (!hasExpired(token.claims, this.clock.now())) return this.checkLive(token, agentId);
    if (token.claims.agentId !== agentId) throw sessionExpired();
    return { state: 'expired', token };
  }

  private async checkLive(token: VerifiedToken, agentId: string): Promise<CheckedToken> {
    const session = await this.lookUps.find(token.claims.sessionId);
    // One statement reads session and version; only settings that changed take another.
    if (session !== null && !this.settings.isAt(session.settingsVersion)) await this.settings.fresh();
    if (session?.status !== 'active') throw invalidSessionToken();
    const isCurrent = session.tokenHash === token.hash;
    if (!isCurrent && !this.mayStillUse(session, token)) throw invalidSessionToken();
    if (session.agentId !== agentId) throw foreignSession(session.agentId, agentId);
    return { state: isCurrent ? 'current' : 'replaced', session };
  }

  private mayStillUse(session: StoredSession, { hash, arrival }: VerifiedToken): boolean {
    return session.previousTokenHash === hash && this.renewal.cameBeforeRenewal(session, arrival);
  }
}

function foreignSession(own: string, requested: string): DomainError {
  return new DomainError('InternalServerError', 'The session belongs to another agent', {
    original_error: `Session is for agent '${own}' and cannot access agent '${requested}'`,
  });
}
