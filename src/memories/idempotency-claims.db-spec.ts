import { openTestDatabase, type TestDatabase } from '../../test/support/database';
import { sql } from '../database/database';
import type { Claim } from './claim';
import { IdempotencyRepository } from './idempotency.repository';

const NOW = new Date('2026-05-01T12:00:00.000Z');
const LATER = new Date('2026-05-01T13:00:00.000Z');
const HOLD_MS = 30_000;
const DAY_MS = 86_400_000;
/** A hold that has expired when it begins. */
const LAPSED_MS = -1;

const ONE = Buffer.alloc(32, 1);
const OTHER = Buffer.alloc(32, 2);

describe('a claim of an idempotency key without a transaction around its work', () => {
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

  const claim = (heldForMs = HOLD_MS, now = NOW, requestHash = ONE): Promise<Claim | null> =>
    keys.claim({ agentId: 'a', key, requestHash, now, expiredBefore: new Date(0), heldForMs });

  async function claimed(heldForMs = HOLD_MS, now = NOW): Promise<Claim> {
    const got = await claim(heldForMs, now);
    if (got === null) throw new Error('The key is taken');
    return got;
  }

  it('is one of many at the same time', async () => {
    const got = await Promise.all(Array.from({ length: 20 }, () => claim()));
    expect(got.filter((each) => each !== null)).toEqual([
      { agentId: 'a', key, createdAt: NOW, heldUntil: expect.any(String) },
    ]);
  });

  it('is left alone while it is held, also by other requests', async () => {
    await claimed();
    expect(await claim()).toBeNull();
    expect(await claim(HOLD_MS, LATER, OTHER)).toBeNull();
    expect(await keys.find('a', key)).toMatchObject({ response: null, requestHash: ONE });
  });

  it('is taken over by one of many when its holder gave no sign of life, and keeps its time', async () => {
    await claimed(LAPSED_MS);
    const got = await Promise.all(Array.from({ length: 20 }, () => claim(HOLD_MS, LATER)));
    expect(got.filter((each) => each !== null)).toMatchObject([{ createdAt: NOW }]);
  });

  it('is taken over when its hold ends later than any given now: by a clock that was ahead', async () => {
    await claimed(DAY_MS);
    expect(await claim(HOLD_MS, LATER)).toMatchObject({ createdAt: NOW });
    expect(await claim()).toBeNull();
  });

  it('without a hold of its own takes over one by a clock that was ahead, and no other', async () => {
    const { createdAt } = await claimed(DAY_MS);
    const request = { agentId: 'a', key, requestHash: ONE, now: LATER, expiredBefore: new Date(0) };
    expect(await keys.claim({ ...request, heldForMs: null })).toMatchObject({ createdAt, heldUntil: null });
    await claimed();
    expect(await keys.claim({ ...request, heldForMs: null })).toBeNull();
  });

  it('is forgotten in time when its hold was by a clock that was ahead, and no other that is held', async () => {
    await claimed(DAY_MS);
    const ahead = key;
    key = `k${serial++}`;
    await claimed();
    await keys.prune(LATER);
    expect([await keys.find('a', ahead), await keys.find('a', key)]).toMatchObject([
      null,
      { response: null },
    ]);
  });

  it('is taken over at once when it was given back', async () => {
    await keys.giveBack(await claimed());
    expect(await claim(HOLD_MS, LATER)).toMatchObject({ createdAt: NOW });
  });

  it('begins anew for another request when the first came to nothing', async () => {
    await keys.giveBack(await claimed());
    expect(await claim(HOLD_MS, LATER, OTHER)).toMatchObject({ createdAt: LATER });
    expect(await keys.find('a', key)).toMatchObject({ requestHash: OTHER });
  });

  it('is never taken over once there is a response', async () => {
    await keys.complete(await claimed(), { done: true });
    expect(await claim(HOLD_MS, LATER)).toBeNull();
    expect(await keys.find('a', key)).toEqual({ requestHash: ONE, createdAt: NOW, response: { done: true } });
  });

  it('is the last holder’s alone to complete, to prolong and to give back', async () => {
    const first = await claimed(LAPSED_MS);
    const second = await claimed();
    await keys.complete(first, { by: 'first' });
    await keys.giveBack(first);
    expect(await keys.prolong(first, HOLD_MS)).toBeNull();
    expect(await claim()).toBeNull();
    await keys.complete(second, { by: 'second' });
    expect((await keys.find('a', key))?.response).toEqual({ by: 'second' });
  });

  it('goes on when it is prolonged', async () => {
    const longer = await keys.prolong(await claimed(LAPSED_MS), HOLD_MS);
    expect(await claim()).toBeNull();
    await keys.complete(longer!, {});
    expect((await keys.find('a', key))?.response).toEqual({});
  });

  it('is none for an agent that is not there', async () => {
    const request = { agentId: 'gone', key, requestHash: ONE, now: NOW, expiredBefore: new Date(0) };
    expect(await keys.claim({ ...request, heldForMs: HOLD_MS })).toBeNull();
  });
});
