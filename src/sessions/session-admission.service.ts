import { Injectable } from '@nestjs/common';
import { pathAgentId } from '../agents/agent';
import { Clock } from '../common/clock';
import { DomainError } from '../common/domain-error';
import type { Arrival } from './arrival';
import { hasExpired, type ActiveSession, type StoredSession } from './session';
import { SessionLookUp } from './session-look-up.service';
import type { IssuedSession } from './session-opening.service';
import { SessionRecreation } from './session-recreation.service';
import { SessionRenewal } from './session-renewal.service';
import { tokenHash, type TokenClaims } from './session-token';
import { invalidSessionToken, SessionTokens } from './session-tokens.service';

/** A request that asks to act within a session. */
export interface SessionRequest {
  token: string | null;
  /** As it stands in the path. */
  agentId: unknown;
  arrival: Arrival;
  /** The request may renew a session near its expiry, or recreate an expired one. */
  mayExtend: boolean;
  mayManage: () => boolean;
}

export interface Admission {
  session: ActiveSession;
  /** The token to use from now on, where it is another than the request's. */
  newToken: string | null;
}

interface VerifiedToken {
  claims: TokenClaims;
  hash: string;
}

/** Decides which session a request acts in, if any. */
@Injectable()
export class SessionAdmission {
  constructor(
    private readonly lookUp: SessionLookUp,
    private readonly tokens: SessionTokens,
    private readonly renewal: SessionRenewal,
    private readonly recreation: SessionRecreation,
    private readonly clock: Clock,
  ) {}

  /**
   * Throws `missing_session_token`, InvalidSessionToken, SessionExpired, a ValidationError for the path, or
   * InternalServerError (the interface wants that) for a session of another agent.
   */
  async admit(request: SessionRequest): Promise<Admission> {
    if (request.token === null) {
      throw new DomainError(
        'missing_session_token',
        'Session token is required: send it in the X-Session-Token header',
      );
    }
    const token = { claims: this.tokens.verify(request.token), hash: tokenHash(request.token) };
    const agentId = pathAgentId(request.agentId);
    if (hasExpired(token.claims, this.clock.now())) return this.admitExpired(token, agentId, request);
    return this.admitLive(token, agentId, request);
  }

  private async admitLive(
    token: VerifiedToken,
    agentId: string,
    request: SessionRequest,
  ): Promise<Admission> {
    const session = await this.lookUp.find(token.claims.sessionId);
    if (session?.status !== 'active') throw invalidSessionToken();
    const isCurrent = session.tokenHash === token.hash;
    if (!isCurrent && !this.mayStillUse(session, token, request)) throw invalidSessionToken();
    if (session.agentId !== agentId) throw foreignSession(session.agentId, agentId);

    if (!isCurrent) return { session, newToken: this.tokens.mint(session) };
    if (!request.mayExtend || !this.renewal.isDue(session)) return { session, newToken: null };
    return admissionTo(await this.renewal.renew(session), invalidSessionToken);
  }

  private mayStillUse(session: StoredSession, token: VerifiedToken, request: SessionRequest): boolean {
    if (session.previousTokenHash !== token.hash) return false;
    return this.renewal.cameBeforeRenewal(session, request.arrival);
  }

  private async admitExpired(
    token: VerifiedToken,
    agentId: string,
    request: SessionRequest,
  ): Promise<Admission> {
    const mayBeRecreated = request.mayExtend && token.claims.agentId === agentId;
    if (!mayBeRecreated || !request.mayManage()) throw sessionExpired();
    await this.lookUp.settingsOnly();
    if (!this.recreation.isEnabled()) throw sessionExpired();
    return admissionTo(
      await this.recreation.recreate({ ...token, arrival: request.arrival }),
      sessionExpired,
    );
  }
}

function admissionTo(issued: IssuedSession | null, otherwise: () => DomainError): Admission {
  if (issued === null) throw otherwise();
  return { session: issued.session, newToken: issued.token };
}

function sessionExpired(): DomainError {
  return new DomainError('SessionExpired', 'Session has expired: activate the agent again');
}

function foreignSession(own: string, requested: string): DomainError {
  return new DomainError('InternalServerError', 'The session belongs to another agent', {
    original_error: `Session is for agent '${own}' and cannot access agent '${requested}'`,
  });
}
