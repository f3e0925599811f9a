import { openTestDatabase, type TestDatabase } from '../../test/support/database';
import { sql } from '../database/sql';
import { SessionsCleanupRepository } from './sessions-cleanup.repository';

const NOW = new Date('2026-05-01T12:00:00.000Z');
const BEFORE = new Date('2026-04-01T12:00:00.000Z');

/** More than one statement looks at. */
const MANY = 4_500;

interface Row {
  agent_id: string;
  status: string;
  ended_at: Date | null;
}

let database: TestDatabase;
let cleanup: SessionsCleanupRepository;

beforeAll(async () => {
  database = await openTestDatabase();
  cleanup = new SessionsCleanupRepository(database.db);
});

afterAll(() => database.close());

beforeEach(async () => {
  await database.db.execute(sql`DELETE FROM agents`);
});

/** As many agents, from `a0001` on. */
async function agents(count: number): Promise<void> {
  await database.db.execute(sql`
    INSERT INTO agents (agent_id, namespace, pattern, created_at)
    SELECT 'a' || lpad(i::text, 4, '0'), 'n' || i, 'project', ${NOW}::timestamptz
    FROM generate_series(1, ${count}::int) i`);
}

/** A session of every agent; ended ones ended when their time was over. */
async function sessions(name: string, status: string, expiresAt: string): Promise<void> {
  await database.db.execute(sql`
    INSERT INTO sessions (session_id, agent_id, token_hash, started_at, expires_at, ended_at, status)
    SELECT ${name} || a.agent_id, a.agent_id, decode('00', 'hex'), ${expiresAt}::timestamptz - interval '6 hours',
           ${expiresAt}::timestamptz, CASE WHEN ${status} <> 'active' THEN ${expiresAt}::timestamptz END, ${status}
    FROM agents a ORDER BY a.agent_id`);
}

const kept = () =>
  database.db.query<Row>(sql`SELECT s.agent_id, s.status, s.ended_at FROM sessions s ORDER BY s.seq`);

describe('expired sessions', () => {
  it('expire, as of when their time was over', async () => {
    await agents(1);
    await sessions('s', 'active', '2026-05-01T12:00:00Z');
    expect(await cleanup.expireEnded(NOW)).toBe(1);
    expect(await kept()).toEqual([{ agent_id: 'a0001', status: 'expired', ended_at: NOW }]);
  });

  it.each([
    ['active', '2026-05-01T12:00:00.001Z'],
    ['terminated', '2026-04-01T00:00:00Z'],
    ['superseded', '2026-04-01T00:00:00Z'],
  ])('are not %s ones of %s', async (status, expiresAt) => {
    await agents(1);
    await sessions('s', status, expiresAt);
    expect(await cleanup.expireEnded(NOW)).toBe(0);
    expect((await kept())[0]?.status).toBe(status);
  });

  it('expire all, also where they are many', async () => {
    await agents(MANY);
    await sessions('s', 'active', '2026-05-01T11:00:00Z');
    expect(await cleanup.expireEnded(NOW)).toBe(MANY);
    expect(await cleanup.expireEnded(NOW)).toBe(0);
  });
});

describe('sessions that ended long ago', () => {
  it('are forgotten, but for the newest of an agent', async () => {
    await agents(2);
    await sessions('first', 'superseded', '2026-01-01T00:00:00Z');
    await sessions('second', 'terminated', '2026-01-02T00:00:00Z');
    expect(await cleanup.deleteEnded(BEFORE)).toBe(2);
    const left = await kept();
    expect(left.map(({ agent_id, status }) => [agent_id, status])).toEqual([
      ['a0001', 'terminated'],
      ['a0002', 'terminated'],
    ]);
    expect(await cleanup.deleteEnded(BEFORE)).toBe(0);
  });

  it('are not those that ended later, or are active', async () => {
    await agents(1);
    await sessions('first', 'expired', BEFORE.toISOString());
    await sessions('second', 'active', '2026-01-01T00:00:00Z');
    await sessions('third', 'expired', '2026-04-20T00:00:00Z');
    expect(await cleanup.deleteEnded(BEFORE)).toBe(0);
    expect(await kept()).toHaveLength(3);
  });

  it('are forgotten all, also where they are many', async () => {
    await agents(MANY);
    await sessions('first', 'expired', '2026-01-01T00:00:00Z');
    await sessions('second', 'expired', '2026-01-02T00:00:00Z');
    expect(await cleanup.deleteEnded(BEFORE)).toBe(MANY);
    expect(await kept()).toHaveLength(MANY);
  });
});

const onServer = process.env.TEST_DATABASE_URL ? describe : describe.skip;

onServer('a session that somebody is changing', () => {
  it('is left alone, and not waited for', async () => {
    await agents(2);
    await sessions('s', 'active', '2026-05-01T11:00:00Z');
    await database.db.transaction(async () => {
      await database.db.execute(
        sql`UPDATE sessions SET expires_at = ${NOW}::timestamptz + interval '1 hour' WHERE agent_id = 'a0001'`,
      );
      expect(await database.db.apart(() => cleanup.expireEnded(NOW))).toBe(1);
    });
    expect((await kept()).find(({ agent_id }) => agent_id === 'a0001')?.status).toBe('active');
  });
});
