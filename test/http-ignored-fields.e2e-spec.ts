import { newSession, type TestSession } from './support/agents';
import { startTestApp, type TestApp } from './support/test-app';

describe('fields that a request does not have', () => {
  let app: TestApp;
  let session: TestSession;

  beforeAll(async () => {
    app = await startTestApp();
    session = await newSession(app, 'ignored-fields');
  });
  afterAll(() => app.close());

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
