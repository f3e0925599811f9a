import request from 'supertest';
import { PrismaService } from '../src/database/prisma.service';
import { sql } from '../src/database/sql';
import { newTestStore, TEST_SECRET_KEY, type TestStore } from './support/database';
import { maintain } from './support/maintenance';
import { startTestApp, type TestApp } from './support/test-app';

const ELSEWHERE = { 'X-Forwarded-For': '203.0.113.9', 'Sec-Fetch-Site': 'same-origin' };
/** Two processes on one database. */
const onServer = process.env.TEST_DATABASE_URL ? it : it.skip;

let store: TestStore;
let app: TestApp;

beforeEach(async () => {
  store = await newTestStore();
  app = await startTestApp({ store, alone: true });
});
afterEach(async () => {
  await app.close();
  await store.remove();
});

async function cookie(): Promise<string> {
  const login = request(app.url).post('/api/v2/console/login').set(ELSEWHERE);
  const { headers } = await login.send({ credential: TEST_SECRET_KEY }).expect(204);
  return headers['set-cookie']?.[0]?.split(';')[0] ?? '';
}

const logout = (value: string) =>
  request(app.url).post('/api/v2/console/logout').set(ELSEWHERE).set('Cookie', value).expect(204);

const agents = (of: TestApp, value: string) =>
  request(of.url).get('/api/v2/agents').set(ELSEWHERE).set('Cookie', value);

async function ended(): Promise<number> {
  const rows = await app.app
    .get(PrismaService)
    .query<{ n: number }>(sql`SELECT count(*)::float8 AS n FROM console_logouts`);
  return rows[0]?.n ?? -1;
}

describe('a logout of the console', () => {
  it('still holds after a restart of the service', async () => {
    const [left, stayed] = [await cookie(), await cookie()];
    await logout(left);
    await app.close();
    app = await startTestApp({ store, alone: true });
    await agents(app, left).expect(401);
    await agents(app, stayed).expect(200);
  });

  onServer('holds at once on every replica', async () => {
    const replica = await startTestApp({ store, alone: true });
    try {
      const value = await cookie();
      await agents(replica, value).expect(200);
      await logout(value);
      await agents(replica, value).expect(401);
    } finally {
      await replica.close();
    }
  });

  it('is on record for as long as its cookie would be worth something, and no longer', async () => {
    await maintain(app);
    const value = await cookie();
    await logout(value);
    await logout(value);
    expect(await ended()).toBe(1);
    app.clock.advance({ ms: 11 * 3_600_000 });
    await maintain(app);
    expect(await ended()).toBe(1);
    app.clock.advance({ ms: 48 * 3_600_000 });
    await maintain(app);
    expect(await ended()).toBe(0);
  });

  it('without a cookie of the console, or with a forged one, leaves nothing behind', async () => {
    for (const value of ['a=b', 'console_session=m.1', `${await cookie()}x`]) await logout(value);
    expect(await ended()).toBe(0);
  });
});
