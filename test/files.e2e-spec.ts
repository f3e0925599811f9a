import { access, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DomainError } from '../src/common/domain-error';
import { FileStore } from '../src/files/file-store';
import { FileDeletion } from '../src/files/file-deletion.service';
import { newSession, type TestSession } from './support/agents';
import { uniqueId } from './support/sessions';
import { spyOnEach } from './support/replica-providers';
import { useTestApp } from './support/test-app';
import { filesFolder, storedFiles, upload } from './support/uploads';

const UNKNOWN = '019ab3f2-6c1e-7d10-8a3b-2f6f0c9f1d2e';

const app = useTestApp({ env: { INGEST_CONCURRENCY: 0 } });
let session: TestSession;

beforeEach(async () => {
  session = await newSession(app, uniqueId());
});
afterEach(() => jest.restoreAllMocks());

async function uploadNamed(name: string, by = session): Promise<string> {
  const { body } = await upload(app, by, name, `${by.agentId} ${name}`);
  return body.file_id;
}

function idsOf(body: unknown): string[] {
  return (body as { files: { file_id: string }[] }).files.map((file) => file.file_id);
}

describe('the files of an agent', () => {
  it('are listed newest first, a page at a time', async () => {
    const ids: string[] = [];
    for (let i = 0; i < 5; i++) {
      ids.unshift(await uploadNamed(`${i}.txt`));
      app.clock.advance({ seconds: 1 });
    }
    const pages: string[][] = [];
    let cursor: string | undefined;
    do {
      const query = cursor === undefined ? '' : `&cursor=${cursor}`;
      const { body } = await session.call('get', `files?limit=2${query}`).expect(200);
      expect(body.count).toBe(body.files.length);
      pages.push(idsOf(body));
      cursor = body.next_cursor;
    } while (cursor !== undefined);
    expect(pages).toEqual([ids.slice(0, 2), ids.slice(2, 4), ids.slice(4)]);
  });

  it('are all listed, those of one instant in a stable order', async () => {
    const ids = [await uploadNamed('a.txt'), await uploadNamed('b.txt'), await uploadNamed('c.txt')].sort();
    const { body } = await session.call('get', 'files').expect(200);
    expect(body).toEqual({ files: expect.any(Array), count: 3 });
    expect(idsOf(body)).toEqual(ids);
  });

  it.each(['limit=0', 'limit=101', 'limit=x', 'cursor=x', 'cursor='])(
    'are not listed by %s',
    async (query) => {
      await session.call('get', `files?${query}`).expect(422);
    },
  );

  it('are seen as they stand', async () => {
    const id = await uploadNamed('notes.md');
    const { body } = await session.call('get', `files/${id.toUpperCase()}`).expect(200);
    expect(body).toEqual({
      file_id: id,
      file_name: 'notes.md',
      file_size: Buffer.byteLength(`${session.agentId} notes.md`),
      status: 'processing',
      chunks: 0,
      progress: 0,
      error: null,
      created_at: app.clock.now().toISOString(),
    });
  });

  it('are not those of another', async () => {
    const id = await uploadNamed('mine.txt');
    const other = await newSession(app, uniqueId());
    await other.call('get', `files/${id}`).expect(404);
    await other.call('delete', `files/${id}`).expect(404);
    expect((await other.call('get', 'files').expect(200)).body).toEqual({ files: [], count: 0 });
    await session.call('get', `files/${id}`).expect(200);
  });

  it.each(['get', 'delete'] as const)('that do not exist are answered 404 to %s', async (method) => {
    for (const id of [UNKNOWN, 'no-id', '%00']) {
      const { body } = await session.call(method, `files/${id}`).expect(404);
      expect(body.detail).toMatch(/^File '.+' not found$/);
    }
  });

  it('are deleted with their bytes, once', async () => {
    const id = await uploadNamed('gone.txt');
    const { body } = await session.call('delete', `files/${id}`).expect(200);
    expect(body).toEqual({
      agent_id: session.agentId,
      session_id: session.sessionId,
      file_id: id,
      status: 'deleted',
      chunks_deleted: 0,
    });
    await session.call('get', `files/${id}`).expect(404);
    await session.call('delete', `files/${id}`).expect(404);
    await expect(access(join(filesFolder(app), id))).rejects.toThrow('ENOENT');
    expect(await uploadNamed('gone.txt')).not.toBe(id);
  });
});

describe('where the bytes cannot be stored', () => {
  it.each([
    ['storage_full', 507],
    ['BackendUnavailable', 503],
  ] as const)('%s is answered, and nothing is recorded', async (code, status) => {
    spyOnEach(app, FileStore, 'put').mockRejectedValue(new DomainError(code, 'No'));
    const answer = await upload(app, session, 'a.txt', Buffer.alloc(3_000_000, 'a'));
    expect(answer.status).toBe(status);
    expect(answer.body.detail).toEqual({ error: code, message: 'No', details: {} });
    expect((await session.call('get', 'files')).body.count).toBe(0);
  });
});

describe('bytes that no reader needs', () => {
  it('are removed when they are older than asked, and those of a job are not', async () => {
    const id = await uploadNamed('kept.txt');
    const orphans = ['019ab3f2-6c1e-7d10-8a3b-2f6f0c9f1d2f', `${UNKNOWN}.${UNKNOWN}.part`];
    const old = new Date(Date.now() - 90_000_000);
    for (const name of [...orphans, UNKNOWN]) await writeFile(join(filesFolder(app), name), 'left');
    for (const name of [...orphans, id]) await utimes(join(filesFolder(app), name), old, old);
    const before = await storedFiles(app);
    expect(await app.app.get(FileDeletion).deleteOrphanedBytes(new Date(Date.now() - 86_400_000))).toBe(2);
    expect(await storedFiles(app)).toEqual(before.filter((name) => !orphans.includes(name)));
  });
});
