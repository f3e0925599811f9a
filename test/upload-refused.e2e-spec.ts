import { once } from 'node:events';
import { newSession, type TestSession } from './support/agents';
import { uniqueId } from './support/sessions';
import { useTestApp } from './support/test-app';
import {
  answerOf,
  beginUpload,
  END,
  field,
  fileHead,
  sendForm,
  storedFiles,
  upload,
  writeRepeatedly,
  expectNothingLeft,
} from './support/uploads';

const MIB = 1_048_576;
const MAX_BYTES = 300 * MIB;

const app = useTestApp({ env: { INGEST_CONCURRENCY: 0, UPLOAD_MAX_BYTES: MAX_BYTES } });
let session: TestSession;

beforeEach(async () => {
  session = await newSession(app, uniqueId());
});

describe('an upload is refused', () => {
  it('without a session, before any of its bytes is read', async () => {
    const outgoing = beginUpload(app, { agentId: session.agentId, token: '' }, { 'Content-Length': MIB });
    outgoing.flushHeaders();
    const { status } = await answerOf(outgoing);
    outgoing.destroy();
    expect(status).toBe(401);
  });

  it.each(['malware.exe', 'README', '.pdf'])('for the name %s, before its bytes are read', async (name) => {
    const before = await storedFiles(app);
    const outgoing = beginUpload(app, session, { 'Content-Length': MIB });
    outgoing.write(`${fileHead(name)}${' '.repeat(1_000)}`);
    const { status, body, headers } = await answerOf(outgoing);
    outgoing.destroy();
    expect([status, headers.connection]).toEqual([400, 'close']);
    expect(body.detail).toMatch(/not supported: use \.pdf, \.docx, \.xlsx, \.json, \.txt, \.csv, \.md$/);
    await expectNothingLeft(app, session, before);
  });

  const bad: [string, (string | Buffer)[]][] = [
    ['with no file', [field('note', 'x'), END.trimStart()]],
    ['with a text in place of the file', [field('file', 'x'), END.trimStart()]],
    ['with no file chosen', [fileHead(''), END]],
    ['with a file in another field', [fileHead('a.txt', 'attachment'), 'x', END]],
    ['with an empty file', [fileHead('a.txt'), END]],
    ['that ends in the file', [fileHead('a.txt'), 'x'.repeat(100)]],
    ['that ends after the head', [fileHead('a.txt')]],
    ['that ends in the head', [fileHead('a.txt').slice(0, 60)]],
    ['of garbage', [Buffer.alloc(300_000, 'garbage\r\n\r\n--')]],
    ['of nothing', []],
    ['with a head without end', [fileHead('a.txt').trimEnd(), 'X: y'.repeat(50_000), END]],
  ];
  it.each(bad)('%s', async (_, parts) => {
    const before = await storedFiles(app);
    const { status, body } = await sendForm(app, session, parts);
    expect([status, body.detail]).toMatchObject([422, [{ loc: ['body', 'file'] }]]);
    await expectNothingLeft(app, session, before);
  });

  it.each([
    'application/json',
    'text/plain',
    'multipart/form-data',
    'multipart/mixed; boundary=x',
    'application/x-www-form-urlencoded',
  ])('as %s', async (type) => {
    const outgoing = beginUpload(app, session, { 'Content-Type': type });
    outgoing.end('{}');
    const { status, body } = await answerOf(outgoing);
    expect([status, body.detail]).toMatchObject([422, [{ loc: ['body', 'file'] }]]);
  });

  it('with too much besides its file', async () => {
    const before = await storedFiles(app);
    const parts = [fileHead('a.txt'), 'x\r\n', fileHead('b.txt', 'other'), Buffer.alloc(3 * MIB), END];
    const { status, body } = await sendForm(app, session, parts);
    expect([status, body.detail]).toMatchObject([422, [{ loc: ['body'] }]]);
    await expectNothingLeft(app, session, before);
  });

  it('when its length says that it is too large', async () => {
    const outgoing = beginUpload(app, session, { 'Content-Length': MAX_BYTES + 2 * MIB });
    outgoing.flushHeaders();
    const { status, body, headers } = await answerOf(outgoing);
    outgoing.destroy();
    const message = `The file is larger than ${MAX_BYTES} bytes`;
    expect([status, headers.connection]).toEqual([413, 'close']);
    expect(body).toEqual({ detail: { error: 'file_too_large', message, max_bytes: MAX_BYTES } });
  });
});

describe('where 2 MiB are allowed', () => {
  const small = useTestApp({ env: { INGEST_CONCURRENCY: 0, UPLOAD_MAX_BYTES: 2 * MIB } });
  let by: TestSession;

  beforeAll(async () => {
    by = await newSession(small, 'small');
  });

  it('takes them', async () => {
    const { status, body } = await upload(small, by, 'a.txt', Buffer.alloc(2 * MIB, 'a'));
    expect([status, body.file_size]).toEqual([200, 2 * MIB]);
  });

  it('answers 413 to one byte more', async () => {
    const before = await storedFiles(small);
    const { status, body } = await upload(small, by, 'b.txt', Buffer.alloc(2 * MIB + 1, 'b'));
    expect([status, body.detail]).toMatchObject([413, { error: 'file_too_large', max_bytes: 2 * MIB }]);
    expect(await storedFiles(small)).toEqual(before);
  });

  it('answers a client that goes on sending, and closes the connection when it is done', async () => {
    const before = await storedFiles(small);
    const outgoing = beginUpload(small, by, { 'Transfer-Encoding': 'chunked' });
    outgoing.write(fileHead('c.txt'));
    const answered = answerOf(outgoing);
    const closed = once(outgoing, 'close');
    // Not read before all is sent, as by clients that send first and look for an answer then.
    await writeRepeatedly(outgoing, Buffer.alloc(MIB / 4, 'c'), 80);
    outgoing.end(END);
    const { status, headers } = await answered;
    expect([status, headers.connection]).toEqual([413, 'close']);
    await closed;
    expect(await storedFiles(small)).toEqual(before);
  });
});
