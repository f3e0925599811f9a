import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { Clock } from '../common/clock';
import { inTime } from '../common/deadline';
import { traced } from '../common/tracing';
import { PrismaService } from '../database/prisma.service';
import type { DatabaseLock } from '../database/database-lock';
import { RuntimeSettings } from '../settings/runtime-settings.service';
import {
  tallyText,
  type MaintenanceRun,
  type RunCause,
  type RunTally,
  isDue,
  nextTime,
} from './maintenance-run';
import { MaintenanceRunner } from './maintenance-runner.service';
import { MaintenanceRunsRepository } from './maintenance-runs.repository';

const LOCK_NAME = 'maintenance';
/** The largest difference between the clocks of replicas. */
const CLOCK_TOLERANCE_MS = 3_600_000;
/** Shutdown waits this long for the current step. */
const STOP_TIMEOUT_MS = 5_000;

/** `busy`: another process runs maintenance. `stopped`: the next run does the rest. */
export type RunResult = { kind: 'finished'; tally: RunTally } | { kind: 'busy' } | { kind: 'stopped' };

export interface MaintenanceReport {
  /** Newest first. */
  runs: MaintenanceRun[];
  /** In the past when it is due now; null when the schedule is disabled. */
  nextRun: Date | null;
  isEnabled: boolean;
}

/** Runs maintenance, on the schedule or on command, in one process of a database at a time. */
@Injectable()
export class MaintenanceService implements OnModuleDestroy {
  private readonly logger = new Logger('Maintenance');
  private isStopping = false;
  private current: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly prisma: PrismaService,
    private readonly runs: MaintenanceRunsRepository,
    private readonly runner: MaintenanceRunner,
    private readonly settings: RuntimeSettings,
    private readonly clock: Clock,
  ) {}

  /** Stops before the next step. */
  async onModuleDestroy(): Promise<void> {
    this.isStopping = true;
    await inTime(this.current, STOP_TIMEOUT_MS);
  }

  /** The first call on a new database only records the time. */
  async runIfDue(): Promise<void> {
    if ((await this.findDue()) === 'nothing') return;
    await this.locked(async (lock) => {
      // Another process may have run it before this one got the lock.
      const due = await this.findDue();
      if (due === 'install') await this.runs.recordInstall(this.clock.now());
      if (due === 'run') await this.run('schedule', lock);
    });
  }

  /** Runs now, also outside the schedule. */
  async runNow(): Promise<RunResult> {
    await this.settings.fresh();
    if (this.isStopping) return { kind: 'stopped' };
    return (await this.locked((lock) => this.run('command', lock))) ?? { kind: 'busy' };
  }

  async report(limit: number): Promise<MaintenanceReport> {
    await this.settings.fresh();
    const isEnabled = this.settings.get('schedule.enabled');
    const [runs, nextRun] = await Promise.all([
      this.runs.findRecent(limit),
      isEnabled ? this.findNextRun() : null,
    ]);
    return { runs, nextRun, isEnabled };
  }

  private async findNextRun(): Promise<Date> {
    const { lastStart } = await this.history();
    return nextTime(this.settings.get('schedule.cron'), lastStart ?? this.clock.now());
  }

  private async findDue(): Promise<'nothing' | 'install' | 'run'> {
    await this.settings.fresh();
    const history = await this.history();
    if (history.lastStart === null) return 'install';
    return isDue(this.settings.get('schedule.cron'), history, this.clock.now()) ? 'run' : 'nothing';
  }

  private history() {
    return this.runs.history(new Date(this.clock.now().getTime() + CLOCK_TOLERANCE_MS));
  }

  /** Null when another process holds the lock, or this one stops. */
  private async locked<T>(work: (lock: DatabaseLock) => Promise<T>): Promise<T | null> {
    if (this.isStopping) return null;
    const lock = await this.prisma.lock(LOCK_NAME);
    if (lock === null) return null;
    const working = work(lock).finally(() => lock.release());
    this.current = working.catch(() => undefined);
    return working;
  }

  private run(cause: RunCause, lock: DatabaseLock): Promise<RunResult> {
    const start = { name: 'maintenance', kind: 'internal', facts: { 'maintenance.cause': cause } } as const;
    return traced(start, () => this.runAll(cause, lock));
  }

  private async runAll(cause: RunCause, lock: DatabaseLock): Promise<RunResult> {
    const startedAt = this.clock.now();
    const id = await this.runs.start(cause, startedAt);
    const mayContinue = async () => !this.isStopping && (await lock.isHeld());
    const tally = await this.runner.run({ id, startedAt, mayContinue });
    if (tally === null) {
      this.logger.warn('Maintenance stopped half-way: the next run does the rest');
      return { kind: 'stopped' };
    }
    await this.runs.record(id, tally, this.clock.now());
    this.logger.log(`Maintenance finished (${tallyText(tally)})`);
    return { kind: 'finished', tally };
  }
}
