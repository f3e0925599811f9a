import { Injectable } from '@nestjs/common';
import { HealthIndicatorService, type HealthIndicatorResult } from '@nestjs/terminus';
import { inTime } from '../common/in-time';
import type { MaintenanceRun } from '../maintenance/maintenance-run';
import { MaintenanceService } from '../maintenance/maintenance.service';

const TIMEOUT_MS = 3_000;
/** Held agents named. */
const MAX_LISTED = 20;

/**
 * How the last run of maintenance went. Always up: one that failed, or held an agent's sweep, wants somebody to
 * look, but is no reason to take the service out of service.
 */
@Injectable()
export class MaintenanceHealth {
  constructor(
    private readonly maintenance: MaintenanceService,
    private readonly indicators: HealthIndicatorService,
  ) {}

  /** Nothing while the database does not answer, which is told by another part. */
  async check(): Promise<HealthIndicatorResult> {
    const report = await inTime(this.maintenance.report(1), TIMEOUT_MS);
    if (report === null) return {};
    return this.indicators.check('maintenance').up({
      enabled: report.isEnabled,
      ...lastRun(report.runs[0] ?? null),
      next_run: report.nextRun?.toISOString() ?? null,
    });
  }
}

function lastRun(run: MaintenanceRun | null) {
  if (run === null) return { last_started: null, last_finished: null, errors: 0, held_count: 0, held: [] };
  return {
    last_started: run.startedAt.toISOString(),
    last_finished: run.finishedAt?.toISOString() ?? null,
    errors: run.errors.length,
    held_count: run.held.length,
    held: run.held.slice(0, MAX_LISTED),
  };
}
