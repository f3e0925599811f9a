import type { HealthCheckResult, HealthIndicatorResult } from '@nestjs/terminus';
import { Shown, ShownInteger } from '../common/fields';
import { withProperties } from '../common/with-properties';

const STATUSES = ['ok', 'error', 'shutting_down'] as const;
const PARTS = { database: { status: 'up', kind: 'embedded' } };

/** The body that terminus gives a probe. */
export class ProbeResponse extends withProperties({
  status: Shown('How the service is.', 'ok', { enum: STATUSES }),
  info: Shown<Partial<HealthIndicatorResult>>('The parts that are up.', PARTS, { type: Object }),
  error: Shown<Partial<HealthIndicatorResult>>('The parts that are down.', {}, { type: Object }),
  details: Shown<HealthIndicatorResult>('All parts.', PARTS, { type: Object }),
}) {}

export class HealthResponse extends withProperties(ProbeResponse, {
  version: Shown('The version of the service.', '1.0.0'),
  uptime_seconds: ShownInteger('Whole seconds since the process started.', 3_600),
}) {}

export function probeResponse(result: HealthCheckResult): ProbeResponse {
  const { status, info = {}, error = {}, details } = result;
  return { status, info, error, details };
}

export class WelcomeResponse extends withProperties({
  name: Shown('The name of the service.', 'agent-memory-service'),
  version: Shown('Its version.', '1.0.0'),
  docs: Shown('Path of the interactive documentation.', '/docs'),
  openapi: Shown('Path of the OpenAPI document.', '/openapi.json'),
  health: Shown('Path of the health report.', '/health'),
}) {}
