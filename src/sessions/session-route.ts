import {
  applyDecorators,
  SetMetadata,
  UseGuards,
  Injectable,
  type CanActivate,
  type ExecutionContext,
  createParamDecorator,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ApiSecurity } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { type Access, KEY_SCHEME, NEEDED_ACCESS } from '../access/grant';
import { LoopbackOrApiKeyGuard } from '../access/loopback-or-api-key.guard';
import { noteSessionOf } from '../observability/observed-request';
import { HiddenProperty } from '../runtime/hidden-property';
import type { ActiveSession } from './session';
import { SessionActivity } from './session-activity.service';
import { type SessionNeeds, SessionAdmission } from './session-admission.service';

/** Sessions of the requests that the guard let through. */
const sessions = new HiddenProperty<Request, ActiveSession>('session');

function setCurrentSession(request: Request, session: ActiveSession): void {
  sessions.set(request, session);
  noteSessionOf(request, session.sessionId);
}

/** The session of the request; for handlers under `SessionRoute`. */
export const CurrentSession = createParamDecorator((_: unknown, context: ExecutionContext): ActiveSession => {
  const session = sessions.get(context.switchToHttp().getRequest<Request>());
  if (session === undefined) throw new TypeError('CurrentSession is for handlers under SessionRoute');
  return session;
});

/** Lets a request through in the session of its token, or of the agent that its key is for. */
@Injectable()
export class SessionTokenGuard implements CanActivate {
  constructor(
    private readonly admission: SessionAdmission,
    private readonly activity: SessionActivity,
    private readonly reflector: Reflector,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<Request>();
    const response = context.switchToHttp().getResponse<Response>();
    const places = [context.getHandler(), context.getClass()];
    const needs = this.reflector.getAllAndOverride<SessionNeeds>(NEEDED_ACCESS, places);
    const session = await this.admission.admit(request, response, needs);
    setCurrentSession(request, session);
    this.activity.follow(session, request, response);
    return true;
  }
}

/**
 * Only with a session token of the path's agent, or with a key or OpenID Connect token of this access to the agent;
 * `CurrentSession` is the session. For a handler or a controller under `api/v2/agents/:agent_id`, whose module imports
 * SessionsModule. Each handler says with `Logged` what the activity log is to hold of it.
 *
 * `dryRun`: the access for a dry run. The handler then calls `demandInSession` for any other run.
 */
export function SessionRoute(
  access: Access,
  { dryRun }: { dryRun?: Access } = {},
): MethodDecorator & ClassDecorator {
  return applyDecorators(
    SetMetadata(NEEDED_ACCESS, { access, dryRun } satisfies SessionNeeds),
    UseGuards(SessionTokenGuard),
    ApiSecurity('session'),
    ApiSecurity('session_cookie'),
    ApiSecurity(KEY_SCHEME, [access]),
    ...(dryRun === undefined ? [] : [ApiSecurity(KEY_SCHEME, [dryRun])]),
  );
}

/**
 * For a handler that ends the session: it needs management access and the session token, both, or a key with `manage`
 * access. It neither renews a session near its expiry, nor replaces an expired one, nor opens one.
 */
export function ManagedSessionRoute(): MethodDecorator {
  return applyDecorators(
    SetMetadata(NEEDED_ACCESS, { access: 'manage', keepsSession: true } satisfies SessionNeeds),
    UseGuards(LoopbackOrApiKeyGuard, SessionTokenGuard),
    // Schemes within one requirement are needed together; several requirements are alternatives.
    ...['session', 'session_cookie'].flatMap((session) =>
      ['management_bearer', 'management_api_key'].map((management) =>
        ApiSecurity({ [session]: [], [management]: [] }),
      ),
    ),
    ApiSecurity(KEY_SCHEME, ['manage']),
  );
}
