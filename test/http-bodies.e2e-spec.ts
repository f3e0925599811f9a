import { once } from 'node:events';
import { connect } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import request from 'supertest';
import { BodyBudget } from '../src/traffic/body-receipt';
import { newSession, type TestSession } from './support/agents';
import { startBackendServer, type TestBackendServer } from './support/backend-server';
import { eventually } from './support/eventually';
import { openRequest, type OpenRequest } from './support/raw-bytes';
import { startTestApp, useTestApp, type TestApp } from './support/test-app';
import { BOUNDARY, fileHead } from './support/uploads';

const MIB = 1_048_576;
const HOST = '127.0.0.1';
const JSON_TYPE = 'Content-Type: application/json';
const DECLARED = `Content-Length: ${8 * MIB}`;
/** A client elsewhere, behind a proxy that is not trusted: it has no rights of this machine. */
const ELSEWHERE = 'X-Forwarded-For: 192.0.2.1';

/** A head whose body the test sends, or never sends. */
function open(url: string, line: string, headers: readonly string[]): OpenRequest {
  return openRequest(HOST, Number(new URL(url).port), [`${line} HTTP/1.1`, 'Host: localhost', ...headers]);
}

function rememberLine({ agentId }: TestSession): string {
  return `POST /api/v2/agents/${agentId}/remember`;
}

function withToken({ token }: TestSession, ...headers: string[]): string[] {
  return [`X-Session-Token: ${token}`, JSON_TYPE, ...headers];
}

describe('a request that is refused is answered before its body has come', () => {
  let app: TestApp;
  let backend: TestBackendServer;

  beforeAll(async () => {
    app = await startTestApp();
    backend = await startBackendServer({ env: { BACKEND_SERVER_API_KEY: 'the-key-of-the-backend' } });
    await newSession(app, 'admitted');
  });
  afterAll(async () => {
    await app.close();
    await backend.close();
  });

  it.each([
    ['without a token', 'POST /api/v2/agents/admitted/remember', [], 401],
    ['with a forged token', 'POST /api/v2/agents/admitted/remember', ['X-Session-Token: a.b.c'], 401],
    ['without management access', 'POST /api/v2/agents', [ELSEWHERE], 401],
    ['from elsewhere to a route of this machine', 'PATCH /api/ui/config', [ELSEWHERE], 403],
    ['to a path that names nothing', 'POST /nope', [], 404],
    ['of an upload without a token', 'POST /api/v2/agents/admitted/upload-file', [], 401],
  ])('%s', async (_name, line, headers, status) => {
    for (const more of [[], ['Content-Encoding: gzip'], ['Expect: 100-continue']]) {
      const { answer } = open(app.url, line, [...headers, ...more, JSON_TYPE, DECLARED]);
      const { text, ...answered } = await answer;
      expect(answered.status).toBe(status);
      expect(text).toMatch(/\r\nConnection: close\r\n/i);
    }
  });

  it('by the backend server, without its key', async () => {
    const { answer } = open(backend.url, 'POST /namespaces', [JSON_TYPE, DECLARED]);
    expect((await answer).status).toBe(401);
  });

  it('because its body is declared to be too large', async () => {
    const { answer } = open(app.url, 'POST /api/v2/agents', [JSON_TYPE, `Content-Length: ${8 * MIB + 1}`]);
    expect((await answer).status).toBe(413);
  });

  it('and a client that sends first and reads later gets the answer', async () => {
    const socket = connect({ port: Number(new URL(app.url).port), host: HOST, allowHalfOpen: true });
    socket.write(`POST /nope HTTP/1.1\r\nHost: localhost\r\n${JSON_TYPE}\r\n${DECLARED}\r\n\r\n`);
    const chunk = Buffer.alloc(MIB, ' ');
    for (let sent = 0; sent < 7; sent++) if (!socket.write(chunk)) await once(socket, 'drain');
    socket.end();
    expect(await textOf(socket)).toMatch(/^HTTP\/1\.1 404 /);
  });
});

