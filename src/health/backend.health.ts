import { Injectable } from '@nestjs/common';
import { HealthIndicatorService, type HealthIndicatorResult } from '@nestjs/terminus';
import { MemoryStore } from '../backend/memory-store';
import { answersInTime } from '../common/in-time';
import { Env } from '../config/env';

const TIMEOUT_MS = 3_000;

/** Whether the backend answers that has the memories. While calls to it fail at once, it does not. */
@Injectable()
export class BackendHealth {
  constructor(
    private readonly memories: MemoryStore,
    private readonly env: Env,
    private readonly indicators: HealthIndicatorService,
  ) {}

  /** Nothing where memories are in the service's own database, which is another part. */
  async check(): Promise<HealthIndicatorResult> {
    const mode = this.env.BACKEND_MODE;
    if (mode === 'embedded') return {};
    const indicator = this.indicators.check('backend');
    const answered = await answersInTime(this.memories.ping(), TIMEOUT_MS);
    // Not why: that would name addresses, and probes are open to all.
    return answered ? indicator.up({ mode }) : indicator.down({ mode, message: 'does not answer' });
  }
}
