import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Cron, CronExpression } from '@nestjs/schedule';
import { FailureLog } from '../common/failure-log';
import { RuntimeSettings } from '../settings/runtime-settings.service';
import { failureText } from './maintenance-runner.service';
import { MaintenanceService } from './maintenance.service';

/** A missed run is caught up soon after the start, but after the first requests. */
const START_DELAY_MS = 2_000;
/** A busy process may be late by this much and still do its work. */
const LATENESS_MS = 50_000;

/** Checks every minute whether maintenance is due, so that a changed schedule applies at once. */
@Injectable()
export class MaintenanceScheduler implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger('Maintenance');
  private starting: NodeJS.Timeout | null = null;
  private readonly failures = new FailureLog((message) => this.logger.warn(message));

  constructor(
    private readonly maintenance: MaintenanceService,
    private readonly settings: RuntimeSettings,
  ) {}

  onApplicationBootstrap(): void {
    this.starting = setTimeout(() => void this.tick(), START_DELAY_MS).unref();
  }

  onModuleDestroy(): void {
    if (this.starting) clearTimeout(this.starting);
  }

  @Cron(CronExpression.EVERY_MINUTE, { waitForCompletion: true, unrefTimeout: true, threshold: LATENESS_MS })
  async tick(): Promise<void> {
    try {
      await this.settings.fresh();
      if (this.settings.get('schedule.enabled')) await this.maintenance.runIfDue();
    } catch (error) {
      this.failures.note('Maintenance cannot run', failureText(error));
    }
  }
}