describe('a body that comes too slowly', () => {
  const WINDOW_MS = 500;
  let app: TestApp;
  let session: TestSession;

  beforeAll(async () => {
    const env = { BODY_WINDOW_MS: WINDOW_MS, MAX_CONCURRENT_REQUESTS: 3, INGEST_CONCURRENCY: 0 };
    app = await startTestApp({ alone: true, env });
    session = await newSession(app, 'slow');
  });
  afterAll(() => app.close());

  /** Writes a byte again and again until the service has ended the connection. */
  async function trickle({ socket, answer }: OpenRequest): Promise<number> {
    const timer = setInterval(() => socket.write(' '), WINDOW_MS / 20);
    const { status } = await answer.finally(() => clearInterval(timer));
    return status;
  }

  it('is cut when nothing of it comes', async () => {
    const { answer } = open(app.url, rememberLine(session), withToken(session, DECLARED));
    const { status, text } = await answer;
    expect(status).toBe(408);
    expect(text).toContain(
      '{"detail":"The request body comes too slowly: send at least 8192 bytes a second"}',
    );
  });

  it('is cut when it trickles', async () => {
    expect(await trickle(open(app.url, rememberLine(session), withToken(session, DECLARED)))).toBe(408);
  });

  it('is cut when it trickles compressed', async () => {
    const headers = withToken(session, DECLARED, 'Content-Encoding: gzip');
    const slow = open(app.url, rememberLine(session), headers);
    slow.socket.write(gzipSync(' '.repeat(1_000)).subarray(0, 12));
    expect((await slow.answer).status).toBe(408);
  });

  it('is cut when it is an upload that trickles', async () => {
    const type = `Content-Type: multipart/form-data; boundary=${BOUNDARY}`;
    const headers = [`X-Session-Token: ${session.token}`, type, DECLARED];
    const slow = open(app.url, 'POST /api/v2/agents/slow/upload-file', headers);
    slow.socket.write(fileHead('a.txt'));
    expect(await trickle(slow)).toBe(408);
  });

  it('does not count against MAX_CONCURRENT_REQUESTS while it is awaited', async () => {
    const line = rememberLine(session);
    const headers = withToken(session, DECLARED, 'Expect: 100-continue');
    const slow: OpenRequest[] = [];
    while (slow.length < 10) {
      const each = open(app.url, line, headers);
      slow.push(each);
      // The answer to `Expect` comes when the body is awaited.
      await each.begun;
    }
    for (let i = 0; i < 5; i++) await session.call('post', 'recall/recent').send({}).expect(200);
    for (const { answer } of slow) expect((await answer).text).toContain('\r\n\r\nHTTP/1.1 408 ');
  });
});

