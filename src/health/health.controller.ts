import { Controller, Get, Header, HttpStatus, Res } from '@nestjs/common';
import { ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Documented } from '../common/documented';
import { PACKAGE } from '../config/package';
import { HealthResponse, ProbeResponse, WelcomeResponse } from './health.dto';
import { HealthService } from './health.service';

/** Open to everyone: probes carry no credential. */
@ApiTags('System')
@Controller()
export class HealthController {
  constructor(private readonly health: HealthService) {}

  @Get()
  @Documented({
    summary: 'Name, version and where to read on',
    description: 'Links to the documentation and to the health report.',
    response: WelcomeResponse,
    errors: [],
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
    errors: [],
  })
  live(): Promise<ProbeResponse> {
    return this.health.live();
  }

  @Get('ready')
  @Header('Cache-Control', 'no-store')
  @Documented({
    summary: 'Whether requests can be served',
    description:
      'The database is reachable and its migrations are applied; a memory backend outside of the service answers.',
    response: ProbeResponse,
    errors: [],
  })
  @ApiResponse({ status: 503, type: ProbeResponse, description: 'A part that is needed is down.' })
  async ready(@Res({ passthrough: true }) response: Response): Promise<ProbeResponse> {
    return answered(await this.health.ready(), response);
  }

  @Get('health')
  @Header('Cache-Control', 'no-store')
  @Documented({
    summary: 'The state of every part, with version and uptime',
    description: 'Checks what `/ready` checks, and reports the state of background work.',
    response: HealthResponse,
    errors: [],
  })
  @ApiResponse({ status: 503, type: HealthResponse, description: 'A part that is needed is down.' })
  async getHealth(@Res({ passthrough: true }) response: Response): Promise<HealthResponse> {
    return answered(await this.health.health(), response);
  }
}

function answered<T extends ProbeResponse>(body: T, response: Response): T {
  if (body.status !== 'ok') response.status(HttpStatus.SERVICE_UNAVAILABLE);
  return body;
}
