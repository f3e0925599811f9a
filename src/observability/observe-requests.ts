import { randomUUID } from 'node:crypto';
import type { NextFunction, Request, Response } from 'express';
import { toldAgentId, toldRoute, type ObservedRequest } from './observed-request';
import { REQUEST_ID_HEADER, requestIdFrom, setRequestId } from './request-id';
import { sessionIdOf } from './request-session';
import { beginRequestSpan, endRequestSpan } from './request-span';

/** Told of every request when its answer is out, or its client gone. */
export type RequestObserver = (request: ObservedRequest) => void;

/** The client went away, as nginx calls it. */
const CLIENT_GONE = 499;

/** Gives every request an id, and tells observers of it in the end. It stands before all that may answer. */
export function observeRequests(observers: readonly RequestObserver[]) {
  return (request: Request, response: Response, next: NextFunction): void => {
    const begun = performance.now();
    const requestId = requestIdFrom(request.headers['x-request-id']) ?? randomUUID();
    setRequestId(request, requestId);
    response.setHeader(REQUEST_ID_HEADER, requestId);
    // Before routing, and so before anything may rewrite it.
    const { method } = request;
    const span = beginRequestSpan(request);
    response.once('close', () => {
      const observed = {
        requestId,
        method,
        durationMs: performance.now() - begun,
        ...outcome(request, response),
        traceId: span?.traceId ?? null,
      };
      for (const observe of observers) observe(observed);
      if (span) endRequestSpan(span, observed);
    });
    if (span) span.run(next);
    else next();
  };
}

function outcome(request: Request, response: Response) {
  // The router sets it, and the parameters: requests that failed before it have neither.
  const route = request.route as { path?: unknown } | undefined;
  return {
    route: toldRoute(route?.path),
    status: response.headersSent ? response.statusCode : CLIENT_GONE,
    aborted: !response.writableFinished,
    agentId: toldAgentId((request.params as Record<string, unknown> | undefined)?.agent_id),
    sessionId: sessionIdOf(request),
  };
}
