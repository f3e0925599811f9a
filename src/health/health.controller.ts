import { Controller, Get, Header, HttpStatus, Res, ServiceUnavailableException } from '@nestjs/common';
import { ApiResponse, ApiTags } from '@nestjs/swagger';
import { HealthCheckService, type HealthCheckResult, type HealthIndicatorFunction } from '@nestjs/terminus';
import type { Response } from 'express';
import { Documented } from '../common/documented';
import { PACKAGE } from '../config/package';
import { BackgroundReports } from './background.health';
import { HealthResponse, probeResponse, ProbeResponse, WelcomeResponse } from './health.dto';
import { ReadinessChecks } from './readiness.health';

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
      'All workers listen, the database accepts a write (`database` says why not) and its migrations are applied; a memory backend outside of the service answers.',
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
    const result = await this.run([...this.readiness.all, ...this.readiness.details, ...this.background.all]);
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
