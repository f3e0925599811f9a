import { createHash } from 'node:crypto';
import { uuidv7 } from 'uuidv7';
import { openTestDatabase, type TestDatabase } from '../../test/support/database';
import { sql } from '../database/sql';
import { FilesRepository, type NewFile } from './files.repository';
import { FileJobsRepository } from './jobs/file-jobs.repository';

const AT = new Date('2026-05-01T12:00:00.123Z');

let opened: TestDatabase;
let files: FilesRepository;
let jobs: FileJobsRepository;

beforeAll(async () => {
  opened = await openTestDatabase();
  files = new FilesRepository(opened.db);
  jobs = new FileJobsRepository(opened.db);
  await opened.db.execute(sql`
    INSERT INTO agents (agent_id, namespace, pattern, created_at) VALUES ('demo', 'demo', 'tool', now())`);
});

afterAll(() => opened.close());

beforeEach(() => opened.db.execute(sql`DELETE FROM files`));

function newFile(content: string, createdAt = AT): NewFile {
  return {
    fileId: uuidv7(),
    agentId: 'demo',
    sessionId: 'sess_1',
    fileName: 'notes.txt',
    fileSize: 5_000_000_000,
    sha256: createHash('sha256').update(content).digest(),
    createdAt,
  };
}

describe('FilesRepository', () => {
  it('inserts a file, and the same bytes of an agent once', async () => {
    const { sha256, ...file } = newFile('same');
    const stored = {
      ...file,
      status: 'processing',
      chunks: 0,
      progress: 0,
      error: null,
      deleting: false,
      uploadedBy: null,
    };
    expect(await files.insert({ ...file, sha256 })).toEqual(stored);
    expect(await files.insert(newFile('same'))).toBeNull();
    expect(await files.findByContent('demo', sha256)).toEqual(stored);
    expect(await files.find('demo', file.fileId)).toEqual(stored);
    expect(await files.find('other', file.fileId)).toBeNull();
  });

  it('reports an agent that does not exist', async () => {
    const insert = files.insert({ ...newFile('lost'), agentId: 'gone' });
    await expect(insert).rejects.toMatchObject({ code: 'AgentNotFound' });
  });

  it('lists the newest first, then by id, page after page, without deleted files', async () => {
    const times = [AT, new Date(AT.getTime() + 1), AT, AT];
    const added = times.map((time, number) => newFile(String(number), time));
    for (const file of added) await files.insert(file);
    const [first, second, third, fourth] = added.map(({ fileId }) => fileId);
    await jobs.markDeleting(third ?? '');
    const page = await files.list('demo', null, 2);
    expect(page.map(({ fileId }) => fileId)).toEqual([second, first]);
    const rest = await files.list('demo', { time: AT, id: first ?? '' }, 2);
    expect(rest.map(({ fileId }) => fileId)).toEqual([fourth]);
  });

  it('queues a failed file again, and no other', async () => {
    const file = newFile('failed');
    await files.insert(file);
    expect(await files.retry(file.fileId)).toBe(false);
    const job = await jobs.take(60_000);
    expect(await jobs.fail(job!, 'It is damaged')).toBe(true);
    expect(await files.find('demo', file.fileId)).toMatchObject({ status: 'failed', error: 'It is damaged' });
    expect(await files.findUnread([file.fileId])).toEqual([]);
    expect(await files.retry(file.fileId)).toBe(true);
    expect(await files.findUnread([file.fileId])).toEqual([file.fileId]);
  });
});
