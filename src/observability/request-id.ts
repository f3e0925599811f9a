import type { IncomingMessage } from 'node:http';
import { HiddenProperty } from '../runtime/hidden-property';

/** In requests, where the caller has an id already, and in every answer. */
export const REQUEST_ID_HEADER = 'X-Request-Id';

const USABLE = /^[!-~]{1,128}$/;

const ids = new HiddenProperty<IncomingMessage, string>('request id');

/** What a header says, where it is 1 to 128 visible ASCII characters; else null. */
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
