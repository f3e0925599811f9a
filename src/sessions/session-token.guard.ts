import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import { ManagementAccess } from '../access/management-access.service';
import { Arrivals } from './arrivals.service';
import { setCurrentSession } from './current-session';
import { SessionActivity } from './session-activity.service';
import { SessionAdmission } from './session-admission.service';
import { cookieToken, setSessionCookie } from './session-cookie';

/** Metadata of handlers that leave the session's life as it is. */
export const KEEPS_SESSION = 'sessions:keeps-session';
export const SESSION_HEADER = 'X-Session-Token';

/** Lets a request through in the session of its token: the header's, or without one the cookie's. */
@Injectable()
export class SessionTokenGuard implements CanActivate {
  constructor(
    private readonly admission: SessionAdmission,
    private readonly management: ManagementAccess,
    private readonly arrivals: Arrivals,
    private readonly activity: SessionActivity,
    private readonly reflector: Reflector,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<Request>();
    const keeps = this.reflector.getAllAndOverride<boolean>(KEEPS_SESSION, [
      context.getHandler(),
      context.getClass(),
    ]);
    const { session, newToken } = await this.admission.admit({
      token: request.get(SESSION_HEADER) || cookieToken(request.headers.cookie),
      agentId: request.params.agent_id,
      arrival: this.arrivals.of(request),
      mayExtend: !keeps,
      mayManage: () => this.management.allows(request),
    });
    const response = context.switchToHttp().getResponse<Response>();
    // Concurrent requests share one session lookup; each gets its own copy so that activity is counted separately.
    const own = { ...session };
    setCurrentSession(request, own);
    this.activity.follow(own, request, response);
    if (newToken !== null) deliver(request, response, newToken);
    return true;
  }
}

/** Set before the handler runs, so that an error answer carries the new token too. */
function deliver(request: Request, response: Response, token: string): void {
  response.setHeader(SESSION_HEADER, token);
  setSessionCookie(request, response, token);
}
