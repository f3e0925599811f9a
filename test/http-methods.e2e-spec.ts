import request from 'supertest';
import { newSession, type TestSession } from './support/agents';
import { startTestApp, type TestApp } from './support/test-app';

describe('a known path with another method', () => {
  let app: TestApp;
  let session: TestSession;

  beforeAll(async () => {
    app = await startTestApp();
    session = await newSession(app, 'methods-agent');
  });
  afterAll(() => app.close());

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
