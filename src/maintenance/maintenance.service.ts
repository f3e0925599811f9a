import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { Clock } from '../common/clock';
import { traced } from '../common/tracing';
import { Database } from '../database/database';
import type { DatabaseLock } from '../database/database-lock';
import { RuntimeSettings } from '../settings/runtime-settings.service';
import { tallyText, type MaintenanceRun, type RunCause, type RunTally } from './maintenance-run';
import { MaintenanceRunner } from './maintenance-runner.service';
import { MaintenanceRunsRepository } from './maintenance-runs.repository';
import { isDue, nextTime } from './schedule';

const LOCK_NAME = 'maintenance';
/** By how much the clocks of replicas may differ. */
const CLOCK_TOLERANCE_MS = 3_600_000;
/** The piece of work under way is waited for, for as long as is reasonable. */
const STOP_TIMEOUT_MS = 5_000;

/** `busy`: another process is at it. `stopped`: it had to end half-way, and the next run does the rest. */
export type RunResult = { kind: 'finished'; tally: RunTally } | { kind: 'busy' } | { kind: 'stopped' };

export interface MaintenanceReport {
  /** Newest first. */
  runs: MaintenanceRun[];
  /** In the past when it is due now; null when this process runs none by itself. */
  nextRun: Date | null;
  isEnabled: boolean;
}

/** Runs maintenance: of all processes on a database one at a time, on the schedule or when told to. */
@Injectable()
export class MaintenanceService implements OnModuleDestroy {
  private readonly logger = new Logger('Maintenance');
  private isStopping = false;
  private underWay: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly database: Database,
    private readonly runs: MaintenanceRunsRepository,
    private readonly runner: MaintenanceRunner,
    private readonly settings: RuntimeSettings,
    private readonly clock: Clock,
  ) {}

  /** Stops before the next piece of work. */
  async onModuleDestroy(): Promise<void> {
    this.isStopping = true;
    let timer: NodeJS.Timeout | undefined;
    const tooLong = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, STOP_TIMEOUT_MS);
    });
    await Promise.race([this.underWay, tooLong]).finally(() => clearTimeout(timer));
  }

  /** Runs when the schedule says so and nobody else does. The very first time only notes when it was. */
  async runIfDue(): Promise<void> {
    if ((await this.whatIsDue()) === 'nothing') return;
    await this.locked(async (lock) => {
      // Another process may have been faster.
      const due = await this.whatIsDue();
      if (due === 'install') await this.runs.recordInstall(this.clock.now());
      if (due === 'run') await this.run('schedule', lock);
    });
  }

  /** Runs whatever the schedule says. */
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

  private async whatIsDue(): Promise<'nothing' | 'install' | 'run'> {
    await this.settings.fresh();
    const history = await this.history();
    if (history.lastStart === null) return 'install';
    return isDue(this.settings.get('schedule.cron'), history, this.clock.now()) ? 'run' : 'nothing';
  }

  private history() {
    return this.runs.history(new Date(this.clock.now().getTime() + CLOCK_TOLERANCE_MS));
  }

  /** Null when another process holds the lock, or this one ends. */
  private async locked<T>(work: (lock: DatabaseLock) => Promise<T>): Promise<T | null> {
    if (this.isStopping) return null;
    const lock = await this.database.lock(LOCK_NAME);
    if (lock === null) return null;
    const working = work(lock).finally(() => lock.release());
    this.underWay = working.catch(() => undefined);
    return working;
  }

  /** A run that does not come to its end is never marked as finished, so that it is repeated. */
  private run(cause: RunCause, lock: DatabaseLock): Promise<RunResult> {
    const start = { name: 'maintenance', kind: 'internal', facts: { 'maintenance.cause': cause } } as const;
    return traced(
      () => start,
      () => this.runToTheEnd(cause, lock),
    );
  }

  private async runToTheEnd(cause: RunCause, lock: DatabaseLock): Promise<RunResult> {
    const startedAt = this.clock.now();
    const id = await this.runs.start(cause, startedAt);
    const mayGoOn = async () => !this.isStopping && (await lock.isHeld());
    const tally = await this.runner.run({ id, startedAt, mayGoOn });
    if (tally === null) {
      this.logger.warn('Maintenance stopped half-way: the next run does the rest');
      return { kind: 'stopped' };
    }
    await this.runs.record(id, tally, this.clock.now());
    this.logger.log(`Maintenance finished (${tallyText(tally)})`);
    return { kind: 'finished', tally };
  }
}
