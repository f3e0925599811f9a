import { openTestDatabase, type TestDatabase } from '../../test/support/database';
import { sql } from '../database/sql';
import type { ActivityEntry } from './activity';
import { ActivityRepository } from './activity.repository';

const START = Date.UTC(2026, 4, 1, 12);
const MINUTE = 60_000;

let test: TestDatabase;
let repository: ActivityRepository;

beforeAll(async () => {
  test = await openTestDatabase();
  repository = new ActivityRepository(test.db);
});

afterAll(() => test.close());

beforeEach(async () => {
  await test.db.execute(sql`DELETE FROM agents`);
  await test.db.execute(sql`DELETE FROM activity`);
  await addSession('demo', 'sess_1');
});

async function addSession(agentId: string, sessionId: string): Promise<void> {
  const at = new Date(START);
  await test.db.execute(sql`
    INSERT INTO agents (agent_id, namespace, pattern, created_at)
    VALUES (${agentId}, ${agentId}, 'support', ${at}::timestamptz) ON CONFLICT DO NOTHING`);
  await test.db.execute(sql`
    INSERT INTO sessions (session_id, agent_id, token_hash, started_at, expires_at)
    VALUES (${sessionId}, ${agentId}, '', ${at}::timestamptz, ${at}::timestamptz)`);
}

function entry(fields: Partial<ActivityEntry> = {}): ActivityEntry {
  return {
    ts: new Date(START),
    tool: 'jest',
    agentId: 'demo',
    sessionId: 'sess_1',
    op: 'recall',
    kind: 'read',
    n: 3,
    by: null,
    ...fields,
  };
}

/** Rows of a session, one every `stepMs`. */
async function fill(sessionId: string, rows: number, stepMs: number): Promise<void> {
  await test.db.execute(sql`
    INSERT INTO activity (ts, tool, agent_id, session_id, op, kind, n)
    SELECT ${new Date(START)}::timestamptz + i * ${stepMs}::int * interval '1 millisecond',
      'jest', 'demo', ${sessionId}, 'recall', 'read', 1 FROM generate_series(0, ${rows}::int - 1) i`);
}

async function left(): Promise<number> {
  const rows = await test.db.query<{ n: number }>(sql`SELECT count(*)::int AS n FROM activity`);
  return rows[0]?.n ?? 0;
}

describe('ActivityRepository', () => {
  it('writes entries in order, whatever their times', async () => {
    const entries = [30, 10, 20].map((n) => entry({ n, ts: new Date(START - n) }));
    await repository.insert(entries);
    const rows = await test.db.query(sql`SELECT ts, tool, agent_id AS "agentId", session_id AS "sessionId",
      op, kind, n, by FROM activity ORDER BY id`);
    expect(rows).toEqual(entries);
  });

  it('leaves out entries of a session that is no more, and writes those beside them', async () => {
    await repository.insert([entry({ sessionId: 'sess_gone', agentId: 'gone' }), entry(), entry()]);
    expect(await left()).toBe(2);
  });

  it('prunes what is older than a time, of any number of rows, and nothing else', async () => {
    await fill('sess_1', 4_500, MINUTE);
    expect(await repository.prune(new Date(START + 4_100 * MINUTE))).toBe(4_100);
    expect(await left()).toBe(400);
    expect(await repository.prune(new Date(START + 4_100 * MINUTE))).toBe(0);
  });

  it('prunes more rows of one instant than a slice holds', async () => {
    await fill('sess_1', 4_000, 0);
    await fill('sess_1', 1, 0);
    expect(await repository.prune(new Date(START))).toBe(0);
    expect(await repository.prune(new Date(START + 1))).toBe(4_001);
    expect(await left()).toBe(0);
  });

  it('forgets what a deleted agent left, and keeps what one of the same id did since', async () => {
    await fill('sess_gone', 3_000, 0);
    await fill('sess_1', 3_000, 0);
    await fill('sess_gone', 1_500, MINUTE);
    expect(await repository.forget('demo')).toBe(4_500);
    expect(await left()).toBe(3_000);
  });
});
