import { readFile, rm } from 'node:fs/promises';
import type { ClientRequest } from 'node:http';
import { join } from 'node:path';
import { PrismaService } from '../src/database/prisma.service';
import { sql } from '../src/database/sql';
import { newSession, type TestSession } from './support/agents';
import { eventually } from './support/eventually';
import { uniqueId } from './support/sessions';
import { useTestApp } from './support/test-app';
import {
  answerOf,
  beginUpload,
  END,
  field,
  fileHead,
  filesFolder,
  modeOf,
  sendForm,
  storedFiles,
  upload,
  writeRepeatedly,
  expectNothingLeft,
  listedFiles,
} from './support/uploads';

const MIB = 1_048_576;
const MAX_BYTES = 300 * MIB;
const GROWTH_LIMIT_MB = 150;

const app = useTestApp({ env: { INGEST_CONCURRENCY: 0, UPLOAD_MAX_BYTES: MAX_BYTES } });
let session: TestSession;

beforeEach(async () => {
  session = await newSession(app, uniqueId());
});

function listenersOf(outgoing: ClientRequest): number[] {
  return ['close', 'drain', 'error'].map((event) => outgoing.listenerCount(event));
}

describe('an upload', () => {
  it('answers as the interface says, with the bytes safe and the job recorded', async () => {
    const bytes = Buffer.from(Array.from({ length: 100_000 }, (_, i) => i % 256));
    const { status, body } = await upload(app, session, 'handbook.pdf', bytes);
    expect(status).toBe(200);
    expect(body).toEqual({
      agent_id: session.agentId,
      session_id: session.sessionId,
      namespace: `service_agent_${session.agentId}`,
      file_id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      file_name: 'handbook.pdf',
      file_size: 100_000,
      status: 'uploaded',
      message: 'The file was uploaded and is being indexed',
    });
    expect(await readFile(join(filesFolder(app), body.file_id))).toEqual(bytes);
    expect(await modeOf(filesFolder(app))).toBe(0o700);
    expect(await modeOf(join(filesFolder(app), body.file_id))).toBe(0o600);
    expect(await listedFiles(session)).toMatchObject([{ file_id: body.file_id, status: 'processing' }]);
  });

  it.each([
    ['../../etc/passwd.txt', 'passwd.txt'],
    ['a\\\\..\\\\b.pdf', 'b.pdf'],
    ['Größe – 資料 😀.docx', 'Größe – 資料 😀.docx'],
    ['file.PDF', 'file.PDF'],
  ])('of %s is called %s', async (given, name) => {
    const { body } = await upload(app, session, given, given);
    expect(body.file_name).toBe(name);
    expect(await storedFiles(app)).toContain(body.file_id);
  });

  it('takes the first file of its field, and skips the rest', async () => {
    const parts = [
      field('note', 'x'.repeat(10_000)),
      fileHead('other.exe', 'attachment'),
      'skipped\r\n',
      fileHead('kept.txt'),
      'kept\r\n',
      fileHead('second.txt'),
      'skipped',
      END,
    ];
    const { status, body } = await sendForm(app, session, parts);
    expect([status, body.file_name, body.file_size]).toEqual([200, 'kept.txt', 4]);
    expect(await listedFiles(session)).toHaveLength(1);
  });

  it('may come without a length, a byte at a time', async () => {
    const outgoing = beginUpload(app, session, { 'Transfer-Encoding': 'chunked' });
    for (const byte of `${fileHead('slow.md')}# Slow${END}`) outgoing.write(byte);
    outgoing.end();
    const { status, body } = await answerOf(outgoing);
    expect([status, body.file_size]).toEqual([200, 6]);
  });

  it('of 200 MB passes through in flat memory', async () => {
    const outgoing = beginUpload(app, session, { 'Transfer-Encoding': 'chunked' });
    outgoing.write(fileHead('large.csv'));
    const chunk = Buffer.alloc(MIB / 4, 'row,of,a,table\n');
    const listeners = listenersOf(outgoing);
    await writeRepeatedly(outgoing, chunk, 80);
    expect(listenersOf(outgoing)).toEqual(listeners);
    const before = process.memoryUsage().rss;
    let peak = before;
    const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 5);
    await writeRepeatedly(outgoing, chunk, 720);
    outgoing.end(END);
    const { body } = await answerOf(outgoing);
    clearInterval(watch);
    expect(body.file_size).toBe(200 * MIB);
    expect((peak - before) / MIB).toBeLessThan(GROWTH_LIMIT_MB);
  });

  it('is one of many at a time', async () => {
    const contents = Array.from({ length: 24 }, (_, i) => Buffer.alloc(MIB + i, `file ${i} `));
    const answers = await Promise.all(contents.map((bytes, i) => upload(app, session, `${i}.txt`, bytes)));
    expect(answers.map(({ status, body }) => [status, body.file_size])).toEqual(
      contents.map((bytes) => [200, bytes.length]),
    );
    for (const [i, { body }] of answers.entries()) {
      expect((await readFile(join(filesFolder(app), body.file_id))).equals(contents[i] as Buffer)).toBe(true);
    }
    expect(await listedFiles(session)).toHaveLength(24);
  });
});

