import { openTestDatabase, type TestDatabase } from '../../test/support/database';
import { sql } from '../database/sql';
import { IdempotencyRepository } from './idempotency.repository';

const BEFORE = new Date('2026-05-01T12:00:00.000Z');
const EARLIER = new Date(BEFORE.getTime() - 1);

/** More than one statement looks at. */
const MANY = 4_500;

describe('IdempotencyRepository.prune', () => {
  let database: TestDatabase;
  let keys: IdempotencyRepository;

  beforeAll(async () => {
    database = await openTestDatabase();
    keys = new IdempotencyRepository(database.db);
    await database.db.execute(sql`
      INSERT INTO agents (agent_id, namespace, pattern, created_at)
      SELECT 'a' || i, 'n' || i, 'project', ${BEFORE}::timestamptz FROM generate_series(1, 3) i`);
  });

  afterAll(() => database.close());

  const claim = (agentId: string, key: string, now: Date) =>
    keys.claim({ agentId, key, requestHash: Buffer.alloc(32), now, expiredBefore: new Date(0) });
  const count = async () => {
    const rows = await database.db.query<{ n: number }>(
      sql`SELECT count(*)::float8 AS n FROM idempotency_keys`,
    );
    return rows[0]?.n;
  };

  it('forgets keys that were claimed before a time, and no others', async () => {
    await claim('a1', 'old', EARLIER);
    await claim('a1', 'young', BEFORE);
    await claim('a2', 'old', EARLIER);
    expect(await keys.prune(BEFORE)).toBe(2);
    expect(await keys.find('a1', 'young')).not.toBeNull();
    expect(await keys.find('a1', 'old')).toBeNull();
    expect(await keys.prune(BEFORE)).toBe(0);
  });

  it('forgets all of many, in whatever order they lie', async () => {
    await database.db.execute(sql`
      INSERT INTO idempotency_keys (agent_id, key, request_hash, created_at)
      SELECT 'a' || (1 + i % 3), 'k' || i, decode('00', 'hex'), ${EARLIER}::timestamptz
      FROM generate_series(1, ${MANY}::int) i`);
    expect(await keys.prune(BEFORE)).toBe(MANY);
    expect(await count()).toBe(1);
  });
});
