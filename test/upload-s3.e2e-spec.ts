import { newSession, type TestSession } from './support/agents';
import { eventually } from './support/eventually';
import { S3Server } from './support/s3-server';
import { startTestApp, type TestApp } from './support/test-app';
import { beginUpload, fileHead, upload } from './support/uploads';

const MIB = 1_048_576;

describe('in an S3 store', () => {
  let s3: S3Server;
  let remote: TestApp;
  let by: TestSession;

  beforeAll(async () => {
    s3 = new S3Server();
    await s3.http.start();
    const env = {
      INGEST_CONCURRENCY: 0,
      FILES_S3_BUCKET: s3.bucket,
      FILES_S3_ENDPOINT: s3.http.url,
      FILES_S3_ACCESS_KEY_ID: 'id',
      FILES_S3_SECRET_ACCESS_KEY: 'secret',
      FILES_S3_PATH_STYLE: true,
    };
    remote = await startTestApp({ env });
    by = await newSession(remote, 'remote');
  });
  afterAll(async () => {
    await remote.close();
    await s3.http.close();
  });
  afterEach(() => s3.http.heal());

  it.each([1, 8 * MIB, 20 * MIB])('%i bytes are kept as they came', async (size) => {
    const bytes = Buffer.alloc(size, `${size} bytes, `);
    const { status, body } = await upload(remote, by, 'a.txt', bytes);
    expect(status).toBe(200);
    expect(s3.objects.get(`files/${body.file_id}`)?.equals(bytes)).toBe(true);
    expect(s3.multiparts.size).toBe(0);
    await by.call('delete', `files/${body.file_id}`).expect(200);
    expect(s3.objects.size).toBe(0);
  });

  it.each([
    [400, 'QuotaExceeded', 507, 'storage_full'],
    [507, 'XMinioStorageFull', 507, 'storage_full'],
    [403, 'AccessDenied', 503, 'BackendUnavailable'],
    [503, 'SlowDown', 503, 'BackendUnavailable'],
  ])('a refusal, %i %s, is answered %i %s, and nothing stays', async (given, code, status, error) => {
    s3.refuse(given, code);
    const answer = await upload(remote, by, 'b.txt', Buffer.alloc(20 * MIB, code));
    expect([answer.status, answer.body.detail]).toMatchObject([status, { error }]);
    expect([s3.objects.size, s3.multiparts.size]).toEqual([0, 0]);
    expect((await by.call('get', 'files')).body.files).toEqual([]);
  });

  it('an upload that breaks off takes its parts back', async () => {
    const outgoing = beginUpload(remote, by, { 'Content-Length': 40 * MIB });
    outgoing.write(fileHead('broken.txt'));
    outgoing.write(Buffer.alloc(20 * MIB, 'x'));
    await eventually(
      () => s3.multiparts.size,
      (size) => size === 1,
    );
    outgoing.destroy();
    await eventually(
      () => s3.multiparts.size,
      (size) => size === 0,
    );
    expect(s3.objects.size).toBe(0);
    expect((await by.call('get', 'files')).body.files).toEqual([]);
  });
});
