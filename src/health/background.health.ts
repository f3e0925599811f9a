import { Injectable } from '@nestjs/common';
import {
  HealthIndicatorService,
  type HealthIndicatorFunction,
  type HealthIndicatorResult,
} from '@nestjs/terminus';
import { AuditSealer } from '../audit/audit-sealer.service';
import { MemorySearch } from '../backend/memory-search';
import { inTime } from '../common/deadline';
import { FileJobsRepository } from '../files/jobs/file-jobs.repository';
import type { MaintenanceRun } from '../maintenance/maintenance-run';
import { MaintenanceService } from '../maintenance/maintenance.service';

const TIMEOUT_MS = 3_000;
const MAX_LISTED = 20;

/** Background work and recall indexes: always up, since the service answers. A report that is late is left out. */
@Injectable()
export class BackgroundReports {
  readonly all: readonly HealthIndicatorFunction[] = [
    () => this.embeddings(),
    () => this.files(),
    () => this.recallIndexes(),
    () => this.lastMaintenance(),
    () => this.audit(),
  ];

  constructor(
    private readonly search: MemorySearch,
    private readonly jobs: FileJobsRepository,
    private readonly maintenance: MaintenanceService,
    private readonly indicators: HealthIndicatorService,
    private readonly sealer: AuditSealer,
  ) {}

  /** Empty if memories are not embedded. */
  private async embeddings(): Promise<HealthIndicatorResult> {
    const report = await inTime(this.search.embeddingReport(), TIMEOUT_MS);
    if (report === null) return {};
    return this.indicators.check('embeddings').up({
      model: report.model,
      ...(report.replaces !== null && { replaces: report.replaces }),
      backlog: report.backlog?.waiting ?? null,
      failing: report.backlog?.failing ?? null,
      ...(report.lastError !== null && { last_error: report.lastError }),
    });
  }

  private async files(): Promise<HealthIndicatorResult> {
    const report = await inTime(this.jobs.report(), TIMEOUT_MS);
    return report === null ? {} : this.indicators.check('files').up({ ...report });
  }

  /** The recall indexes of this process; empty if another server has the indexes. An index beyond its budget is kept. */
  private recallIndexes(): HealthIndicatorResult {
    const report = this.search.indexReport();
    if (report === null) return {};
    const { indexes, memories, bytes, budgetBytes, excessBytes, neededMb, evictions, refusals } = report;
    return this.indicators.check('recall_indexes').up({
      indexes,
      memories,
      bytes,
      budget_bytes: budgetBytes,
      evictions,
      refusals,
      ...(neededMb !== null && {
        excess_bytes: excessBytes,
        message: `An index is larger than the memory for all of them: set RECALL_INDEX_MEMORY_MB to at least ${neededMb}`,
      }),
    });
  }

  /** Empty while all chains go on. */
  private audit(): HealthIndicatorResult {
    const problems = this.sealer.problems();
    if (problems.length === 0) return {};
    return this.indicators.check('audit').up({ failing: problems.slice(0, MAX_LISTED) });
  }

  private async lastMaintenance(): Promise<HealthIndicatorResult> {
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
