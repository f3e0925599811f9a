import { connect } from 'node:net';
import request from 'supertest';
import { newSession, type TestSession } from './support/agents';
import { refusalFault, type RawAnswer } from './support/refusals';
import { useTestApp } from './support/test-app';

const app = useTestApp();
let session: TestSession;

beforeAll(async () => {
  session = await newSession(app, 'target');
});

/** A request as bytes, for what no client library would send. */
function raw(head: string[], body = ''): Promise<RawAnswer> {
  const { hostname, port } = new URL(app.url);
  const lines = [
    ...head,
    `Host: ${hostname}:${port}`,
    'Connection: close',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(Number(port), hostname, () =>
      socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`),
    );
    socket.setEncoding('utf8').on('data', (chunk) => (text += String(chunk)));
    socket.once('error', reject);
    socket.once('close', () => resolve({ status: Number(text.split(' ')[1]), text: bodyOf(text) }));
  });
}

function bodyOf(response: string): string {
  const [head = '', ...rest] = response.split('\r\n\r\n');
  const body = rest.join('\r\n\r\n');
  if (!/transfer-encoding: chunked/i.test(head)) return body;
  return body.replace(/(^|\r\n)[0-9a-f]+\r\n/gi, '');
}

const token = () => `X-Session-Token: ${session.token}`;
const JSON_TYPE = 'Content-Type: application/json';

describe('a path that names nothing', () => {
  it.each([
    'GET /nope',
    'GET /api',
    'GET /api/v2',
    'GET /api/v2/agents/target/nope',
    'PUT /api/v2/agents/target/remember',
    'DELETE /api/v2/agents/target/recall',
    'GET /../../etc/passwd',
    'GET /%2e%2e/%2e%2e/etc/passwd',
    'GET /api/v2/agents/target/memories/%2e%2e',
    'GET /api/v2/agents/target/memories/..%2f..%2fx',
    'GET /api/v2/agents/target/memories/%00',
    'GET /api/v2/agents/target/memories/%ff',
    'GET /api/v2/agents/target/memories/%ED%A0%80',
    'GET /api/v2/agents/target/memories/%',
    `GET /api/v2/agents/target/memories/${'9'.repeat(10_000)}`,
    'GET /api/v2/agents/target/memories/%27%3B%20DROP%20TABLE%20memories',
  ])('%s is refused in a form of the interface', async (line) => {
    expect(refusalFault(await raw([`${line} HTTP/1.1`, token()]))).toBeNull();
  });
});

describe('an agent id of a path that is none', () => {
  it.each([
    '%00',
    '%2e%2e',
    '..%2f..',
    'a%20b',
    'a.b',
    '%ff',
    '%F0%9F%98%80',
    'x'.repeat(129),
    'x'.repeat(10_000),
  ])('%s is refused in a form of the interface', async (id) => {
    const line = `POST /api/v2/agents/${id}/recall/recent HTTP/1.1`;
    expect(refusalFault(await raw([line, token(), JSON_TYPE], '{}'))).toBeNull();
  });

  it('is 422 at the path', async () => {
    const { status, text } = await raw(
      ['POST /api/v2/agents/a.b/remember HTTP/1.1', token(), JSON_TYPE],
      '{"content":"x"}',
    );
    expect(status).toBe(422);
    expect(JSON.parse(text).detail[0].loc).toEqual(['path', 'agent_id']);
  });
});

describe('a header sent twice', () => {
  const line = 'POST /api/v2/agents/target/remember HTTP/1.1';
  const body = '{"content":"x"}';

  it('is refused when it is the token', async () => {
    const answer = await raw([line, token(), 'X-Session-Token: other', JSON_TYPE], body);
    expect(answer.status).toBe(401);
    expect(refusalFault(answer)).toBeNull();
  });

  it('is refused when it is the Idempotency-Key', async () => {
    const answer = await raw([line, token(), 'Idempotency-Key: a', 'Idempotency-Key: b', JSON_TYPE], body);
    expect(answer.status).toBe(422);
    expect(refusalFault(answer)).toBeNull();
  });

  it.each(['Accept: application/json', JSON_TYPE, 'User-Agent: x', 'Cookie: service_session_token=x'])(
    'does no harm when it is %s',
    async (header) => {
      const answer = await raw([line, token(), header, header, JSON_TYPE], body);
      expect(answer.status).toBe(200);
    },
  );
});

describe('a header that is out of the ordinary', () => {
  it.each([
    ['an empty token', 'X-Session-Token: '],
    ['a token of 10 kB', `X-Session-Token: ${'x'.repeat(10_000)}`],
    ['a token of bytes above ASCII', 'X-Session-Token: \u00ff\u00fe'],
    ['a cookie that is no cookie', 'Cookie: ;;;=;%%%'],
    ['a cookie with a broken escape', 'Cookie: service_session_token=%E0%A4%A'],
  ])('%s is refused in a form of the interface', async (_, header) => {
    const answer = await raw(
      ['POST /api/v2/agents/target/remember HTTP/1.1', header, JSON_TYPE],
      '{"content":"x"}',
    );
    expect(answer.status).toBe(401);
    expect(refusalFault(answer)).toBeNull();
  });
});

describe('the token of another agent', () => {
  it('beats the cookie of the right one', async () => {
    const other = await newSession(app, 'other');
    const cookie = `Cookie: service_session_token=${session.token}`;
    const head = [
      'POST /api/v2/agents/target/remember HTTP/1.1',
      `X-Session-Token: ${other.token}`,
      cookie,
      JSON_TYPE,
    ];
    const answer = await raw(head, '{"content":"x"}');
    expect(answer.status).toBe(500);
    expect(JSON.parse(answer.text).detail).toMatchObject({
      error: 'InternalServerError',
      details: { original_error: expect.stringContaining('other') },
    });
  });
});

describe('a known path with another method', () => {
  let session: TestSession;

  beforeAll(async () => {
    session = await newSession(app, 'methods-agent');
  });

  it.each([
    ['delete', '/api/v2/agents', 'GET, HEAD, POST'],
    ['get', '/api/v2/agents/methods-agent/recall', 'POST'],
    ['put', '/api/v2/agents/methods-agent/memories/x', 'DELETE, GET, HEAD, PATCH'],
    ['post', '/health', 'GET, HEAD'],
    ['post', '/openapi.json', 'GET, HEAD'],
    ['delete', '/', 'GET, HEAD'],
  ] as const)('answers %s %s with 405 and what is allowed', async (method, path, allowed) => {
    const { status, body, headers } = await request(app.url)[method](path).send({});
    expect([status, body, headers.allow]).toEqual([405, { detail: 'Method Not Allowed' }, allowed]);
  });

  it('answers HEAD where there is no GET with 405 and no body', async () => {
    const { status, text, headers } = await request(app.url).head('/api/v2/agents/a/recall');
    expect([status, text, headers.allow]).toEqual([405, undefined, 'POST']);
  });

  it('answers HEAD where there is a GET, and OPTIONS', async () => {
    await request(app.url).head('/health').expect(200);
    await request(app.url).options('/api/v2/agents').expect(204).expect('Allow', 'GET, HEAD, POST');
  });

  it('answers 404 where there is no path, and no memory', async () => {
    await request(app.url).post('/nope').send({}).expect(404);
    const { status, headers } = await session.call('get', 'memories/0190a1b2-0000-7000-8000-000000000000');
    expect([status, headers.allow]).toEqual([404, undefined]);
  });
});

describe('fields that a request does not have', () => {
  let session: TestSession;

  beforeAll(async () => {
    session = await newSession(app, 'ignored-fields');
  });

  const ignoredIn = async (path: string, body: object) => {
    const { headers } = await session.call('post', path).send(body).expect(200);
    return headers['x-ignored-fields'];
  };

  it('are ignored and named in the response', async () => {
    expect(await ignoredIn('remember', { content: 'x', tag: 'a', agent: 'b' })).toBe('tag, agent');
  });

  it('are named once for all rows of a batch', async () => {
    const memories = [
      { content: 'a', tag: 1 },
      { content: 'b', tag: 2, text: 3 },
    ];
    expect(await ignoredIn('batch-remember', { memories, dedup: true })).toBe('dedup, tag, text');
  });

  it('are the first ten', async () => {
    const unknown = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`f${index}`, index]));
    expect((await ignoredIn('recall', { query: 'x', ...unknown }))?.split(', ')).toHaveLength(10);
  });

  it('are named also in a refusal', async () => {
    const { status, headers } = await session.call('post', 'remember').send({ contents: 'x' });
    expect([status, headers['x-ignored-fields']]).toEqual([422, 'contents']);
  });

  it('leave no header where there are none', async () => {
    expect(await ignoredIn('remember', { content: 'x', tags: ['a'] })).toBeUndefined();
  });

  describe('in a query', () => {
    it.each([
      ['of a route with parameters', 'get', 'files?limit=5&page=2&page=3&sort=a', 'page, sort'],
      ['of a route without any', 'get', 'policy?verbose=1', 'verbose'],
      ['beside a body', 'post', 'recall?k=3', 'k, top'],
      ['of a refused request', 'get', 'files?limit=x&page=2', 'page'],
      ['made of what a header may not hold', 'get', 'files?a%0d%0aSet-Cookie:x=1', 'a__Set-Cookie_x'],
      ['with known parameters only', 'get', 'files?limit=5', undefined],
    ] as const)('%s', async (_name, method, path, expected) => {
      const call = session.call(method, path);
      const { headers } = await (method === 'post' ? call.send({ query: 'x', top: 1 }) : call);
      expect(headers['x-ignored-fields']).toBe(expected);
    });

    it('are the first ten of query and body together', async () => {
      const query = Array.from({ length: 8 }, (_, index) => `q${index}=1`).join('&');
      const unknown = Object.fromEntries(Array.from({ length: 8 }, (_, index) => [`b${index}`, index]));
      const named = await ignoredIn(`recall?${query}`, { query: 'x', ...unknown });
      expect(named).toBe('q0, q1, q2, q3, q4, q5, q6, q7, b0, b1');
    });
  });
});
