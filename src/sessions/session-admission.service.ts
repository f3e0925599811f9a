import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { demandAgent, type NeededAccess } from '../access/grant';
import { demandOperation } from '../access/granted-scopes';
import { Identities } from '../access/identities.service';
import { pathAgentId } from '../agents/agent';
import { Arrivals } from './arrivals.service';
import { GrantedSessions, type GrantedSession } from './granted-sessions.service';
import type { ActiveSession } from './session';
import { SessionCheck } from './session-check.service';
import { SessionRenewalInterceptor } from './session-renewal.interceptor';

/** What a handler needs of the session and of the key of its request. */
export interface SessionNeeds extends NeededAccess {
  /** It neither renews, replaces nor opens a session. */
  keepsSession?: boolean;
}

/** Finds the session that a request acts in. */
@Injectable()
export class SessionAdmission {
  constructor(
    private readonly identities: Identities,
    private readonly sessions: SessionCheck,
    private readonly renewal: SessionRenewalInterceptor,
    private readonly granted: GrantedSessions,
    private readonly arrivals: Arrivals,
  ) {}

  /** A copy that only this request has: concurrent requests share a look-up, and their activity is counted separately. */
  async admit(request: Request, response: Response, needs: SessionNeeds): Promise<ActiveSession> {
    const token = this.identities.sessionToken(request);
    if (token === null && this.identities.hasGrant(request)) return this.admitGrant(request, needs);
    const checked = await this.sessions.check({
      token,
      agentId: request.params.agent_id,
      arrival: this.arrivals.of(request),
    });
    return { ...(await this.renewal.intercept(checked, request, response, !needs.keepsSession)) };
  }

  /** Sets neither header nor cookie: a client with a key knows no session tokens. */
  private async admitGrant(
    request: Request,
    { access, dryRun, scoped, keepsSession }: SessionNeeds,
  ): Promise<ActiveSession> {
    const { agent_id: pathId } = request.params;
    const look: { found: GrantedSession | null } = { found: null };
    const grant = await this.identities.grantOf(request, async (keyId) => {
      look.found = await this.granted.find(keyId, String(pathId));
      return look.found.key;
    });
    const agentId = pathAgentId(pathId);
    demandAgent(grant, agentId);
    demandOperation(grant, { access: dryRun ?? access, scoped });
    const found = look.found ?? (await this.granted.find(null, agentId));
    return { ...(await this.granted.enter(found, agentId, !keepsSession)), grant };
  }
}
