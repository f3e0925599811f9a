import { Injectable } from '@nestjs/common';
import { HealthIndicatorService, type HealthIndicatorResult } from '@nestjs/terminus';
import { Stopping } from '../common/stopping';

/** Tells load balancers to send nothing more to a process that is about to end. */
@Injectable()
export class StoppingHealth {
  constructor(
    private readonly stopping: Stopping,
    private readonly indicators: HealthIndicatorService,
  ) {}

  /** Nothing until the process is told to stop. */
  check(): HealthIndicatorResult {
    if (!this.stopping.begun) return {};
    return this.indicators.check('service').down({ message: 'stopping' });
  }
}
