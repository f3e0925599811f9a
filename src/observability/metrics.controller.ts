import { Controller, Get, Res } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { ManagementRoute } from '../access/loopback-or-api-key.guard';
import { Metrics } from './metrics.service';

@ApiTags('System')
@Controller('metrics')
@ManagementRoute()
export class MetricsController {
  constructor(private readonly metrics: Metrics) {}

  @Get()
  @ApiOperation({
    summary: 'Metrics for Prometheus',
    description: 'The metrics of this process, or the sum of its workers, in the text format of Prometheus.',
  })
  @ApiResponse({
    status: 200,
    description: 'Success.',
    content: { 'text/plain': { schema: { type: 'string' } } },
  })
  async getMetrics(@Res() response: Response): Promise<void> {
    const text = await this.metrics.text();
    response.set({ 'Content-Type': this.metrics.contentType, 'Cache-Control': 'no-store' });
    response.send(text);
  }
}
