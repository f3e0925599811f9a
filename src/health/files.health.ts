import { Injectable } from '@nestjs/common';
import { HealthIndicatorService, type HealthIndicatorResult } from '@nestjs/terminus';
import { inTime } from '../common/in-time';
import { FileJobsRepository } from '../files/jobs/file-jobs.repository';

const TIMEOUT_MS = 3_000;

/** How many uploaded files are still to be read. Always up: a backlog is no reason to take the service out of service. */
@Injectable()
export class FilesHealth {
  constructor(
    private readonly jobs: FileJobsRepository,
    private readonly indicators: HealthIndicatorService,
  ) {}

  /** Nothing while the database does not answer, which is told by another part. */
  async check(): Promise<HealthIndicatorResult> {
    const report = await inTime(this.jobs.report(), TIMEOUT_MS);
    if (report === null) return {};
    return this.indicators.check('files').up({ ...report });
  }
}
