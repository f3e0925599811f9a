import { Controller, Get, Header, Res } from '@nestjs/common';
import type { Response } from 'express';
import { PACKAGE } from '../config/package';
import { ProbeService } from './probe.service';

/** Open to everyone: probes carry no key. */
@Controller()
export class ProbeController {
  constructor(private readonly probes: ProbeService) {}

  @Get('health')
  @Header('Cache-Control', 'no-store')
  async health(@Res({ passthrough: true }) response: Response) {
    const isReady = await this.probes.isReady();
    if (!isReady) response.status(503);
    return { status: isReady ? 'ok' : 'error', version: PACKAGE.version };
  }
}
