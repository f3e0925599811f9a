import { Injectable, Logger } from '@nestjs/common';
import { isBackendUnavailable } from '../../common/domain-error';
import { errorName } from '../../common/error-name';
import { type Span, type SpanStart, traced } from '../../common/tracing';
import { isWorthRepeating } from '../../database/database-errors';
import { FileStore } from '../file-store';
import { UnreadableFile } from '../file-content';
import { failureOf, type FileJob, JobLost, LEASE_MS, MAX_ATTEMPTS, waitAfter } from './file-job';
import { FileJobsRepository } from './file-jobs.repository';
import { FileReading } from './file-reading.service';

const RENEWALS = 3;
const INTERRUPTED = `Reading the file was interrupted ${MAX_ATTEMPTS} times`;

/** Does one job and records its outcome. */
@Injectable()
export class FileJobRunner {
  private readonly logger = new Logger('Ingest');

  constructor(
    private readonly jobs: FileJobsRepository,
    private readonly reading: FileReading,
    private readonly store: FileStore,
  ) {}

  /** Throws only when the database fails; then the job is taken again after its hold expires. */
  run(job: FileJob, stopping: AbortSignal): Promise<void> {
    return traced(spanOf(job), (span) => this.work(job, stopping, span));
  }

  private async work(job: FileJob, stopping: AbortSignal, span: Span | null): Promise<void> {
    const lost = new AbortController();
    const heartbeat = this.keepAlive(job, lost);
    try {
      if (job.attempts > MAX_ATTEMPTS) throw new UnreadableFile(INTERRUPTED);
      await this.reading.read(job, AbortSignal.any([lost.signal, stopping]));
      if (await this.jobs.finish(job)) await this.dropBytes(job);
      else await this.leave(job);
    } catch (error) {
      span?.fail(errorName(error));
      if (stopping.aborted) await this.jobs.postpone(job, 0, false);
      else if (lost.signal.aborted || error instanceof JobLost) await this.leave(job);
      else await this.settle(job, error);
    } finally {
      clearInterval(heartbeat);
    }
  }

  private keepAlive(job: FileJob, lost: AbortController): NodeJS.Timeout {
    const renew = async () => {
      if (!(await this.jobs.extend(job, LEASE_MS))) lost.abort(new JobLost());
    };
    // After a failed extension the next one may succeed.
    return setInterval(() => void renew().catch(() => undefined), LEASE_MS / RENEWALS).unref();
  }

  private async settle(job: FileJob, error: unknown): Promise<void> {
    if (!(await this.jobs.isWanted(job.file.fileId))) return this.leave(job);
    const failure = failureOf(error, job.attempts, isElsewhere(error));
    if (failure.trace !== null) this.logger.warn(`File ${job.file.fileId}: ${failure.trace}`);
    if (failure.isFinal) {
      // The bytes first: after the file has failed, a client may upload it again under the same key.
      if (await this.jobs.extend(job, LEASE_MS)) await this.dropBytes(job);
      if (!(await this.jobs.fail(job, failure.message))) await this.leave(job);
    } else {
      await this.jobs.postpone(job, waitAfter(job.attempts), failure.counts);
    }
  }

  private async leave(job: FileJob): Promise<void> {
    if (!(await this.jobs.isWanted(job.file.fileId))) await this.dropBytes(job);
  }

  /** After a failure, maintenance deletes the bytes. */
  private async dropBytes({ file }: FileJob): Promise<void> {
    await this.store.delete(file.fileId).catch((error: unknown) => {
      const cause = errorName(error);
      this.logger.warn(`The bytes of file ${file.fileId} were not removed: ${cause}`);
    });
  }
}

function spanOf({ file, attempts }: FileJob): SpanStart {
  const facts = { 'agent.id': file.agentId, 'file.id': file.fileId, 'job.attempt': attempts };
  return { name: 'read file', kind: 'internal', facts };
}

/** The backend, the file store or the database is not available. */
function isElsewhere(error: unknown): boolean {
  return isBackendUnavailable(error) || isWorthRepeating(error);
}
