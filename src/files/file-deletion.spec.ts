import type { MemoryStore } from '../backend/memory-store';
import { Clock } from '../common/clock';
import { FileDeletion } from './file-deletion.service';
import type { FileRecord } from './file-record';
import type { FileStore } from './file-store';
import { MAX_BATCH } from './jobs/chunk-storing.service';
import type { FilesRepository } from './files.repository';
import type { FileJobsRepository } from './jobs/file-jobs.repository';

const fileOf = (fileId: string, chunks: number): FileRecord => ({
  fileId,
  agentId: 'demo',
  sessionId: 'sess_1',
  fileName: 'notes.txt',
  fileSize: 3,
  status: 'indexed',
  chunks,
  progress: 1,
  error: null,
  createdAt: new Date(0),
  deleting: false,
});
const files = [fileOf('one', 700), fileOf('two', 0)];

const NO_FILES = {} as FilesRepository;

/** Where the backend takes no part in transactions, and a reader is waited for. */
interface Elsewhere {
  isHeld: () => Promise<boolean>;
}

/** What the deletion does, in order. `gone`: what somebody else removes meanwhile. */
function deletionOf(gone: string | null, elsewhere?: Elsewhere) {
  const done: string[] = [];
  const note = <T>(what: string, answer: T) => {
    done.push(what);
    return Promise.resolve(answer);
  };
  const jobs = {
    findDeleting: () => Promise.resolve(files),
    markDeleting: (id: string) =>
      Promise.resolve(id === gone ? null : (files.find(({ fileId }) => fileId === id) ?? null)),
    isHeld: elsewhere?.isHeld,
    remove: (id: string) => note(`row of ${id}`, undefined),
  } as unknown as FileJobsRepository;
  const store = { delete: (id: string) => note(`bytes of ${id}`, undefined) } as unknown as FileStore;
  const backend = {
    joinsTransactions: elsewhere === undefined,
    deleteAll: (_: string, ids: string[]) => note(`${ids.length} chunks`, ids.length),
  } as unknown as MemoryStore;
  return { deletion: new FileDeletion(jobs, store, backend, new Clock(), NO_FILES), done };
}

describe('deletions that broke off', () => {
  it('are ended: chunks in slices, then bytes, and the row last', async () => {
    const { deletion, done } = deletionOf(null);
    expect(await deletion.resume()).toBe(2);
    expect(done).toEqual([
      '500 chunks',
      '200 chunks',
      'bytes of one',
      'row of one',
      'bytes of two',
      'row of two',
    ]);
  });

  it('are ended where one before them fails, which is told', async () => {
    const { deletion, done } = deletionOf(null);
    jest.spyOn(deletion, 'delete').mockRejectedValueOnce(new Error('away'));
    await expect(deletion.resume()).rejects.toThrow('away');
    expect(done).toEqual(['bytes of two', 'row of two']);
  });

  it('leave alone what somebody else has ended meanwhile', async () => {
    const { deletion, done } = deletionOf('one');
    await deletion.resume();
    expect(done).toEqual(['bytes of two', 'row of two']);
  });
});

describe('a deletion that waits for a reader', () => {
  const [file] = files as [FileRecord];
  const by = { sessionId: 'sess_1' };

  afterEach(() => jest.restoreAllMocks());

  /** Each look at the monotonic clock is so much later. */
  function hurryTime(stepMs: number): void {
    let now = 0;
    jest.spyOn(performance, 'now').mockImplementation(() => (now += stepMs));
  }

  it('goes on once the file is let go', async () => {
    let polls = 0;
    const { deletion, done } = deletionOf(null, { isHeld: () => Promise.resolve(++polls < 3) });
    expect(await deletion.delete(by, file)).toBe(700 + MAX_BATCH);
    expect(polls).toBe(3);
    expect(done.slice(-2)).toEqual(['bytes of one', 'row of one']);
  });

  it('is refused when that takes too long, with nothing deleted, and is done by the next one', async () => {
    hurryTime(10_000);
    let polls = 0;
    let isHeld = true;
    const { deletion, done } = deletionOf(null, { isHeld: () => Promise.resolve(isHeld && ++polls <= 10) });
    await expect(deletion.delete(by, file)).rejects.toMatchObject({
      code: 'BackendUnavailable',
      message: 'The file is still being read, and is deleted after that: try again shortly',
    });
    expect(polls).toBeLessThan(5);
    expect(done).toEqual([]);
    isHeld = false;
    expect(await deletion.delete(by, file)).toBe(700 + MAX_BATCH);
    expect(done.slice(-2)).toEqual(['bytes of one', 'row of one']);
  });
});

const NO_JOBS = {} as FileJobsRepository;
const NO_BACKEND = {} as MemoryStore;
const PAGE = 1_000;
const keyOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

describe('orphaned bytes', () => {
  it('are found behind any number of files that wait to be read', async () => {
    const stored = new Set(Array.from({ length: 2_500 }, (_, at) => keyOf(at)));
    const orphans = [keyOf(1_000), keyOf(1_700), keyOf(2_499)];
    const store = {
      list: (_before: Date, after: string | null) =>
        Promise.resolve([...stored].filter((key) => after === null || key > after).slice(0, PAGE)),
      delete: (key: string) => Promise.resolve(void stored.delete(key)),
    } as Partial<FileStore> as FileStore;
    const files = {
      findUnread: (keys: readonly string[]) => Promise.resolve(keys.filter((key) => !orphans.includes(key))),
    } as Partial<FilesRepository> as FilesRepository;

    const deletion = new FileDeletion(NO_JOBS, store, NO_BACKEND, new Clock(), files);
    expect(await deletion.deleteOrphanedBytes(new Date())).toBe(3);
    expect(stored.size).toBe(2_497);
    expect(orphans.some((key) => stored.has(key))).toBe(false);
  });
});
