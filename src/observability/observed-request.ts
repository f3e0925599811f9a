import { HEALTH_PATHS, pathOf } from '../common/probe-paths';

/** What is told of a request: never its path as it came, its query, its headers or its body. */
export interface ObservedRequest {
  requestId: string;
  method: string;
  /** The pattern of the route that served it, such as `/api/v2/agents/:agent_id`; `none` where none did. */
  route: string;
  /** 499 where the client went away before there was an answer. */
  status: number;
  durationMs: number;
  /** The client went away before it had the whole answer. */
  aborted: boolean;
  agentId: string | null;
  sessionId: string | null;
  /** Null where no traces are made. */
  traceId: string | null;
}

/** What the agent of a path may look like; anything else is a caller's text, which is not told. */
const AGENT_ID = /^[A-Za-z0-9_-]{1,128}$/;
/** Of requests that failed before they reached a route, or for which there is none. */
export const NO_ROUTE = 'none';
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
const PROBES: ReadonlySet<string> = new Set([...HEALTH_PATHS, '/metrics']);

export function toldAgentId(parameter: unknown): string | null {
  return typeof parameter === 'string' && AGENT_ID.test(parameter) ? parameter : null;
}

/** Null for methods of nobody's routes. */
export function toldMethod(method: string): string | null {
  return METHODS.has(method) ? method : null;
}

/** Whether a path, with its query, asks how the service is. */
export function isProbe(url: string): boolean {
  return PROBES.has(pathOf(url));
}

/** Only patterns, of which there are as many as routes. */
export function toldRoute(pattern: unknown): string {
  return typeof pattern === 'string' ? pattern : NO_ROUTE;
}

export type RequestLevel = 'warn' | 'info' | 'debug';

/** Probes come every few seconds: they are told where somebody looks closely, or where they fail. */
export function levelOf({ status, route }: ObservedRequest): RequestLevel {
  if (status >= 500) return 'warn';
  return PROBES.has(route) ? 'debug' : 'info';
}
