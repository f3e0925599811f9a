import type { IncomingMessage } from 'node:http';
import { beginSpan, type Span } from '../common/tracing';
import { isProbe, NO_ROUTE, toldMethod, type ObservedRequest } from './observed-request';

/** Null where no traces are made, and for probes, which come every few seconds. */
export function beginRequestSpan(request: IncomingMessage): Span | null {
  if (isProbe(request.url ?? '')) return null;
  const method = toldMethod(request.method ?? '');
  return beginSpan(() => ({
    name: method ?? 'HTTP',
    kind: 'server',
    facts: { 'http.request.method': method ?? '_OTHER', 'url.scheme': 'http' },
    headers: request.headers,
  }));
}

/** https://opentelemetry.io/docs/specs/semconv/http/http-spans/, but for addresses and paths, which are not told. */
export function endRequestSpan(span: Span, observed: ObservedRequest): void {
  const { method, route, status, aborted, requestId, agentId, sessionId } = observed;
  const isRouted = route !== NO_ROUTE;
  if (isRouted) span.rename(`${toldMethod(method) ?? 'HTTP'} ${route}`);
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
