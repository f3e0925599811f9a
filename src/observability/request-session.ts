import type { IncomingMessage } from 'node:http';
import { HiddenProperty } from '../runtime/hidden-property';

const sessionIds = new HiddenProperty<IncomingMessage, string>('session id');

/** Tells the log in which session a request is served. */
export function noteSessionOf(request: IncomingMessage, sessionId: string): void {
  sessionIds.set(request, sessionId);
}

/** Null before a session has let the request through, and for requests that need none. */
export function sessionIdOf(request: IncomingMessage): string | null {
  return sessionIds.get(request) ?? null;
}
