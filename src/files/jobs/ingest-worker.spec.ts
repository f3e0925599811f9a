import { Env } from '../../config/env';
import type { FileRecord } from '../file-record';
import type { FileJob } from './file-job';
import type { FileJobRunner } from './file-job-runner.service';
import type { FileJobsRepository } from './file-jobs.repository';
import { IngestWorker } from './ingest-worker.service';

const FILE: FileRecord = {
  fileId: '0197f0a0-0000-7000-8000-000000000000',
  agentId: 'demo',
  sessionId: 'sess_1',
  fileName: 'notes.txt',
  fileSize: 1,
  status: 'processing',
  chunks: 0,
  progress: 0,
  error: null,
  createdAt: new Date(0),
  deleting: false,
};

/** Jobs that end when the test says so, in the order they were taken. */
function jobsOf(count: number) {
  const ends: (() => void)[] = [];
  let waiting = count;
  const jobs: Pick<FileJobsRepository, 'take'> = {
    take: () =>
      Promise.resolve(waiting-- > 0 ? ({ file: FILE, holder: '', attempts: 1 } satisfies FileJob) : null),
  };
  const runner: Pick<FileJobRunner, 'run'> = {
    run: (_job, stopping) =>
      new Promise((resolve) => {
        ends.push(resolve);
        stopping.addEventListener('abort', () => resolve());
      }),
  };
  return { jobs: jobs as FileJobsRepository, runner: runner as FileJobRunner, ends };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('the worker that indexes files', () => {
  it.each([1, 3])('reads no more files at once than it may (%d)', async (most) => {
    const { jobs, runner, ends } = jobsOf(10);
    const worker = new IngestWorker(jobs, runner, Object.assign(new Env(), { INGEST_CONCURRENCY: most }));
    worker.onApplicationBootstrap();
    await settle();
    expect(ends).toHaveLength(most);
    ends[0]?.();
    await settle();
    expect(ends).toHaveLength(most + 1);
    await worker.onModuleDestroy();
  });

  it('looks at once when a file comes', async () => {
    const { jobs, runner, ends } = jobsOf(0);
    const worker = new IngestWorker(jobs, runner, new Env());
    worker.onApplicationBootstrap();
    await settle();
    jobs.take = () => Promise.resolve(ends.length === 0 ? { file: FILE, holder: '', attempts: 1 } : null);
    worker.wake();
    await settle();
    expect(ends).toHaveLength(1);
    await worker.onModuleDestroy();
  });
});
