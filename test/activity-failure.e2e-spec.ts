import { Logger } from '@nestjs/common';
import { Client } from 'pg';
import request from 'supertest';
import { ActivityLog } from '../src/activity/activity-log.service';
import { PrismaService } from '../src/database/prisma.service';
import { sql } from '../src/database/sql';
import { newSession, remember, type TestSession } from './support/agents';
import { uniqueId } from './support/sessions';
import { startTestApp, type TestApp } from './support/test-app';

/** More than the connections of the pool. */
const PARALLEL = 40;

let app: TestApp;
let db: PrismaService;
let warn: jest.SpyInstance;

beforeEach(async () => {
  warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation();
  // What one process tells, and how fast it is, while its log cannot be written.
  app = await startTestApp({ alone: true });
  db = app.app.get(PrismaService);
});

afterEach(async () => {
  await app.close();
  jest.restoreAllMocks();
});

/** Milliseconds of one remember after the other; the median, and the longest. */
async function timed(session: TestSession, times: number): Promise<{ median: number; longest: number }> {
  const all: number[] = [];
  for (let i = 0; i < times; i++) {
    const began = performance.now();
    await remember(session, { content: `Memory ${i}` });
    all.push(performance.now() - began);
  }
  all.sort((a, b) => a - b);
  return { median: all[Math.floor(times / 2)] ?? 0, longest: all.at(-1) ?? 0 };
}

async function entriesOf(session: TestSession): Promise<number> {
  await app.app.get(ActivityLog).settle();
  const rows = await db.query<{ n: number }>(
    sql`SELECT count(*)::int AS n FROM activity WHERE agent_id = ${session.agentId}`,
  );
  return rows[0]?.n ?? 0;
}

/** Operations while the log cannot be written, and then some while the writer keeps trying. */
async function expectUndisturbed(
  session: TestSession,
  quiet: { median: number; longest: number },
): Promise<void> {
  const first = await timed(session, 40);
  const trying = app.app.get(ActivityLog).settle();
  const second = await timed(session, 40);
  await Promise.all(
    Array.from({ length: PARALLEL }, (_, i) => remember(session, { content: `Parallel ${i}` })),
  );
  await trying;
  for (const { median, longest } of [first, second]) {
    // An operation that waited for the log would take seconds.
    expect(median).toBeLessThan(3 * quiet.median + 100);
    expect(longest).toBeLessThan(Math.max(5_000, 20 * quiet.longest));
  }
}

const onServer = process.env.TEST_DATABASE_URL ? it : it.skip;

describe('operations', () => {
  onServer('go on as fast while the log is locked by another', async () => {
    const session = await newSession(app, uniqueId());
    const quiet = await timed(session, 40);
    const other = new Client({ connectionString: app.env.DATABASE_URL ?? '' });
    await other.connect();
    try {
      await other.query('BEGIN; LOCK TABLE activity IN ACCESS EXCLUSIVE MODE');
      await expectUndisturbed(session, quiet);
      await request(app.url).get('/api/ui/sessions').expect(503);
      await other.query('COMMIT');
    } finally {
      await other.end();
    }
    expect(await entriesOf(session)).toBe(120 + PARALLEL);
  });

  it('go on as fast while the log is missing, and their entries are written when it is back', async () => {
    const session = await newSession(app, uniqueId());
    const quiet = await timed(session, 40);
    await app.app.get(ActivityLog).settle();
    await db.execute(sql`ALTER TABLE activity RENAME TO moved`);

    await expectUndisturbed(session, quiet);

    await db.execute(sql`ALTER TABLE moved RENAME TO activity`);
    expect(await entriesOf(session)).toBe(120 + PARALLEL);
    expect(warn.mock.calls.filter(([message]) => /activity log/.test(String(message)))).toHaveLength(1);
  });

  it('succeed when the log was dropped for good', async () => {
    const session = await newSession(app, uniqueId());
    await db.execute(sql`DROP TABLE activity`);
    const id = await remember(session, { content: 'Likes tea' });
    await app.app.get(ActivityLog).settle();
    await session.call('get', `memories/${id}`).expect(200);
    await session.call('post', 'recall/all').set('Accept', 'application/x-ndjson').expect(200);
    await request(app.url).get('/health').expect(200);
    const { body } = await request(app.url).get('/api/ui/sessions').expect(503);
    expect(body).toMatchObject({ detail: { error: 'BackendUnavailable' } });
    await request(app.url).delete(`/api/v2/agents/${session.agentId}`).expect(200);
    await app.app.get(ActivityLog).settle();
  });
});

describe('deleting an agent', () => {
  it('waits for no log, which forgets it later', async () => {
    const session = await newSession(app, uniqueId());
    await remember(session, { content: 'Likes tea' });
    expect(await entriesOf(session)).toBe(1);
    await db.execute(sql`ALTER TABLE activity RENAME TO moved`);

    await request(app.url).delete(`/api/v2/agents/${session.agentId}`).expect(200);
    await app.app.get(ActivityLog).settle();

    await db.execute(sql`ALTER TABLE moved RENAME TO activity`);
    expect(await entriesOf(session)).toBe(0);
  });
});
