import type { HealthCheckResult, HealthCheckStatus, HealthIndicatorResult } from '@nestjs/terminus';
import { Shown } from '../common/fields';

const STATUSES = ['ok', 'error', 'shutting_down'] as const;
const PARTS = { database: { status: 'up', kind: 'embedded' } };

/** The body that terminus gives a probe. */
export class ProbeResponse {
  @Shown('How the service is.', 'ok', { enum: STATUSES })
  status!: HealthCheckStatus;

  @Shown('The parts that are up.', PARTS, { type: Object })
  info!: Partial<HealthIndicatorResult>;

  @Shown('The parts that are down.', {}, { type: Object })
  error!: Partial<HealthIndicatorResult>;

  @Shown('All parts.', PARTS, { type: Object })
  details!: HealthIndicatorResult;
}

export class HealthResponse extends ProbeResponse {
  @Shown('The version of the service.', '1.0.0')
  version!: string;

  @Shown('Whole seconds since the process started.', 3_600, { type: 'integer' })
  uptime_seconds!: number;
}

export function probeResponse(result: HealthCheckResult): ProbeResponse {
  const { status, info = {}, error = {}, details } = result;
  return { status, info, error, details };
}

export class WelcomeResponse {
  @Shown('The name of the service.', 'agent-memory-service')
  name!: string;

  @Shown('Its version.', '1.0.0')
  version!: string;

  @Shown('Path of the interactive documentation.', '/docs')
  docs!: string;

  @Shown('Path of the OpenAPI document.', '/openapi.json')
  openapi!: string;

  @Shown('Path of the health report.', '/health')
  health!: string;
}
