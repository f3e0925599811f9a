import { Controller, Get, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { ManagementRoute } from '../access/loopback-or-api-key.guard';
import { Metrics } from './metrics.service';

/** For Prometheus rather than for clients, and so in no document of theirs. */
@ApiExcludeController()
@Controller('metrics')
@ManagementRoute()
export class MetricsController {
  constructor(private readonly metrics: Metrics) {}

  @Get()
  async read(@Res() response: Response): Promise<void> {
    const text = await this.metrics.text();
    response.set({ 'Content-Type': this.metrics.contentType, 'Cache-Control': 'no-store' });
    response.send(text);
  }
}
