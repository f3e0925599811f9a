import type { OpenAPIObject } from '@nestjs/swagger';
import request, { type Test } from 'supertest';
import { INSTRUCTION_TEMPLATE } from '../src/ui/instruction-template';
import { newTestStore, TEST_SECRET_KEY, type TestStore } from './support/database';
import { startTestApp, type TestApp } from './support/test-app';

const PATH = '/api/ui/template-status';
const LATEST = INSTRUCTION_TEMPLATE.version;

let store: TestStore;
let app: TestApp;

beforeAll(async () => {
  store = await newTestStore();
  app = await startTestApp({ store });
});
afterAll(async () => {
  await app.close();
  await store.remove();
});

const get = (path = ''): Test => request(app.url).get(`${PATH}${path}`);
const post = (path: string): Test => request(app.url).post(`${PATH}${path}`);

describe('the instruction template', () => {
  it('is outdated, and nothing dismissed, before it was taken for the first time', async () => {
    await get().expect(200, { outdated: true, installed_version: null, latest_version: LATEST });
    await get('/dismissed').expect(200, { version: null });
  });

  it('is dismissed in its latest version, which leaves it outdated', async () => {
    await post('/dismiss').expect(200, { status: 'dismissed', dismissed_version: LATEST });

    await get('/dismissed').expect(200, { version: LATEST });
    await get().expect(200, { outdated: true, installed_version: null, latest_version: LATEST });
  });

  it('is dismissed in a version that is named', async () => {
    const { body } = await post('/dismiss').send({ version: '0.9.0' }).expect(200);

    expect(body).toEqual({ status: 'dismissed', dismissed_version: '0.9.0' });
    await get('/dismissed').expect(200, { version: '0.9.0' });
  });

  it.each([['99.0.0'], ['latest'], [''], [1], ['1.0'], [['1.0.0']]])(
    'is not dismissed in the version %j',
    async (version) => {
      const { body } = await post('/dismiss').send({ version }).expect(422);

      expect(body).toMatchObject({ detail: [{ loc: ['body', 'version'] }] });
      await get('/dismissed').expect(200, { version: '0.9.0' });
    },
  );

  it('is taken, and stays so after a restart', async () => {
    const { body } = await post('/update').expect(200);
    expect(body).toEqual({
      status: 'updated',
      installed_version: LATEST,
      template: INSTRUCTION_TEMPLATE.text,
    });

    await app.close();
    app = await startTestApp({ store });

    await get().expect(200, { outdated: false, installed_version: LATEST, latest_version: LATEST });
    await get('/dismissed').expect(200, { version: '0.9.0' });
  });

  it('names only requests that the service answers', async () => {
    const { body } = await request(app.url).get('/openapi.json').expect(200);
    const { paths } = body as OpenAPIObject;
    const lacking = requestsOf(INSTRUCTION_TEMPLATE.text).filter(
      ([method, path]) => !Object.hasOwn(paths[path] ?? {}, method),
    );
    expect(lacking).toEqual([]);
    expect(requestsOf(INSTRUCTION_TEMPLATE.text).length).toBeGreaterThan(10);
  });
});

describe('requests that are not local', () => {
  const routes: [string, () => Test][] = [
    ['GET template-status', () => get()],
    ['GET dismissed', () => get('/dismissed')],
    ['POST dismiss', () => post('/dismiss')],
    ['POST update', () => post('/update')],
  ];

  it.each(routes)('to %s are refused in plain words, whatever credential they bring', async (_, call) => {
    const forged: Record<string, string>[] = [
      { Host: 'evil.example' },
      { Origin: 'https://evil.example' },
      { 'Sec-Fetch-Site': 'same-site' },
      { 'X-Forwarded-For': '127.0.0.1' },
      { Via: '1.1 proxy', 'X-Api-Key': TEST_SECRET_KEY },
    ];
    for (const headers of forged) {
      const { body } = await call().set(headers).expect(403);
      expect(body).toEqual({ detail: expect.stringContaining('loopback client') as string });
    }
  });
});

/** The requests that the text names, with paths as the API document has them. */
function requestsOf(text: string): [method: string, path: string][] {
  return [...text.matchAll(/`(GET|POST|PUT|PATCH|DELETE) ([^`\s]+)`/g)].map(([, method = '', path = '']) => {
    const whole = path.startsWith('{base_url}')
      ? path.slice('{base_url}'.length)
      : `/api/v2/agents/{agent_id}/${path}`;
    return [method.toLowerCase(), whole];
  });
}
