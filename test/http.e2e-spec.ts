import { once } from 'node:events';
import { connect } from 'node:net';
import request from 'supertest';
import { newSession, type TestSession } from './support/agents';
import { useTestApp } from './support/test-app';
import { PrismaService } from '../src/database/prisma.service';
import { spyOnEach } from './support/replica-providers';

interface Issues {
  detail: { type: string; loc: (string | number)[]; msg: string; input: unknown }[];
}

describe('HTTP', () => {
  const app = useTestApp({ env: { ALLOWED_ORIGINS: 'https://app.example.com' } });
  let session: TestSession;

  beforeAll(async () => {
    session = await newSession(app, 'http-agent');
  });

  const remember = (body: string, type = 'application/json') =>
    session.call('post', 'remember').set('Content-Type', type).send(body);

  describe('bad bodies', () => {
    it.each([
      ['a broken one', '{"content": secret}'],
      ['one that breaks off', '{"content": "secret'],
      ['a bracket', '{'],
    ])('refuses %s as json_invalid and repeats none of it', async (_name, text) => {
      const { status, body } = await remember(text);
      expect(status).toBe(422);
      expect((body as Issues).detail).toMatchObject([{ type: 'json_invalid' }]);
      expect(JSON.stringify(body)).not.toContain('secret');
    });

    it('says where JSON ends to be JSON', async () => {
      const { body } = await remember('{"content" x');
      expect((body as Issues).detail).toMatchObject([{ type: 'json_invalid', loc: ['body', 11] }]);
    });

    it('is not misled by a body that reads like the message of a parser', async () => {
      const { body } = await remember('secret at position 5');
      expect((body as Issues).detail).toMatchObject([{ type: 'json_invalid', loc: ['body'] }]);
    });

    it.each([
      ['a list', '[]', 'dict_type'],
      ['a text', '"text"', 'dict_type'],
      ['a number', '5', 'dict_type'],
      ['null', 'null', 'missing'],
    ])('refuses %s in place of an object', async (_name, text, type) => {
      const { status, body } = await remember(text);
      expect(status).toBe(422);
      expect((body as Issues).detail).toMatchObject([{ type, loc: ['body'] }]);
    });

    it('takes an empty JSON body for no body', async () => {
      const { status, body } = await remember('');
      expect(status).toBe(422);
      expect((body as Issues).detail).toMatchObject([{ type: 'missing' }]);
      await request(app.url)
        .post('/api/v2/agents/http-agent/activate')
        .set('Content-Type', 'application/json')
        .expect(200);
      session = await newSession(app, 'http-agent-2');
    });

    it('refuses a body of another media type, and says which to use', async () => {
      const { status, body } = await remember('content=x', 'application/x-www-form-urlencoded');
      expect(status).toBe(422);
      expect((body as Issues).detail[0]?.msg).toContain('application/json');
    });

    it('takes a media type that is JSON by its suffix', async () => {
      await remember('{"content": "x"}', 'application/vnd.api+json; charset=utf-8').expect(200);
    });

    it.each([
      ['an unknown charset', { 'Content-Type': 'application/json; charset=klingon' }, 415],
      ['an unknown encoding', { 'Content-Encoding': 'klingon' }, 415],
      ['a broken compression', { 'Content-Encoding': 'gzip' }, 400],
    ])('refuses %s with a message', async (_name, headers, expected) => {
      const call = session.call('post', 'remember').set('Content-Type', 'application/json').set(headers);
      const { status, body } = await call.send('{"content": "x"}');
      expect(status).toBe(expected);
      expect(typeof (body as { detail: unknown }).detail).toBe('string');
    });

    it('refuses a body over 8 MiB', async () => {
      const { status, body } = await remember(JSON.stringify({ content: 'x'.repeat(8_388_608) }));
      expect(status).toBe(413);
      expect(body).toMatchObject({ detail: { error: 'body_too_large', max_bytes: 8_388_608 } });
    });

    it('reads a body just below 8 MiB, and judges its fields', async () => {
      const { status, body } = await remember(JSON.stringify({ content: 'x'.repeat(8_388_000) }));
      expect(status).toBe(413);
      expect(body).toMatchObject({ detail: { error: 'text_too_long', actual_length: 8_388_000 } });
    });

    it('withstands deep nesting, huge lists and keys of prototypes', async () => {
      const deep = '['.repeat(100_000) + ']'.repeat(100_000);
      const list = JSON.stringify(new Array(500_000).fill(1));
      await remember(`{"content": ${deep}, "x": ${deep}}`).expect(422);
      await remember(`{"content": "x", "tags": ${list}}`).expect(422);
      const { status } = await remember('{"content": "x", "__proto__": {"type": "no"}, "constructor": 1}');
      expect(status).toBe(200);
    });

    it.each([
      ['a null character', '{"content": "a\\u0000b"}', 'content'],
      ['a lone surrogate', '{"content": "a\\ud800b"}', 'content'],
      ['a tag of 20,000 characters', JSON.stringify({ content: 'x', tags: ['t'.repeat(20_000)] }), 'tags'],
      ['a text for a number', '{"content": "x", "confidence": "0.5"}', 'confidence'],
      ['a number beyond all bounds', '{"content": "x", "confidence": 1e999}', 'confidence'],
      ['an unknown type', '{"content": "x", "type": "rumour"}', 'type'],
      ['a title that is too long', JSON.stringify({ content: 'x', title: 't'.repeat(101) }), 'title'],
      ['a label with a slash', '{"content": "x", "source": "a/b"}', 'source'],
    ])('refuses %s and names the field', async (_name, text, field) => {
      const response = await remember(text);
      expect(response.status).toBe(422);
      expect((response.body as Issues).detail[0]?.loc.slice(0, 2)).toEqual(['body', field]);
      expect(response.text.length).toBeLessThan(1_000);
    });

    it('stored nothing of what it refused', async () => {
      const { body } = await session.call('post', 'recall/all').send({});
      const contents = (body as { memories: { content: string }[] }).memories.map((each) => each.content);
      expect(new Set(contents)).toEqual(new Set(['x']));
    });
  });

  describe('bad addresses', () => {
    it.each(['/nope', '/api/v2', '/api/v2/agents/a/b/c/d', '/docs/../../etc/passwd'])(
      'answers %s with 404 and a message',
      async (path) => {
        const { status, body } = await request(app.url).get(path);
        expect(status).toBe(404);
        expect(typeof (body as { detail: unknown }).detail).toBe('string');
      },
    );

    it('answers a broken percent-encoding with 400', async () => {
      const { status, body } = await request(app.url).get('/api/v2/agents/%E0%A4%A');
      expect(status).toBe(400);
      expect(typeof (body as { detail: unknown }).detail).toBe('string');
    });

    it.each(['a%00b', 'a%20b', '..%2f..', '%F0%9F%98%80'])('refuses the agent id %s', async (id) => {
      const { status, body } = await request(app.url).get(`/api/v2/agents/${id}`);
      expect(status).toBe(422);
      expect((body as Issues).detail[0]?.loc).toEqual(['path', 'agent_id']);
    });
  });

  it('survives a client that goes away in the middle of its body', async () => {
    const { hostname, port } = new URL(app.url);
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    socket.write('POST /api/v2/agents HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n');
    socket.write('Content-Length: 100\r\n\r\n{"agent_id":');
    socket.destroy();
    await once(socket, 'close');
    await request(app.url).get('/ready').expect(200);
  });

  describe('browsers', () => {
    it.each(['https://app.example.com', 'http://localhost:5173'])('lets %s read answers', async (origin) => {
      const { headers } = await request(app.url).get('/live').set('Origin', origin);
      expect(headers['access-control-allow-origin']).toBe(origin);
      expect(headers['access-control-allow-credentials']).toBe('true');
      expect(headers['access-control-expose-headers']).toBe(
        'X-Session-Token,Idempotency-Replayed,X-Request-Id,X-Ignored-Fields,Retry-After',
      );
    });

    it('does not let other origins', async () => {
      const { headers } = await request(app.url).get('/live').set('Origin', 'https://evil.com');
      expect(headers['access-control-allow-origin']).toBeUndefined();
    });

    it('answers a preflight', async () => {
      const { status, headers } = await request(app.url)
        .options('/api/v2/agents/http-agent/remember')
        .set('Origin', 'https://app.example.com')
        .set('Access-Control-Request-Method', 'POST')
        .set('Access-Control-Request-Headers', 'x-session-token,content-type');
      expect(status).toBe(204);
      expect(headers['access-control-allow-headers']).toBe('x-session-token,content-type');
    });

    it('must not guess types, and do not learn what runs here', async () => {
      const { headers } = await request(app.url).get('/');
      expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff' });
      expect(headers).not.toHaveProperty('x-powered-by');
      expect(headers).not.toHaveProperty('etag');
    });
  });

  describe('probes and documentation', () => {
    it('welcomes with name, version and links that work', async () => {
      const { body } = await request(app.url).get('/').expect(200);
      const links = body as Record<string, string>;
      expect(links).toMatchObject({ name: 'agent-memory-service', version: expect.any(String) as string });
      for (const path of [links.docs, links.openapi, links.health]) {
        await request(app.url)
          .get(path ?? '')
          .expect(200);
      }
    });

    it('serves the documentation page with assets of its own', async () => {
      const { text } = await request(app.url).get('/docs').expect(200);
      expect(text).not.toMatch(/(src|href)="https?:/);
      await request(app.url).get('/docs/swagger-ui-bundle.js').expect(200);
    });

    it.each(['/live', '/ready', '/health'])('%s is well', async (path) => {
      const { body, headers } = await request(app.url).get(path).expect(200);
      expect(body).toMatchObject({ status: 'ok' });
      expect(headers['cache-control']).toBe('no-store');
    });

    it('/health has version, uptime and the state of the database', async () => {
      const { body } = await request(app.url).get('/health');
      expect(body).toMatchObject({
        version: expect.any(String) as string,
        uptime_seconds: expect.any(Number) as number,
        details: { database: { status: 'up' } },
      });
    });
  });

  describe('with the database away', () => {
    beforeAll(() => {
      const away = Object.assign(new Error('connect ECONNREFUSED 10.0.0.1:5432'), {
        code: 'ECONNREFUSED',
        syscall: 'connect',
      });
      spyOnEach(app, PrismaService, 'query').mockRejectedValue(away);
      spyOnEach(app, PrismaService, 'execute').mockRejectedValue(away);
      spyOnEach(app, PrismaService, 'transaction').mockRejectedValue(away);
      spyOnEach(app, PrismaService, 'writeProblem').mockResolvedValue('does_not_answer');
      const model = new Proxy({}, { get: () => () => Promise.reject(away) });
      const models = new Proxy({}, { get: () => model }) as PrismaService['models'];
      jest.spyOn(PrismaService.prototype, 'models', 'get').mockReturnValue(models);
    });
    afterAll(() => jest.restoreAllMocks());

    it('lives, but is not ready', async () => {
      await request(app.url).get('/live').expect(200);
      const { body, text } = await request(app.url).get('/ready').expect(503);
      expect(body).toMatchObject({ status: 'error', error: { database: { status: 'down' } } });
      expect(text).not.toContain('10.0.0.1');
      await request(app.url).get('/health').expect(503);
    });

    it('answers requests with 503 and no address', async () => {
      const { body, text } = await request(app.url)
        .post('/api/v2/agents')
        .send({ agent_id: 'a' })
        .expect(503);
      expect(body).toMatchObject({ detail: { error: 'BackendUnavailable', details: {} } });
      expect(text).not.toContain('10.0.0.1');
    });
  });
});
