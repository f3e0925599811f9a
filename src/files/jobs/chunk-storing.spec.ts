import { TestClock } from '../../../test/support/test-clock';
import type { MemoryStore, UnitOfWork } from '../../backend/memory-store';
import { ChunkStoring } from './chunk-storing.service';
import { JobLost, type FileJob } from './file-job';
import type { FileJobsRepository } from './file-jobs.repository';

const file = {
  fileId: '019ab3f2-6c1e-7d10-8a3b-2f6f0c9f1d2e',
  agentId: 'demo',
  sessionId: 'sess_1',
  fileName: 'notes.txt',
  fileSize: 3,
  status: 'processing',
  chunks: 4,
  progress: 0,
  error: null,
  createdAt: new Date(0),
  deleting: false,
} as const;
const job: FileJob = { file, holder: '019ab3f2-0000-7000-8000-000000000000', attempts: 1 };
const batch = { from: 4, chunks: [{ text: 'One.', place: 'page 1', progress: 0.5 }] };

function storingOf({ isLocked, isAdvanced }: { isLocked: boolean; isAdvanced: boolean }) {
  const done: string[] = [];
  const note = <T>(what: string, answer: T) => {
    done.push(what);
    return Promise.resolve(answer);
  };
  const jobs = {
    lock: () => note('lock', isLocked),
    advance: (_: FileJob, from: number, to: number, progress: number) =>
      note(`advance ${from} to ${to}, ${progress}`, isAdvanced),
  } as unknown as FileJobsRepository;
  const memories = {
    unitOfWork: async <T>(_: string, { ids, lock, work, record }: UnitOfWork<T>) => {
      done.push(`unit of ${ids?.length}`);
      await lock?.();
      await record?.(await work([]));
    },
    store: (_: string, [memory]: { sourceRef: string }[]) =>
      note(`store #${memory?.sourceRef.split('#')[1]}`, []),
  } as unknown as MemoryStore;
  return { storing: new ChunkStoring(jobs, memories, new TestClock()), done };
}

describe('a batch of chunks', () => {
  it('is stored and recorded as one unit while the job is held', async () => {
    const { storing, done } = storingOf({ isLocked: true, isAdvanced: true });
    await storing.store(job, batch);
    expect(done).toEqual(['unit of 1', 'lock', 'store #4', 'advance 4 to 5, 0.5']);
  });

  it('is not stored if the job is lost', async () => {
    const { storing, done } = storingOf({ isLocked: false, isAdvanced: false });
    await expect(storing.store(job, batch)).rejects.toThrow(JobLost);
    expect(done).toEqual(['unit of 1', 'lock']);
  });

  it('fails as a unit if the job is lost while it is stored', async () => {
    const { storing } = storingOf({ isLocked: true, isAdvanced: false });
    await expect(storing.store(job, batch)).rejects.toThrow(JobLost);
  });
});
