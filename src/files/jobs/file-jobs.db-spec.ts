import { uuidv7 } from 'uuidv7';
import { openTestDatabase, type TestDatabase } from '../../../test/support/database';
import { sql } from '../../database/sql';
import type { FileJob } from './file-job';
import { FileJobsRepository } from './file-jobs.repository';

const LONG = 60_000;

let opened: TestDatabase;
let jobs: FileJobsRepository;

beforeAll(async () => {
  opened = await openTestDatabase();
  jobs = new FileJobsRepository(opened.db);
  await opened.db.execute(sql`
    INSERT INTO agents (agent_id, namespace, pattern, created_at) VALUES ('demo', 'demo', 'tool', now())`);
});

afterAll(() => opened.close());

beforeEach(() => opened.db.execute(sql`DELETE FROM files`));

async function newFile(): Promise<string> {
  const fileId = uuidv7();
  await opened.db.execute(sql`
    INSERT INTO files (file_id, agent_id, session_id, file_name, file_size, sha256, created_at)
    VALUES (${fileId}::uuid, 'demo', 'sess_1', 'notes.txt', 1, decode(replace(${fileId}, '-', ''), 'hex'), now())`);
  return fileId;
}

async function taken(leaseMs = LONG): Promise<FileJob> {
  const job = await jobs.take(leaseMs);
  if (job === null) throw new Error('No job was due');
  return job;
}

describe('the job of a file', () => {
  it('that was held by a clock that was ahead is taken again when its holder is gone', async () => {
    const fileId = await newFile();
    await taken();
    await opened.db.execute(sql`UPDATE files SET held_until = now() + interval '1 day'`);
    expect((await taken()).file.fileId).toBe(fileId);
    expect(await jobs.take(LONG)).toBeNull();
  });

  it('that came by a clock that was ahead is taken', async () => {
    const fileId = await newFile();
    await opened.db.execute(sql`UPDATE files SET next_try = now() + interval '1 day'`);
    expect((await taken()).file.fileId).toBe(fileId);
  });

  it('has one holder at a time, however many ask', async () => {
    const ids = [await newFile(), await newFile(), await newFile()];
    const asked = await Promise.all(Array.from({ length: 8 }, () => jobs.take(LONG)));
    const found = asked.flatMap((job) => job?.file.fileId ?? []);
    expect(found.sort()).toEqual(ids.sort());
  });

  it('is the only one that is taken, also where the database takes the table for a small one', async () => {
    await newFile();
    // By the plan for one row, a subquery is run for each row.
    await opened.db.execute(sql`VACUUM (FULL, ANALYZE) files`);
    for (let more = 0; more < 3; more++) await newFile();
    await taken();
    expect(await opened.db.models.file.count({ where: { holder: { not: null } } })).toBe(1);
  });

  it('passes to another when its holder has died, who goes on from where that one was', async () => {
    await newFile();
    const first = await taken(0);
    expect(await jobs.advance(first, 0, 500, 0.5)).toBe(true);
    const second = await taken();
    expect(second).toMatchObject({ file: { chunks: 500, progress: 0.5 }, attempts: 2 });
    expect(await jobs.advance(first, 500, 600, 0.6)).toBe(false);
    expect(await jobs.finish(first)).toBe(false);
    expect(await jobs.advance(second, 500, 600, 0.6)).toBe(true);
    expect(await jobs.finish(second)).toBe(true);
    expect(await jobs.take(LONG)).toBeNull();
  });

  it('is left alone for a while when it is given back', async () => {
    await newFile();
    await jobs.postpone(await taken(), LONG, true);
    expect(await jobs.take(LONG)).toBeNull();
    expect(await jobs.report()).toEqual({ processing: 1, failing: 1 });
  });

  it('counts no try that was not the fault of the file', async () => {
    await newFile();
    await jobs.postpone(await taken(), 0, false);
    expect(await jobs.report()).toEqual({ processing: 1, failing: 0 });
    expect((await taken()).attempts).toBe(1);
  });

  it('is lost when a client deletes the file', async () => {
    const fileId = await newFile();
    const job = await taken();
    expect(await jobs.markDeleting(fileId)).toMatchObject({ fileId });
    expect(await jobs.extend(job, LONG)).toBe(false);
    expect(await jobs.lock(job)).toBe(false);
    expect(await jobs.advance(job, 0, 1, 1)).toBe(false);
    expect(await jobs.finish(job)).toBe(false);
    expect(await jobs.take(LONG)).toBeNull();
  });
});
