import type { MemoryStore } from '../../backend/memory-store';
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

interface World {
  joinsTransactions: boolean;
  isHeld: boolean;
  isWanted: boolean;
}

function storingOf({ joinsTransactions, isHeld, isWanted }: World) {
  const done: string[] = [];
  const note = <T>(what: string, answer: T) => {
    done.push(what);
    return Promise.resolve(answer);
  };
  const jobs = {
    transaction: <T>(work: () => Promise<T>) => {
      done.push('transaction');
      return work();
    },
    advance: (_: FileJob, from: number, to: number, progress: number) =>
      note(`advance ${from} to ${to}, ${progress}`, isHeld),
    isWanted: () => Promise.resolve(isWanted),
  } as unknown as FileJobsRepository;
  const backend = {
    joinsTransactions,
    store: (_: string, [memory]: { sourceRef: string }[]) =>
      note(`store #${memory?.sourceRef.split('#')[1]}`, []),
    deleteAll: (_: string, ids: string[]) => note(`delete ${ids.length}`, ids.length),
  } as unknown as MemoryStore;
  return { storing: new ChunkStoring(jobs, backend), done };
}

describe('a batch of chunks', () => {
  it('is noted and stored in one transaction where that can be', async () => {
    const { storing, done } = storingOf({ joinsTransactions: true, isHeld: true, isWanted: true });
    await storing.store(job, batch);
    expect(done).toEqual(['transaction', 'advance 4 to 5, 0.5', 'store #4']);
  });

  it('is not stored where the job is lost', async () => {
    const { storing, done } = storingOf({ joinsTransactions: true, isHeld: false, isWanted: true });
    await expect(storing.store(job, batch)).rejects.toThrow(JobLost);
    expect(done).toEqual(['transaction', 'advance 4 to 5, 0.5']);
  });

  it('is stored, then noted, where the backend is elsewhere', async () => {
    const { storing, done } = storingOf({ joinsTransactions: false, isHeld: true, isWanted: true });
    await storing.store(job, batch);
    expect(done).toEqual(['store #4', 'advance 4 to 5, 0.5']);
  });

  it.each([
    [true, []],
    [false, ['delete 1']],
  ])('of a lost job stays there where the file is wanted (%s)', async (isWanted, undone) => {
    const { storing, done } = storingOf({ joinsTransactions: false, isHeld: false, isWanted });
    await expect(storing.store(job, batch)).rejects.toThrow(JobLost);
    expect(done).toEqual(['store #4', 'advance 4 to 5, 0.5', ...undone]);
  });
});
