import { once } from 'node:events';
import { connect } from 'node:net';
import { newSession, remember, type TestSession } from './support/agents';
import { rawRequest } from './support/raw-request';
import { useTestApp } from './support/test-app';

describe('compressed answers', () => {
  const app = useTestApp();
  let session: TestSession;

  beforeAll(async () => {
    session = await newSession(app, 'compressed');
    for (const name of ['one', 'two']) await remember(session, { content: `${name} ${'long '.repeat(400)}` });
  });

  const ask = (method: string, path: string, headers: Record<string, string>, body?: object) =>
    fetch(`${app.url}${path}`, {
      method,
      headers: { 'Content-Type': 'application/json', 'X-Session-Token': session.token, ...headers },
      ...(body && { body: JSON.stringify(body) }),
    });
  const read = (path: string, headers: Record<string, string>, body: object = {}) =>
    ask('POST', `/api/v2/agents/compressed/${path}`, headers, body);
  const encodingOf = ({ headers }: Response) => headers.get('content-encoding');
  const countIn = async (answer: Response) => ((await answer.json()) as { count: number }).count;

  it.each([
    ['gzip', 'gzip'],
    ['br', 'br'],
    ['gzip, deflate, br', 'br'],
    ['br;q=0, gzip', 'gzip'],
    ['identity', null],
    ['klingon', null],
    ['gzip;q=0', null],
  ])('Accept-Encoding: %s gets %s', async (accepted, encoding) => {
    const answer = await read('recall', { 'Accept-Encoding': accepted }, { query: 'long' });
    expect(encodingOf(answer)).toBe(encoding);
    expect(answer.headers.get('vary')).toMatch(/Accept-Encoding/);
    expect(answer.headers.has('content-length')).toBe(encoding === null);
    expect(await countIn(answer)).toBe(2);
  });

  it('are for those who ask: others get the plain bytes with their length', async () => {
    const { hostname } = new URL(app.url);
    const answer = await rawRequest(`${app.url}/metrics`, { headers: [['Host', hostname]] });
    expect(answer.headers).not.toHaveProperty('content-encoding');
    expect(Number(answer.headers['content-length'])).toBe(Buffer.byteLength(answer.body));
    expect(answer.headers.vary).toContain('Accept-Encoding');
  });

  it('are no small ones', async () => {
    const answer = await read('recall', { 'Accept-Encoding': 'gzip' }, { query: 'nothing' });
    expect(encodingOf(answer)).toBeNull();
    expect(Number(answer.headers.get('content-length'))).toBeLessThan(1_024);
  });

  it('are pages that are written in pieces, and no streams of lines', async () => {
    const page = await read('recall/all', { 'Accept-Encoding': 'gzip' });
    expect(encodingOf(page)).toBe('gzip');
    expect(await countIn(page)).toBe(2);
    const lines = await read('recall/all', { 'Accept-Encoding': 'gzip', Accept: 'application/x-ndjson' });
    expect(encodingOf(lines)).toBeNull();
    expect((await lines.text()).trim().split('\n')).toHaveLength(2);
  });

  it('are no event streams', async () => {
    const headers = { 'Accept-Encoding': 'gzip', Accept: 'text/event-stream' };
    const answer = await read('answer', headers, { question: 'What is long?' });
    expect(answer.headers.get('content-type')).toContain('text/event-stream');
    expect(encodingOf(answer)).toBeNull();
    expect(await answer.text()).toContain('event: done');
  });

  it('hold no tokens', async () => {
    const answer = await ask('POST', '/api/v2/agents/compressed/activate', { 'Accept-Encoding': 'gzip' });
    expect(answer.headers.get('cache-control')).toBe('no-store, no-transform');
    expect(encodingOf(answer)).toBeNull();
    session = { ...session, token: ((await answer.json()) as { session_token: string }).session_token };
  });

  it('give no part of an answer: ranges are plain', async () => {
    const path = '/docs/swagger-ui-bundle.js';
    const part = await ask('GET', path, { 'Accept-Encoding': 'gzip', Range: 'bytes=0-4999' });
    expect([part.status, encodingOf(part)]).toEqual([206, null]);
    expect((await part.arrayBuffer()).byteLength).toBe(5_000);
    const whole = await ask('GET', path, { 'Accept-Encoding': 'gzip' });
    expect([whole.status, encodingOf(whole)]).toEqual([200, 'gzip']);
    expect((await whole.arrayBuffer()).byteLength).toBeGreaterThan(1_000_000);
  });

  it('leave the service well when a client goes away in the middle of one', async () => {
    const { hostname, port } = new URL(app.url);
    const socket = connect(Number(port), hostname);
    socket.write(
      `GET /docs/swagger-ui-bundle.js HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\n\r\n`,
    );
    await once(socket, 'data');
    socket.destroy();
    await once(socket, 'close');
    expect((await ask('GET', '/ready', {})).status).toBe(200);
  });

  describe('/openapi.json', () => {
    const get = (headers: Record<string, string>, method = 'GET') => ask(method, '/openapi.json', headers);

    it.each(['gzip', 'br'])('comes as %s, with its length', async (encoding) => {
      const answer = await get({ 'Accept-Encoding': encoding });
      expect(encodingOf(answer)).toBe(encoding);
      expect(Number(answer.headers.get('content-length'))).toBeLessThan(50_000);
      expect(await answer.json()).toHaveProperty('openapi', '3.1.0');
    });

    it('has one tag for all encodings, and is not sent again', async () => {
      const answers = await Promise.all(
        ['gzip', 'br', 'identity'].map((each) => get({ 'Accept-Encoding': each })),
      );
      const [tag, ...others] = answers.map(({ headers }) => headers.get('etag') ?? '');
      expect(others).toEqual([tag, tag]);
      await Promise.all(answers.map((each) => each.arrayBuffer()));
      // `fetch` would add `Cache-Control: no-cache`, with which nothing is fresh.
      const headers: [string, string][] = [
        ['Accept-Encoding', 'gzip'],
        ['If-None-Match', tag ?? ''],
        ['Host', 'localhost'],
      ];
      const again = await rawRequest(`${app.url}/openapi.json`, { headers });
      expect([again.status, again.headers.etag, again.body]).toEqual([304, tag, '']);
      expect(again.headers.vary).toContain('Accept-Encoding');
    });

    it('answers HEAD with the headers of GET', async () => {
      const [head, whole] = [
        await get({ 'Accept-Encoding': 'gzip' }, 'HEAD'),
        await get({ 'Accept-Encoding': 'gzip' }),
      ];
      const shown = ({ headers }: Response) =>
        ['content-encoding', 'content-length', 'etag', 'vary'].map((name) => headers.get(name));
      expect(shown(head)).toEqual(shown(whole));
      expect(await head.text()).toBe('');
      await whole.arrayBuffer();
    });
  });
});
