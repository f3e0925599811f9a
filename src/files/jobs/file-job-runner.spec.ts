import { DomainError } from '../../common/domain-error';
import type { FileStore } from '../file-store';
import { UnreadableFile } from '../file-content';
import { type FileJob, JobLost, MAX_ATTEMPTS } from './file-job';
import { FileJobRunner } from './file-job-runner.service';
import type { FileJobsRepository } from './file-jobs.repository';
import type { FileReading } from './file-reading.service';

const NEVER = new AbortController().signal;

function jobOf(attempts = 1): FileJob {
  const file = {
    fileId: '019ab3f2-6c1e-7d10-8a3b-2f6f0c9f1d2e',
    agentId: 'demo',
    sessionId: 'sess_1',
    fileName: 'notes.txt',
    fileSize: 3,
    status: 'processing',
    chunks: 0,
    progress: 0,
    error: null,
    createdAt: new Date(0),
    deleting: false,
  } as const;
  return { file, holder: '019ab3f2-0000-7000-8000-000000000000', attempts };
}

/** What the runner tells the database and the store, in order. */
function runnerOf(read: (signal: AbortSignal) => Promise<void>, isWanted = true) {
  const calls: string[] = [];
  const tell = <T>(what: string, answer: T) => {
    calls.push(what);
    return Promise.resolve(answer);
  };
  const jobs = {
    extend: () => tell('extend', isWanted),
    finish: () => tell('finish', isWanted),
    fail: (_: FileJob, error: string) => tell(`fail: ${error}`, isWanted),
    postpone: (_: FileJob, waitMs: number, counts: boolean) =>
      tell(`postpone ${waitMs > 0} ${counts}`, undefined),
    isWanted: () => Promise.resolve(isWanted),
  } as unknown as FileJobsRepository;
  const reading = { read: (_: FileJob, signal: AbortSignal) => read(signal) } as unknown as FileReading;
  const store = { delete: () => tell('dropBytes', undefined) } as unknown as FileStore;
  return { runner: new FileJobRunner(jobs, reading, store), calls };
}

const failing = (error: Error) => () => Promise.reject(error);
const away = new DomainError('BackendUnavailable', 'away');

describe('a job', () => {
  it('that ends well is finished, and its bytes go', async () => {
    const { runner, calls } = runnerOf(() => Promise.resolve());
    await runner.run(jobOf(), NEVER);
    expect(calls).toEqual(['finish', 'dropBytes']);
  });

  it('of an unreadable file fails for good, its bytes first', async () => {
    const { runner, calls } = runnerOf(failing(new UnreadableFile('It is damaged.')));
    await runner.run(jobOf(), NEVER);
    expect(calls).toEqual(['extend', 'dropBytes', 'fail: It is damaged.']);
  });

  it('that failed because of others waits, and the try does not count', async () => {
    const { runner, calls } = runnerOf(failing(away));
    await runner.run(jobOf(), NEVER);
    expect(calls).toEqual(['postpone true false']);
  });

  it('that was taken too often is not read again', async () => {
    const { runner, calls } = runnerOf(() => Promise.resolve());
    await runner.run(jobOf(MAX_ATTEMPTS + 1), NEVER);
    expect(calls).toEqual(['extend', 'dropBytes', 'fail: Reading the file was interrupted 5 times']);
  });

  it('that others hold by now keeps its bytes', async () => {
    const { runner, calls } = runnerOf(failing(new JobLost()));
    await runner.run(jobOf(), NEVER);
    expect(calls).toEqual([]);
  });

  it('is given back at once where the process stops', async () => {
    const stopping = new AbortController();
    const { runner, calls } = runnerOf((signal) => {
      stopping.abort(new Error('The service is stopping'));
      return Promise.reject(signal.reason as Error);
    });
    await runner.run(jobOf(), stopping.signal);
    expect(calls).toEqual(['postpone false false']);
  });

  it('whose agent went while it was read leaves no bytes, whatever the backend says', async () => {
    const { runner, calls } = runnerOf(failing(new DomainError('AgentNotFound', 'gone')), false);
    await runner.run(jobOf(), NEVER);
    expect(calls).toEqual(['dropBytes']);
  });
});
