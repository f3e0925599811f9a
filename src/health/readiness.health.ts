import { Injectable } from '@nestjs/common';
import {
  HealthIndicatorService,
  type HealthIndicatorFunction,
  type HealthIndicatorResult,
} from '@nestjs/terminus';
import { MemoryStore } from '../backend/memory-store';
import { answersInTime, inTime } from '../common/deadline';
import { ProcessState } from '../common/process-state';
import { Env } from '../config/env';
import { PrismaService } from '../database/prisma.service';
import { writeProblemText } from '../database/refused-writes';

const TIMEOUT_MS = 3_000;
/** A commit that waits for its standby is given up after three seconds. */
const WRITE_TIMEOUT_MS = 5_000;
const NO_PROBLEM = 'none';
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

  /** Not needed: they say how the parts are. */
  readonly details: readonly HealthIndicatorFunction[] = [() => this.replication()];

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

  /** The migrations are applied before the service listens. What cannot be written answers few requests. */
  private async storage(): Promise<HealthIndicatorResult> {
    const indicator = this.indicators.check('database');
    const details = { kind: this.prisma.kind };
    const tried = this.prisma.writeProblem().then((found) => found ?? NO_PROBLEM);
    const problem = (await inTime(tried, WRITE_TIMEOUT_MS)) ?? 'does_not_answer';
    if (problem === NO_PROBLEM) return indicator.up(details);
    if (problem === 'does_not_answer') return indicator.down({ ...details, ...NO_ANSWER });
    return indicator.down({ ...details, message: writeProblemText(problem), reason: problem });
  }

  /** The replication of a database server, without the names of its standbys. */
  private async replication(): Promise<HealthIndicatorResult> {
    const found = await this.prisma.replication();
    if (found === null) return {};
    return this.indicators.check('replication').up({
      mode: found.mode,
      standbys: found.standbys,
      lag_bytes: found.lagBytes,
      lag_seconds: found.lagSeconds,
      last_failover: found.lastFailover?.toISOString() ?? null,
    });
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
