import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { errorName } from '../../common/error-name';
import { Env } from '../../config/env';
import { FileJobsRepository } from './file-jobs.repository';
import { FileJobRunner } from './file-job-runner.service';
import { LEASE_MS } from './lease';

/** Between two looks when nothing is to do: files come to other processes too. */
const IDLE_MS = 2_000;
const LONGEST_WAIT_MS = 30_000;

/** Indexes uploaded files in the background, so many at a time. All it knows is in the database. */
@Injectable()
export class IngestWorker implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger('Ingest');
  private readonly stopping = new AbortController();
  private running: Promise<unknown> = Promise.resolve();
  private readonly resting = new Set<() => void>();
  /** Counts what came while nobody rested. */
  private nudges = 0;
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

  /** Gives back what is under way. */
  async onModuleDestroy(): Promise<void> {
    this.stopping.abort(new Error('The service is stopping'));
    this.rise();
    await this.running;
  }

  /** A file came: look now. */
  nudge(): void {
    this.nudges++;
    if (this.failures === 0) this.rise();
  }

  private async run(): Promise<void> {
    while (!this.stopping.signal.aborted) {
      const nudges = this.nudges;
      const waitMs = await this.work();
      if (nudges === this.nudges || this.failures > 0) await this.rest(waitMs);
    }
  }

  /** Works once; how long to rest then, in milliseconds. */
  private async work(): Promise<number> {
    try {
      const job = await this.jobs.take(LEASE_MS);
      this.failures = 0;
      if (job === null) return IDLE_MS;
      await this.runner.run(job, this.stopping.signal);
      return 0;
    } catch (error) {
      if (this.failures++ === 0) this.logger.warn(`Indexing pauses: ${errorName(error)}`);
      return Math.min(LONGEST_WAIT_MS, IDLE_MS * 2 ** (this.failures - 1));
    }
  }

  private async rest(ms: number): Promise<void> {
    if (ms === 0 || this.stopping.signal.aborted) return;
    await new Promise<void>((resolve) => {
      const rise = () => {
        clearTimeout(timer);
        this.resting.delete(rise);
        resolve();
      };
      const timer = setTimeout(rise, ms);
      timer.unref();
      this.resting.add(rise);
    });
  }

  private rise(): void {
    for (const rise of [...this.resting]) rise();
  }
}
