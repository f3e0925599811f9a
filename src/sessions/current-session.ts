import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { noteSessionOf } from '../observability/observed-request';
import { HiddenProperty } from '../runtime/hidden-property';
import type { ActiveSession } from './session';

/** Sessions of the requests that the guard let through. */
const sessions = new HiddenProperty<Request, ActiveSession>('session');

export function setCurrentSession(request: Request, session: ActiveSession): void {
  sessions.set(request, session);
  noteSessionOf(request, session.sessionId);
}

/** The session of the request; for handlers under `SessionRoute`. */
export const CurrentSession = createParamDecorator((_: unknown, context: ExecutionContext): ActiveSession => {
  const session = sessions.get(context.switchToHttp().getRequest<Request>());
  if (session === undefined) throw new TypeError('CurrentSession is for handlers under SessionRoute');
  return session;
});
