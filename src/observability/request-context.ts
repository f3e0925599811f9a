import type { IncomingMessage } from 'node:http';
import { HiddenProperty } from '../runtime/hidden-property';

/** In requests whose caller has an id, and in every answer. */
export const REQUEST_ID_HEADER = 'X-Request-Id';

const USABLE = /^[!-~]{1,128}$/;

const ids = new HiddenProperty<IncomingMessage, string>('request id');

/** The value of the header if it has 1 to 128 visible ASCII characters; else null. */
export function requestIdFrom(header: string | string[] | undefined): string | null {
  return typeof header === 'string' && USABLE.test(header) ? header : null;
}

export function setRequestId(request: IncomingMessage, id: string): void {
  ids.set(request, id);
}

/** Null for a request that is not observed. */
export function requestIdOf(request: IncomingMessage): string | null {
  return ids.get(request) ?? null;
}

const sessionIds = new HiddenProperty<IncomingMessage, string>('session id');

/** Sets the session of a request, for the log. */
export function noteSessionOf(request: IncomingMessage, sessionId: string): void {
  sessionIds.set(request, sessionId);
}

/** Null for requests without a session. */
export function sessionIdOf(request: IncomingMessage): string | null {
  return sessionIds.get(request) ?? null;
}
