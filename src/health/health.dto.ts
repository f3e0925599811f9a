import { ApiProperty } from '@nestjs/swagger';
import type { HealthCheckResult, HealthIndicatorResult } from '@nestjs/terminus';

const STATUSES = ['ok', 'error', 'shutting_down'] as const;
const PARTS = { database: { status: 'up', kind: 'embedded' } };

/** The body that terminus gives a probe. */
export class ProbeResponse {
  /**
   * How the service is.
   * @example 'ok'
   */
  @ApiProperty({ enum: STATUSES })
  status!: (typeof STATUSES)[number];

  /** The parts that are up. */
  @ApiProperty({ example: PARTS, type: Object })
  info!: Partial<HealthIndicatorResult>;

  /**
   * The parts that are down.
   * @example {}
   */
  @ApiProperty({ type: Object })
  error!: Partial<HealthIndicatorResult>;

  /** All parts. */
  @ApiProperty({ example: PARTS, type: Object })
  details!: HealthIndicatorResult;
}

export class HealthResponse extends ProbeResponse {
  /**
   * The version of the service.
   * @example '1.0.0'
   */
  version!: string;

  /**
   * Whole seconds since the process started.
   * @example 3600
   */
  @ApiProperty({ type: 'integer' })
  uptime_seconds!: number;
}

export function probeResponse(result: HealthCheckResult): ProbeResponse {
  const { status, info = {}, error = {}, details } = result;
  return { status, info, error, details };
}

export class WelcomeResponse {
  /**
   * The name of the service.
   * @example 'agent-memory-service'
   */
  name!: string;

  /**
   * Its version.
   * @example '1.0.0'
   */
  version!: string;

  /**
   * Path of the interactive documentation.
   * @example '/docs'
   */
  docs!: string;

  /**
   * Path of the OpenAPI document.
   * @example '/openapi.json'
   */
  openapi!: string;

  /**
   * Path of the health report.
   * @example '/health'
   */
  health!: string;
}
