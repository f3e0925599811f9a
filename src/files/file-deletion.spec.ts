import type { MemoryStore } from '../backend/memory-store';
import { Clock } from '../common/clock';
import { FileDeletion } from './file-deletion.service';
import type { FileRecord } from './file-record';
import type { FileStore } from './file-store';
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

/** What the deletion does, in order. `gone`: what somebody else removes meanwhile. */
function deletionOf(gone: string | null) {
  const done: string[] = [];
  const note = <T>(what: string, answer: T) => {
    done.push(what);
    return Promise.resolve(answer);
  };
  const jobs = {
    findDeleting: () => Promise.resolve(files),
    markDeleting: (id: string) =>
      Promise.resolve(id === gone ? null : (files.find(({ fileId }) => fileId === id) ?? null)),
    remove: (id: string) => note(`row of ${id}`, undefined),
  } as unknown as FileJobsRepository;
  const store = { delete: (id: string) => note(`bytes of ${id}`, undefined) } as unknown as FileStore;
  const backend = {
    deleteAll: (_: string, ids: string[]) => note(`${ids.length} chunks`, ids.length),
  } as unknown as MemoryStore;
  return { deletion: new FileDeletion(jobs, store, backend, new Clock(), NO_FILES), done };
}

describe('deletions that broke off', () => {
  it('are completed: chunks and a batch that was not counted in slices, then bytes, and the row last', async () => {
    const { deletion, done } = deletionOf(null);
    expect(await deletion.resume()).toBe(2);
    expect(done).toEqual([
      '500 chunks',
      '500 chunks',
      '200 chunks',
      'bytes of one',
      'row of one',
      '500 chunks',
      'bytes of two',
      'row of two',
    ]);
  });

  it('end where an earlier one fails, which is reported', async () => {
    const { deletion, done } = deletionOf(null);
    jest.spyOn(deletion, 'delete').mockRejectedValueOnce(new Error('away'));
    await expect(deletion.resume()).rejects.toThrow('away');
    expect(done).toEqual(['500 chunks', 'bytes of two', 'row of two']);
  });

  it('leave alone what somebody else has ended meanwhile', async () => {
    const { deletion, done } = deletionOf('one');
    await deletion.resume();
    expect(done).toEqual(['500 chunks', 'bytes of two', 'row of two']);
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
