import type { HealthCheckResult, HealthCheckStatus, HealthIndicatorResult } from '@nestjs/terminus';
import { Shown } from '../common/fields';

const STATUSES = ['ok', 'error', 'shutting_down'] as const;
const PARTS = { database: { status: 'up', kind: 'embedded' } };

/** The body that terminus gives a probe. */
export class ProbeResponse {
  @Shown({ description: 'How the service is.', example: 'ok', enum: STATUSES })
  status!: HealthCheckStatus;

  @Shown({ description: 'The parts that are up.', example: PARTS, type: Object })
  info!: Partial<HealthIndicatorResult>;

  @Shown({ description: 'The parts that are down.', example: {}, type: Object })
  error!: Partial<HealthIndicatorResult>;

  @Shown({ description: 'All parts.', example: PARTS, type: Object })
  details!: HealthIndicatorResult;
}

export class HealthResponse extends ProbeResponse {
  @Shown({ description: 'The version of the service.', example: '1.0.0' })
  version!: string;

  @Shown({ description: 'Whole seconds since the process started.', example: 3_600, type: 'integer' })
  uptime_seconds!: number;
}

export function probeResponse(result: HealthCheckResult): ProbeResponse {
  const { status, info = {}, error = {}, details } = result;
  return { status, info, error, details };
}

export class WelcomeResponse {
  @Shown({ description: 'The name of the service.', example: 'agent-memory-service' })
  name!: string;

  @Shown({ description: 'Its version.', example: '1.0.0' })
  version!: string;

  @Shown({ description: 'Path of the interactive documentation.', example: '/docs' })
  docs!: string;

  @Shown({ description: 'Path of the OpenAPI document.', example: '/openapi.json' })
  openapi!: string;

  @Shown({ description: 'Path of the health report.', example: '/health' })
  health!: string;
}
