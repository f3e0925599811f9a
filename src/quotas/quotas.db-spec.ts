import { newQuotas } from '../../test/support/backend';
import { openTestDatabase, type TestDatabase } from '../../test/support/database';
import { sql } from '../database/sql';
import type { Quotas } from './quotas.service';

const LIMIT = 10;
const REFUSED = { code: 'RateLimited' };

describe('the writes of an agent a minute', () => {
  let opened: TestDatabase;
  let quotas: Quotas;
  let other: Quotas;

  beforeAll(async () => {
    opened = await openTestDatabase();
    const env = { ...opened.store.env, QUOTA_WRITES_PER_MINUTE: LIMIT };
    [quotas, other] = [newQuotas(opened.db, env), newQuotas(opened.db, env)];
  });
  beforeEach(() => opened.db.execute(sql`DELETE FROM agent_writes`));
  afterAll(() => opened.close());

  const begunBefore = (seconds: number) =>
    opened.db.execute(sql`
      UPDATE agent_writes SET begun_at = clock_timestamp() - ${seconds}::float8 * interval '1 second'`);

  it('are counted once for all processes, in transactions too', async () => {
    const take = (at: number) => {
      const by = at % 2 === 0 ? quotas : other;
      return at % 3 === 0
        ? opened.db.transaction(() => by.takeWrites('a', 1))
        : by.takeWrites('a', 1).then(() => undefined);
    };
    const taken = await Promise.allSettled(Array.from({ length: 2 * LIMIT }, (_, at) => take(at)));
    expect(taken.filter(({ status }) => status === 'fulfilled')).toHaveLength(LIMIT);
    expect([await quotas.writesOf('a'), await other.writesOf('a'), await quotas.writesOf('b')]).toEqual([
      LIMIT,
      LIMIT,
      0,
    ]);
  });

  it('are all counted, or none of them', async () => {
    await quotas.takeWrites('a', LIMIT - 2);
    await expect(quotas.takeWrites('a', 3)).rejects.toMatchObject(REFUSED);
    await quotas.takeWrites('a', 2);
    await expect(quotas.takeWrites('b', LIMIT + 1)).rejects.toThrow('send fewer at a time');
    expect([await quotas.writesOf('a'), await quotas.writesOf('b')]).toEqual([LIMIT, 0]);
  });

  it('count with the commit of their transaction, which is undone if they are too many', async () => {
    const failed = opened.db.transaction(async () => {
      await quotas.takeWrites('a', 4);
      throw new Error('undone');
    });
    await expect(failed).rejects.toThrow('undone');
    expect(await quotas.writesOf('a')).toBe(0);
    const refused = opened.db.transaction(async () => {
      await opened.db.execute(sql`INSERT INTO agent_writes VALUES ('of the transaction', now(), 1)`);
      for (let taken = 0; taken <= LIMIT; taken++) await quotas.takeWrites('a', 1);
    });
    await expect(refused).rejects.toMatchObject(REFUSED);
    expect([await quotas.writesOf('a'), await quotas.writesOf('of the transaction')]).toEqual([0, 0]);
  });

  it('begin again after a minute, and after a clock that was ahead', async () => {
    await quotas.takeWrites('a', LIMIT);
    await begunBefore(20);
    const refusal = await quotas.takeWrites('a', 1).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ ...REFUSED, fields: { quota: 'writes_per_minute' } });
    const { retry_after_seconds: seconds } = (refusal as { fields: { retry_after_seconds: number } }).fields;
    expect(seconds).toBeGreaterThan(20);
    expect(seconds).toBeLessThanOrEqual(40);
    await begunBefore(61);
    expect(await quotas.writesOf('a')).toBe(0);
    await quotas.takeWrites('a', 4);
    expect(await quotas.writesOf('a')).toBe(4);
    await begunBefore(-3_600);
    await quotas.takeWrites('a', LIMIT);
    expect(await quotas.writesOf('a')).toBe(LIMIT);
  });
});
