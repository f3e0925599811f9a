import type { IncomingMessage } from 'node:http';
import { HEALTH_PATHS, pathOf } from '../common/probe-paths';
import { HiddenProperty } from '../runtime/hidden-property';

/** What logs, metrics and traces contain about a request: never its real path, query, headers or body. */
export interface ObservedRequest {
  requestId: string;
  method: string;
  /** The pattern of its route, such as `/api/v2/agents/:agent_id`, or `none`. */
  route: string;
  /** 499 if the client disconnected before there was an answer. */
  status: number;
  durationMs: number;
  /** The client disconnected before it had the whole answer. */
  aborted: boolean;
  agentId: string | null;
  sessionId: string | null;
  /** Null without tracing. */
  traceId: string | null;
}

/** Other agent ids in a path are arbitrary text of the caller, which is not logged. */
const AGENT_ID = /^[A-Za-z0-9_-]{1,128}$/;
export const NO_ROUTE = 'none';
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
const PROBES: ReadonlySet<string> = new Set([...HEALTH_PATHS, '/metrics']);

export function agentIdLabel(parameter: unknown): string | null {
  return typeof parameter === 'string' && AGENT_ID.test(parameter) ? parameter : null;
}

/** Null for methods that no route has. */
export function methodLabel(method: string): string | null {
  return METHODS.has(method) ? method : null;
}

/** Whether a path, with its query, is that of a probe. */
export function isProbe(url: string): boolean {
  return PROBES.has(pathOf(url));
}

/** Only patterns, so that the number of labels is limited. */
export function routeLabel(pattern: unknown): string {
  return typeof pattern === 'string' ? pattern : NO_ROUTE;
}

type RequestLevel = 'warn' | 'info' | 'debug';

/** Probes come every few seconds, so successful ones are logged at debug level only. */
export function levelOf({ status, route }: ObservedRequest): RequestLevel {
  if (status >= 500) return 'warn';
  return PROBES.has(route) ? 'debug' : 'info';
}

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

export function noteSessionOf(request: IncomingMessage, sessionId: string): void {
  sessionIds.set(request, sessionId);
}

/** Null for requests without a session. */
export function sessionIdOf(request: IncomingMessage): string | null {
  return sessionIds.get(request) ?? null;
}
