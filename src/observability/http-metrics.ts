import { Counter, Histogram, type Registry } from 'prom-client';
import { toldMethod, type ObservedRequest } from './observed-request';
import type { RequestObserver } from './observe-requests';

/** In seconds: from an answer out of memory to one of a model. */
const DURATIONS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/** Counts and times requests by the pattern of their route: as many series as there are routes and statuses. */
export function httpMetrics(registry: Registry): RequestObserver {
  const registers = [registry];
  const requests = new Counter({
    name: 'http_requests_total',
    help: 'Requests, by the pattern of their route.',
    labelNames: ['method', 'route', 'status'],
    registers,
  });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'From the arrival of a request to the end of its answer.',
    labelNames: ['method', 'route'],
    buckets: DURATIONS,
    registers,
  });
  return ({ method: given, route, status, durationMs }: ObservedRequest) => {
    const method = toldMethod(given) ?? 'OTHER';
    requests.inc({ method, route, status });
    durations.observe({ method, route }, durationMs / 1000);
  };
}
