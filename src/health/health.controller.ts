import { Controller, Get, Header, HttpStatus, Res, ServiceUnavailableException } from '@nestjs/common';
import { ApiResponse, ApiTags } from '@nestjs/swagger';
import {
  HealthCheckService,
  type HealthCheckResult,
  type HealthIndicatorFunction,
  type HealthIndicatorResult,
} from '@nestjs/terminus';
import type { Response } from 'express';
import { Documented } from '../common/documented';
import { Shown, ShownInteger } from '../common/fields';
import { withProperties } from '../common/with-properties';
import { PACKAGE } from '../config/package';
import { BackgroundReports } from './background.health';
import { ReadinessChecks } from './readiness.health';

const STATUSES = ['ok', 'error', 'shutting_down'] as const;
const PARTS = { database: { status: 'up', kind: 'embedded' } };

/** The body that terminus gives a probe. */
class ProbeResponse extends withProperties({
  status: Shown('How the service is.', 'ok', { enum: STATUSES }),
  info: Shown<Partial<HealthIndicatorResult>>('The parts that are up.', PARTS, { type: Object }),
  error: Shown<Partial<HealthIndicatorResult>>('The parts that are down.', {}, { type: Object }),
  details: Shown<HealthIndicatorResult>('All parts.', PARTS, { type: Object }),
}) {}

class HealthResponse extends withProperties(ProbeResponse, {
  version: Shown('The version of the service.', '1.0.0'),
  uptime_seconds: ShownInteger('Whole seconds since the process started.', 3_600),
}) {}

function probeResponse(result: HealthCheckResult): ProbeResponse {
  const { status, info = {}, error = {}, details } = result;
  return { status, info, error, details };
}

class WelcomeResponse extends withProperties({
  name: Shown('The name of the service.', 'agent-memory-service'),
  version: Shown('Its version.', '1.0.0'),
  docs: Shown('Path of the interactive documentation.', '/docs'),
  openapi: Shown('Path of the OpenAPI document.', '/openapi.json'),
  health: Shown('Path of the health report.', '/health'),
}) {}

/** Open to everyone: probes carry no credential. */
@ApiTags('System')
@Controller()
export class HealthController {
  constructor(
    private readonly checks: HealthCheckService,
    private readonly readiness: ReadinessChecks,
    private readonly background: BackgroundReports,
  ) {}

  @Get()
  @Documented({
    summary: 'Name, version and where to read on',
    description: 'Links to the documentation and to the health report.',
    response: WelcomeResponse,
  })
  welcome(): WelcomeResponse {
    return {
      name: PACKAGE.name,
      version: PACKAGE.version,
      docs: '/docs',
      openapi: '/openapi.json',
      health: '/health',
    };
  }

  @Get('live')
  @Header('Cache-Control', 'no-store')
  @Documented({
    summary: 'Whether the process answers',
    description: 'Checks nothing else: restart the process if it fails.',
    response: ProbeResponse,
  })
  async live(): Promise<ProbeResponse> {
    return probeResponse(await this.run([]));
  }

  @Get('ready')
  @Header('Cache-Control', 'no-store')
  @Documented({
    summary: 'Whether requests can be served',
    description:
      'The database is reachable and its migrations are applied; a memory backend outside of the service answers.',
    response: ProbeResponse,
  })
  @ApiResponse({ status: 503, type: ProbeResponse, description: 'A part that is needed is down.' })
  async ready(@Res({ passthrough: true }) response: Response): Promise<ProbeResponse> {
    return answered(probeResponse(await this.run(this.readiness.all)), response);
  }

  @Get('health')
  @Header('Cache-Control', 'no-store')
  @Documented({
    summary: 'The state of every part, with version and uptime',
    description: 'Checks what `/ready` checks, and reports the state of background work.',
    response: HealthResponse,
  })
  @ApiResponse({ status: 503, type: HealthResponse, description: 'A part that is needed is down.' })
  async getHealth(@Res({ passthrough: true }) response: Response): Promise<HealthResponse> {
    const result = await this.run([...this.readiness.all, ...this.background.all]);
    const uptime = Math.floor(process.uptime());
    const body = { ...probeResponse(result), version: PACKAGE.version, uptime_seconds: uptime };
    return answered(body, response);
  }

  /** Terminus throws its report if a part is down. */
  private run(parts: readonly HealthIndicatorFunction[]): Promise<HealthCheckResult> {
    return this.checks.check([...parts]).catch((error: unknown) => {
      if (error instanceof ServiceUnavailableException) return error.getResponse() as HealthCheckResult;
      throw error;
    });
  }
}

function answered<T extends ProbeResponse>(body: T, response: Response): T {
  if (body.status !== 'ok') response.status(HttpStatus.SERVICE_UNAVAILABLE);
  return body;
}
