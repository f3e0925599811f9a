import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { NextFunction, Request, Response } from 'express';
import { beginSpan, type Span } from '../common/tracing';
import {
  agentIdLabel,
  routeLabel,
  isProbe,
  NO_ROUTE,
  methodLabel,
  type ObservedRequest,
  REQUEST_ID_HEADER,
  requestIdFrom,
  setRequestId,
  sessionIdOf,
} from './observed-request';

/** Called for every request when it is answered or its client has disconnected. */
export type RequestObserver = (request: ObservedRequest) => void;

/** nginx's status for a client that disconnected. */
const CLIENT_GONE = 499;

/** Gives every request an id and reports it to the observers at its end. Install it before all other handlers. */
export function observeRequests(observers: readonly RequestObserver[]) {
  return (request: Request, response: Response, next: NextFunction): void => {
    const begun = performance.now();
    const requestId = requestIdFrom(request.headers['x-request-id']) ?? randomUUID();
    setRequestId(request, requestId);
    response.setHeader(REQUEST_ID_HEADER, requestId);
    // Read before routing, which may rewrite it.
    const { method } = request;
    const span = beginRequestSpan(request);
    response.once('close', () => {
      const observed = {
        requestId,
        method,
        durationMs: performance.now() - begun,
        traceId: span?.traceId ?? null,
        ...outcome(request, response),
      };
      for (const observe of observers) observe(observed);
      if (span) endRequestSpan(span, observed);
    });
    if (span) span.run(next);
    else next();
  };
}

function outcome(request: Request, response: Response) {
  // The router sets the route and the parameters: requests that failed earlier have neither.
  const route = request.route as { path?: unknown } | undefined;
  return {
    route: routeLabel(route?.path),
    status: response.headersSent ? response.statusCode : CLIENT_GONE,
    aborted: !response.writableFinished,
    agentId: agentIdLabel((request.params as Record<string, unknown> | undefined)?.agent_id),
    sessionId: sessionIdOf(request),
  };
}

/** Null without tracing, and for probes, which come every few seconds. */
function beginRequestSpan(request: IncomingMessage): Span | null {
  if (isProbe(request.url ?? '')) return null;
  const method = methodLabel(request.method ?? '');
  return beginSpan(() => ({
    name: method ?? 'HTTP',
    kind: 'server',
    facts: { 'http.request.method': method ?? '_OTHER', 'url.scheme': 'http' },
    headers: request.headers,
  }));
}

/** https://opentelemetry.io/docs/specs/semconv/http/http-spans/, without addresses and paths. */
function endRequestSpan(span: Span, observed: ObservedRequest): void {
  const { method, route, status, aborted, requestId, agentId, sessionId } = observed;
  const isRouted = route !== NO_ROUTE;
  if (isRouted) span.rename(`${methodLabel(method) ?? 'HTTP'} ${route}`);
  span.tell({
    'http.response.status_code': status,
    'request.id': requestId,
    ...(isRouted && { 'http.route': route }),
    ...(agentId !== null && { 'agent.id': agentId }),
    ...(sessionId !== null && { 'session.id': sessionId }),
    ...(aborted && { aborted }),
  });
  if (status >= 500) span.fail(String(status));
  span.end();
}
