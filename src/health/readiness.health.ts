import { Injectable } from '@nestjs/common';
import {
  HealthIndicatorService,
  type HealthIndicatorFunction,
  type HealthIndicatorResult,
} from '@nestjs/terminus';
import { MemoryStore } from '../backend/memory-store';
import { answersInTime } from '../common/deadline';
import { ProcessState } from '../common/process-state';
import { Env } from '../config/env';
import { PrismaService } from '../database/prisma.service';

const TIMEOUT_MS = 3_000;
/** Without the reason: it may name addresses, and everyone may call the probes. */
const NO_ANSWER = { message: 'does not answer' };

/** The parts without which no request can be served. */
@Injectable()
export class ReadinessChecks {
  readonly all: readonly HealthIndicatorFunction[] = [
    () => this.service(),
    () => this.storage(),
    () => this.memories(),
  ];

  constructor(
    private readonly state: ProcessState,
    private readonly prisma: PrismaService,
    private readonly store: MemoryStore,
    private readonly env: Env,
    private readonly indicators: HealthIndicatorService,
  ) {}

  /** Down until all workers listen, and while the process stops, so that load balancers send no requests. */
  private service(): HealthIndicatorResult {
    const { phase } = this.state;
    return phase === 'serving' ? {} : this.indicators.check('service').down({ message: phase });
  }

  /** The migrations are applied before the service listens. */
  private async storage(): Promise<HealthIndicatorResult> {
    const indicator = this.indicators.check('database');
    const details = { kind: this.prisma.kind };
    const answered = await answersInTime(this.prisma.ping(), TIMEOUT_MS);
    return answered ? indicator.up(details) : indicator.down({ ...details, ...NO_ANSWER });
  }

  /** The backend server, unless memories are in the database of the service. */
  private async memories(): Promise<HealthIndicatorResult> {
    const mode = this.env.BACKEND_MODE;
    if (mode === 'embedded') return {};
    const indicator = this.indicators.check('backend');
    const answered = await answersInTime(this.store.ping(), TIMEOUT_MS);
    return answered ? indicator.up({ mode }) : indicator.down({ mode, ...NO_ANSWER });
  }
}
