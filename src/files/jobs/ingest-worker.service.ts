import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { duringOperation } from '../../audit/audit-operation';
import { pause } from '../../common/deadline';
import { errorName } from '../../common/error-name';
import { Env } from '../../config/env';
import { FileJobsRepository } from './file-jobs.repository';
import { FileJobRunner } from './file-job-runner.service';
import { LEASE_MS } from './file-job';

/** Between two checks of an idle worker: uploads also reach other processes. */
const IDLE_MS = 2_000;
const LONGEST_WAIT_MS = 30_000;

/** Indexes uploaded files in the background. Its whole state is in the database. */
@Injectable()
export class IngestWorker implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger('Ingest');
  private readonly stopping = new AbortController();
  private running: Promise<unknown> = Promise.resolve();
  private wakeUp = new AbortController();
  /** In a row. */
  private failures = 0;

  constructor(
    private readonly jobs: FileJobsRepository,
    private readonly runner: FileJobRunner,
    private readonly env: Env,
  ) {}

  onApplicationBootstrap(): void {
    this.running = Promise.all(Array.from({ length: this.env.INGEST_CONCURRENCY }, () => this.run()));
  }

  /** Releases the jobs of this process. */
  async onModuleDestroy(): Promise<void> {
    this.stopping.abort(new Error('The service is stopping'));
    this.wakeUp.abort();
    await this.running;
  }

  /** Looks for a job now, because a file was uploaded. */
  wake(): void {
    if (this.failures > 0 || this.stopping.signal.aborted) return;
    this.wakeUp.abort();
    this.wakeUp = new AbortController();
  }

  private async run(): Promise<void> {
    while (!this.stopping.signal.aborted) {
      // Taken before the work: a file that is uploaded meanwhile ends the pause at once.
      const { signal } = this.wakeUp;
      const waitMs = await this.work();
      if (waitMs > 0) await pause(waitMs, signal);
    }
  }

  /** Does one job, if there is one; returns how long to pause after it, in ms. */
  private async work(): Promise<number> {
    try {
      const job = await this.jobs.take(LEASE_MS);
      this.failures = 0;
      if (job === null) return IDLE_MS;
      const operation = { operation: 'indexFile', actor: 'service' };
      await duringOperation(operation, () => this.runner.run(job, this.stopping.signal));
      return 0;
    } catch (error) {
      if (this.failures++ === 0) this.logger.warn(`Indexing pauses: ${errorName(error)}`);
      return Math.min(LONGEST_WAIT_MS, IDLE_MS * 2 ** (this.failures - 1));
    }
  }
}
