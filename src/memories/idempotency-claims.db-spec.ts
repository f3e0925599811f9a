import { openTestDatabase, type TestDatabase } from '../../test/support/database';
import { sql } from '../database/sql';
import { IdempotencyRepository, type Claim } from './idempotency.repository';

const NOW = new Date('2026-05-01T12:00:00.000Z');
const LATER = new Date('2026-05-01T13:00:00.000Z');
const ONE = Buffer.alloc(32, 1);
const OTHER = Buffer.alloc(32, 2);

describe('a claim of an idempotency key', () => {
  let database: TestDatabase;
  let keys: IdempotencyRepository;
  let key: string;
  let serial = 0;

  beforeAll(async () => {
    database = await openTestDatabase();
    keys = new IdempotencyRepository(database.db);
    await database.db.execute(sql`
      INSERT INTO agents (agent_id, namespace, pattern, created_at) VALUES ('a', 'n', 'project', ${NOW})`);
  });

  afterAll(() => database.close());

  beforeEach(() => {
    key = `k${serial++}`;
  });

  const claim = (now = NOW, requestHash = ONE, expiredBefore = new Date(0)): Promise<Claim | null> =>
    keys.claim({ agentId: 'a', key, requestHash, now, expiredBefore });

  it('whose work was not completed is taken over by a repetition, and keeps its time', async () => {
    await claim();
    expect(await claim(LATER)).toEqual({ agentId: 'a', key, createdAt: NOW });
  });

  it('starts again for another request when the first was not completed', async () => {
    await claim();
    expect(await claim(LATER, OTHER)).toMatchObject({ createdAt: LATER });
    expect(await keys.find('a', key)).toMatchObject({ requestHash: OTHER });
  });

  it('is not taken over once there is a response, until it expires', async () => {
    await keys.complete((await claim())!, { done: true });
    expect(await claim(LATER)).toBeNull();
    expect(await keys.find('a', key)).toEqual({ requestHash: ONE, createdAt: NOW, response: { done: true } });
    expect(await claim(LATER, ONE, LATER)).toMatchObject({ createdAt: LATER });
  });

  it('keeps the first response', async () => {
    const first = (await claim())!;
    await keys.complete(first, { by: 'first' });
    await keys.complete(first, { by: 'second' });
    expect((await keys.find('a', key))?.response).toEqual({ by: 'first' });
  });

  it('is none for an agent that does not exist', async () => {
    const request = { agentId: 'gone', key, requestHash: ONE, now: NOW, expiredBefore: new Date(0) };
    expect(await keys.claim(request)).toBeNull();
  });
});
