import request, { type Response, type Test } from 'supertest';
import { newSession, type TestSession } from './support/agents';
import { TEST_SECRET_KEY } from './support/database';
import { createKey } from './support/keys';
import { startTestApp, type TestApp } from './support/test-app';

const ELSEWHERE = { 'X-Forwarded-For': '203.0.113.9' };
/** Different wrong credentials of an address in a minute, and tries of each. */
const LIMIT = 100;
const AT_A_TIME = 20;

let app: TestApp;
let session: TestSession;
let key: string;

// Counters are those of a process.
beforeEach(async () => {
  app = await startTestApp({ alone: true });
  session = await newSession(app, 'guarded');
  ({ key } = await createKey(app, { access: 'manage' }));
});
afterEach(() => app.close());

type Headers = Record<string, string>;

const agents = (headers: Headers): Test =>
  request(app.url)
    .get('/api/v2/agents')
    .set({ ...ELSEWHERE, ...headers });
const recent = (headers: Headers): Test =>
  request(app.url)
    .post('/api/v2/agents/guarded/recall/recent')
    .set({ ...ELSEWHERE, ...headers });

/** The answers to requests with these headers. */
async function answers(count: number, send: (index: number) => Test): Promise<Response[]> {
  const all: Response[] = [];
  for (let from = 0; from < count; from += AT_A_TIME) {
    const some = Array.from({ length: Math.min(AT_A_TIME, count - from) }, (_, i) => send(from + i));
    all.push(...(await Promise.all(some)));
  }
  return all;
}

const statuses = (all: Response[]) => [...new Set(all.map(({ status }) => status))];

/** The form of a key, which no service gave. */
const unknownKey = (index: number) => `amk_${index.toString(16).padStart(16, '0')}_${'x'.repeat(43)}`;

const GUESSES: [string, (index: number) => Test][] = [
  ['management credentials', (i) => agents({ Authorization: `Bearer a-wrong-secret-of-the-service-${i}` })],
  ['credentials in X-Api-Key', (i) => agents({ 'X-Api-Key': `wrong-${i}` })],
  ['keys', (i) => agents({ 'X-Api-Key': unknownKey(i) })],
  ['keys of an agent', (i) => recent({ Authorization: `Bearer ${unknownKey(i)}` })],
  ['malformed keys', (i) => recent({ 'X-Api-Key': `amk_${i}` })],
  ['session tokens', (i) => recent({ 'X-Session-Token': `${session.token}${i}` })],
  ['session cookies', (i) => recent({ Cookie: `service_session_token=wrong-${i}` })],
];

describe('wrong credentials of one address', () => {
  it.each(GUESSES)('%s are answered 401, then 429 with the time to wait', async (_, guess) => {
    expect(statuses(await answers(LIMIT, guess))).toEqual([401]);
    const refused = await answers(AT_A_TIME, (i) => guess(LIMIT + i));
    expect(statuses(refused)).toEqual([429]);
    const { headers, body } = refused[0]!;
    const seconds = Number(headers['retry-after']);
    expect(seconds).toBeGreaterThan(0);
    expect(body).toEqual({
      detail: {
        error: 'RateLimited',
        message: `More than ${LIMIT} wrong credentials in a minute: try again in ${seconds} s`,
        details: { limit_per_minute: LIMIT, retry_after_seconds: seconds },
      },
    });
  });

  it('do not keep right ones out', async () => {
    await answers(LIMIT + 1, (i) => agents({ 'X-Api-Key': `wrong-${i}` }));
    expect(await statusOf(agents({ 'X-Api-Key': 'wrong' }))).toBe(429);
    expect(await statusOf(agents({ 'X-Api-Key': TEST_SECRET_KEY }))).toBe(200);
    expect(await statusOf(agents({ Authorization: `Bearer ${key}` }))).toBe(200);
    expect(await statusOf(recent({ 'X-Session-Token': session.token }))).toBe(200);
    expect(await statusOf(request(app.url).get('/api/v2/agents'))).toBe(200);
    // Without a credential nothing is guessed.
    expect(await statusOf(agents({}))).toBe(401);
  });

  it('may be repeated as often without using up the tries of others', async () => {
    const stale = () => agents({ 'X-Api-Key': unknownKey(1) });
    expect(statuses(await answers(LIMIT, stale))).toEqual([401]);
    expect(statuses(await answers(AT_A_TIME, stale))).toEqual([429]);
    expect(await statusOf(agents({ 'X-Api-Key': unknownKey(2) }))).toBe(401);
  });

  it('are none if they are expired or replaced session tokens, which clients have to learn with 401', async () => {
    const next = await newTokenOf();
    const replaced = await answers(LIMIT + 1, () => recent({ 'X-Session-Token': session.token }));
    expect(statuses(replaced)).toEqual([401]);
    app.clock.advance({ hours: 7 });
    const expired = await answers(LIMIT + 1, () => recent({ 'X-Session-Token': next }));
    expect(statuses(expired)).toEqual([401]);
  });

  it('are none if they are expired keys', async () => {
    const soon = new Date(app.clock.now().getTime() + 1).toISOString();
    const { key: old } = await createKey(app, { access: 'manage', expires_at: soon });
    app.clock.advance({ ms: 1 });
    expect(statuses(await answers(LIMIT + 1, () => agents({ 'X-Api-Key': old })))).toEqual([401]);
  });

  it('are answered 429 at the MCP endpoint too', async () => {
    const mcp = (i: number) =>
      request(app.url)
        .post('/mcp')
        .set({ ...ELSEWHERE, 'X-Api-Key': `wrong-${i}`, 'X-Agent-Id': 'guarded' });
    expect(statuses(await answers(LIMIT, mcp))).toEqual([401]);
    expect(statuses(await answers(1, (i) => mcp(LIMIT + i)))).toEqual([429]);
  });
});

describe('a management credential of less than 32 characters', () => {
  it('is not compared while its address is beyond the limit, so that it cannot be guessed', async () => {
    const SERVICE_SECRET_KEY = 'a-short-secret-01';
    const weak = await startTestApp({ alone: true, env: { SERVICE_SECRET_KEY } });
    try {
      const send = (credential: string) =>
        request(weak.url)
          .get('/api/v2/agents')
          .set({ ...ELSEWHERE, 'X-Api-Key': credential });
      const login = () =>
        request(weak.url)
          .post('/api/v2/console/login')
          .set(ELSEWHERE)
          .send({ credential: SERVICE_SECRET_KEY });
      await answers(LIMIT, (i) => send(`wrong-${i}`));
      expect(await statusOf(send(SERVICE_SECRET_KEY))).toBe(200);
      expect(await statusOf(login())).toBe(204);
      await send('one-more');
      expect(await statusOf(send(SERVICE_SECRET_KEY))).toBe(429);
      expect(await statusOf(login())).toBe(429);
    } finally {
      await weak.close();
    }
  });
});

async function statusOf(sent: Test): Promise<number> {
  return (await sent).status;
}

/** The token of a new session of the agent, which ends the former one. */
async function newTokenOf(): Promise<string> {
  const { body } = await request(app.url).post('/api/v2/agents/guarded/activate').expect(200);
  return (body as { session_token: string }).session_token;
}
