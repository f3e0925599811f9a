import { Injectable } from '@nestjs/common';
import { HealthIndicatorService, type HealthIndicatorResult } from '@nestjs/terminus';
import { answersInTime } from '../common/in-time';
import { Database } from '../database/database';

const TIMEOUT_MS = 3_000;

/** Whether the database answers. Its migrations are applied before the service listens. */
@Injectable()
export class DatabaseHealth {
  constructor(
    private readonly database: Database,
    private readonly indicators: HealthIndicatorService,
  ) {}

  async check(): Promise<HealthIndicatorResult> {
    const indicator = this.indicators.check('database');
    const details = { kind: this.database.kind };
    const answered = await answersInTime(this.database.ping(), TIMEOUT_MS);
    // Not why: that would name addresses, and probes are open to all.
    return answered ? indicator.up(details) : indicator.down({ ...details, message: 'does not answer' });
  }
}