describe('an upload that breaks off', () => {
  it.each([
    ['in its file', MIB * 3],
    ['at its start', 10],
  ])('%s leaves nothing behind', async (_, size) => {
    const before = await storedFiles(app);
    const outgoing = beginUpload(app, session, { 'Content-Length': 10 * MIB });
    outgoing.write(fileHead('broken.txt'));
    outgoing.write(Buffer.alloc(size, 'x'));
    await eventually(
      () => storedFiles(app),
      ({ length }) => length > before.length,
    );
    outgoing.destroy();
    await expectNothingLeft(app, session, before);
  });
});

describe('the same bytes again', () => {
  it('point at the first file, which is kept once', async () => {
    const first = await upload(app, session, 'first.txt', 'the same');
    const before = await storedFiles(app);
    const second = await upload(app, session, 'second.md', 'the same');
    expect(second.status).toBe(200);
    expect(second.body).toMatchObject({ file_id: first.body.file_id, file_name: 'first.txt', file_size: 8 });
    expect(second.body.message).toContain('was uploaded before');
    expect(await listedFiles(session)).toHaveLength(1);
    expect(await storedFiles(app)).toEqual(before);
  });

  it('are kept once when they come in parallel', async () => {
    const before = await storedFiles(app);
    const bytes = Buffer.alloc(2 * MIB, 'parallel');
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) => upload(app, session, `${i}.txt`, bytes)),
    );
    expect(new Set(answers.map(({ body }) => body.file_id)).size).toBe(1);
    const fresh = answers.filter(({ body }) => body.message.includes('is being indexed'));
    expect(fresh).toHaveLength(1);
    const [id] = answers.map(({ body }) => body.file_id);
    expect(await storedFiles(app)).toEqual([...before, id].sort());
  });

  it('are a file of its own for another agent', async () => {
    const other = await newSession(app, uniqueId());
    const first = await upload(app, session, 'a.txt', 'shared bytes');
    const second = await upload(app, other, 'a.txt', 'shared bytes');
    expect(second.body.file_id).not.toBe(first.body.file_id);
  });

  it('are a new file where the first one is just being deleted', async () => {
    const first = await upload(app, session, 'a.txt', 'to be deleted');
    const id = first.body.file_id;
    await app.app
      .get(PrismaService)
      .execute(sql`UPDATE files SET deleting = true WHERE file_id = ${id}::uuid`);
    await session.call('get', `files/${id}`).expect(404);
    const second = await upload(app, session, 'a.txt', 'to be deleted');
    expect([second.status, second.body.file_id === id]).toEqual([200, false]);
    expect(await listedFiles(session)).toMatchObject([{ file_id: second.body.file_id }]);
    expect(await storedFiles(app)).not.toContain(id);
  });

  it('are tried again where the file had failed', async () => {
    const { body } = await upload(app, session, 'failing.txt', 'will fail');
    const db = app.app.get(PrismaService);
    await rm(join(filesFolder(app), body.file_id));
    await db.execute(
      sql`UPDATE files SET status = 'failed', error = 'Damaged', attempts = 5 WHERE file_id = ${body.file_id}::uuid`,
    );
    const before = await storedFiles(app);
    const again = await upload(app, session, 'failing.txt', 'will fail');
    expect(again.body.file_id).toBe(body.file_id);
    expect(again.body.message).toContain('tried again');
    expect(await listedFiles(session)).toMatchObject([{ status: 'processing', error: null }]);
    expect(await storedFiles(app)).toEqual([...before, body.file_id].sort());
    expect(await readFile(join(filesFolder(app), body.file_id), 'utf8')).toBe('will fail');
  });
});