describe('the memory of bodies', () => {
  const app = useTestApp({ alone: true, env: { REQUEST_BODY_MEMORY_MB: 8 } });
  let session: TestSession;

  beforeAll(async () => {
    session = await newSession(app, 'memory');
  });
  afterEach(() => jest.restoreAllMocks());

  const remember = (size: number) =>
    session.call('post', 'remember').send({ content: 'x', filler: 'f'.repeat(size) });
  const compressed = (size: number) =>
    session
      .call('post', 'remember')
      .set({ 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' })
      .serialize((body: unknown) => body as string)
      .send(gzipSync(JSON.stringify({ content: 'x', filler: 'f'.repeat(size) })));

  it('is bounded, unfinished and decompressed bodies included, and is free again after that', async () => {
    await remember(2 * MIB).expect(200);
    const reserve = jest.spyOn(BodyBudget.prototype, 'reserve');
    const unfinished = open(app.url, rememberLine(session), withToken(session, DECLARED));
    unfinished.socket.write(Buffer.alloc(7 * MIB, ' '));
    // Before all of it has come, another body may leave no room for the rest.
    await eventually(
      () => Promise.resolve(reserve.mock.calls.reduce((sum, [bytes]) => sum + bytes, 0)),
      (received) => received === 7 * MIB,
    );
    const refused = await remember(2 * MIB).expect(503);
    expect(refused.get('Retry-After')).toBe('1');
    expect(refused.body).toEqual({
      detail: {
        error: 'ServiceOverloaded',
        message: 'The bodies of open requests take all the memory that they may: try again shortly',
        details: { request_body_memory_mb: 8 },
      },
    });
    await compressed(2 * MIB).expect(503);
    await remember(100).expect(200);
    unfinished.socket.destroy();
    await unfinished.answer;
    await eventually(
      async () => (await compressed(2 * MIB)).status,
      (status) => status === 200,
    );
  });

  it('is not used for more values than a request may hold', async () => {
    for (const filler of ['[]', '{}', '1']) {
      const body = `{"content":"x","filler":[${filler}${`,${filler}`.repeat(700_000)}]}`;
      const answer = await session
        .call('post', 'remember')
        .set('Content-Type', 'application/json')
        .send(body)
        .expect(413);
      expect(answer.body).toMatchObject({ detail: { error: 'body_too_large', max_values: 600_000 } });
    }
    const nested = `${'['.repeat(700_000)}${']'.repeat(700_000)}`;
    await session.call('post', 'remember').set('Content-Type', 'application/json').send(nested).expect(413);
  });

  it('is not reserved by what a client declares', async () => {
    const liars = Array.from({ length: 20 }, () =>
      open(app.url, rememberLine(session), withToken(session, DECLARED)),
    );
    for (const { socket } of liars) socket.write('{');
    await remember(2 * MIB).expect(200);
    for (const { socket } of liars) socket.destroy();
    await Promise.all(liars.map(({ answer }) => answer));
  });
});

describe('connections and heads', () => {
  const MOST = 5;
  let app: TestApp;

  beforeAll(async () => {
    const env = { MAX_CONNECTIONS_PER_ADDRESS: MOST, REQUEST_TIMEOUT_MS: 1_000 };
    app = await startTestApp({ alone: true, env });
  });
  afterAll(() => app.close());

  it('of one address are bounded', async () => {
    const held = Array.from({ length: MOST }, () => open(app.url, 'GET /live', ['X-Held: yes']));
    await Promise.all(held.map(({ begun }) => begun));
    const { status, text } = await open(app.url, 'GET /live', []).answer;
    expect(status).toBe(429);
    expect(text).toContain('{"detail":"Too many connections from this address"}');
    for (const { socket } of held) socket.destroy();
    await Promise.all(held.map(({ answer }) => answer));
    await eventually(
      async () => (await request(app.url).get('/live')).status,
      (now) => now === 200,
    );
  });

  it('that do not come whole are cut after the time that is set', async () => {
    const start = performance.now();
    const socket = connect(Number(new URL(app.url).port), HOST);
    socket.write('GET /live HTTP/1.1\r\nHost: localhost\r\n');
    expect(await textOf(socket)).toMatch(/^HTTP\/1\.1 408 /);
    // Set are 1,000 ms. Node looks every 30 s by default.
    expect(performance.now() - start).toBeLessThan(20_000);
  });
});

describe('text that cannot be one', () => {
  const app = useTestApp();
  let session: TestSession;

  beforeAll(async () => {
    session = await newSession(app, 'text');
  });

  it('is refused with 400 where bytes are not UTF-8', async () => {
    const bytes = Buffer.concat([Buffer.from('{"content":"x'), Buffer.from([0xff, 0xc3]), Buffer.from('"}')]);
    const headers = withToken(session, `Content-Length: ${bytes.length}`, 'Connection: close');
    const { socket, answer } = open(app.url, rememberLine(session), headers);
    socket.write(bytes);
    const { status, text } = await answer;
    expect(status).toBe(400);
    expect(text).toContain('{"detail":"The request body is not valid UTF-8"}');
  });

  it('is refused with 422 where nothing of it can be seen', async () => {
    const blank = ' \u200b\u200c\u200d\u2060\ufeff\u00ad\u{e0020}\n';
    const { body } = await session.call('post', 'remember').send({ content: 'visible' }).expect(200);
    const { memory_id } = body as { memory_id: string };
    const calls: [string, 'post' | 'patch', string, object][] = [
      ['remember', 'post', 'remember', { content: blank }],
      ['batch', 'post', 'batch-remember', { memories: [{ content: blank }] }],
      ['edit', 'patch', `memories/${memory_id}`, { content: blank }],
      ['query', 'post', 'recall', { query: blank }],
      ['question', 'post', 'answer', { question: blank }],
      ['extract', 'post', 'remember/extract', { messages: [{ role: 'user', content: blank }] }],
    ];
    for (const [name, method, path, fields] of calls) {
      const { status } = await session.call(method, path).send(fields);
      expect([name, status]).toEqual([name, 422]);
    }
  });
});
