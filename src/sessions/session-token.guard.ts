import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import { isOwnPage } from '../access/console-session';
import { NEEDED_ACCESS } from '../access/grant';
import { toolOf } from '../activity/activity';
import { noteActor } from '../audit/audit-operation';
import { Env } from '../config/env';
import { requestIdOf } from '../observability/observed-request';
import { setCurrentSession } from './current-session';
import { SessionActivity } from './session-activity.service';
import { actorOf, CONSOLE_ACTOR, type RequestOrigin } from './session';
import { SessionAdmission, type SessionNeeds } from './session-admission.service';

/** Lets a request through in the session of its token, or of the agent that its key is for. */
@Injectable()
export class SessionTokenGuard implements CanActivate {
  constructor(
    private readonly admission: SessionAdmission,
    private readonly activity: SessionActivity,
    private readonly reflector: Reflector,
    private readonly env: Env,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<Request>();
    const response = context.switchToHttp().getResponse<Response>();
    const places = [context.getHandler(), context.getClass()];
    const needs = this.reflector.getAllAndOverride<SessionNeeds>(NEEDED_ACCESS, places);
    const session = await this.admission.admit(request, response, needs);
    session.origin = originOf(request, this.env);
    setCurrentSession(request, session);
    noteActor(actorOf(session));
    this.activity.follow(session, response);
    return true;
  }
}

function originOf(request: Request, { ALLOWED_ORIGINS }: Env): RequestOrigin {
  const client = toolOf(request.get('X-Client-Name'), request.get('User-Agent'));
  const isConsole = client === CONSOLE_ACTOR && isOwnPage(request, ALLOWED_ORIGINS);
  return { via: 'http', client, requestId: requestIdOf(request), isConsole };
}
