import * as fc from 'fast-check';
import { openTestDatabase, type TestDatabase } from '../../test/support/database';
import type { ActivityEntry } from '../activity/activity';
import { ActivityRepository } from '../activity/activity.repository';
import { sql } from '../database/sql';
import { UiSessionsRepository } from './ui-sessions.repository';
import { propertyCases } from '../../test/support/property-cases';

const HOUR = 3_600_000;
const START = Date.UTC(2026, 4, 1, 12);
/** Over several of the longest spans that sums have. */
const SPAN = 300 * HOUR;
const SESSIONS = ['sess_1', 'sess_2'];

let test: TestDatabase;
let log: ActivityRepository;
let pages: UiSessionsRepository;

beforeAll(async () => {
  test = await openTestDatabase();
  log = new ActivityRepository(test.db);
  pages = new UiSessionsRepository(test.db);
});

afterAll(() => test.close());

beforeEach(async () => {
  await test.db.execute(sql`DELETE FROM agents`);
  await test.db.execute(sql`TRUNCATE activity, activity_sums`);
  await test.db.execute(sql`
    INSERT INTO agents (agent_id, namespace, pattern, created_at) VALUES ('demo', 'demo', 'support', now())`);
  await test.db.execute(sql`
    INSERT INTO sessions (session_id, agent_id, token_hash, started_at, expires_at, status)
    SELECT s, 'demo', '', ${new Date(0)}::timestamptz, ${new Date(0)}::timestamptz, 'expired' FROM unnest(${SESSIONS}::text[]) s`);
});

function entryAt(hours: number): ActivityEntry {
  const ts = new Date(START + hours * HOUR);
  return {
    ts,
    tool: 'one',
    agentId: 'demo',
    sessionId: 'sess_1',
    op: 'recall',
    kind: 'read',
    n: 2,
    by: null,
  };
}

const entries: fc.Arbitrary<ActivityEntry[]> = fc.array(
  fc.record({
    ts: fc.integer({ min: 0, max: SPAN }).map((ms) => new Date(START + ms)),
    tool: fc.constantFrom('one', 'other'),
    agentId: fc.constant('demo'),
    sessionId: fc.constantFrom(...SESSIONS),
    op: fc.constant('recall'),
    kind: fc.constantFrom('read', 'write'),
    n: fc.integer({ min: 0, max: 5 }),
    by: fc.constant(null),
  }),
  { maxLength: 30 },
);

function expected(those: readonly ActivityEntry[]) {
  const count = (kind: string) => those.filter((entry) => entry.kind === kind);
  const sum = (some: ActivityEntry[]) => some.reduce((total, { n }) => total + n, 0);
  return {
    writes: count('write').length,
    reads: count('read').length,
    memoriesWritten: sum(count('write')),
    memoriesRead: sum(count('read')),
  };
}

describe('what sessions and tools did within a window', () => {
  it('is what the entries of the window say, wherever it begins', async () => {
    const sinces = fc.integer({ min: -1, max: SPAN + 1 }).map((ms) => new Date(START + ms));
    await fc.assert(
      fc.asyncProperty(fc.array(entries, { minLength: 1, maxLength: 3 }), sinces, async (batches, since) => {
        await test.db.execute(sql`TRUNCATE activity, activity_sums`);
        for (const batch of batches) await log.insert(batch);
        const seen = batches.flat().filter(({ ts }) => ts >= since);
        const { sessions, tools } = await pages.list(since, ['*']);
        for (const tool of tools)
          expect(tool).toMatchObject(expected(seen.filter((entry) => entry.tool === tool.tool)));
        for (const session of sessions) {
          const own = seen.filter(({ sessionId }) => sessionId === session.sessionId);
          expect(session).toMatchObject(expected(own));
          expect(await pages.findSession(session.sessionId, since)).toEqual(session);
        }
        expect(tools.length).toBe(new Set(seen.map(({ tool }) => tool)).size);
      }),
      { numRuns: propertyCases(30) },
    );
  });

  it('is read without the entries of whole hours', async () => {
    await log.insert([0.01, 2].map(entryAt));
    await test.db.execute(sql`DELETE FROM activity a WHERE a.ts >= ${new Date(START + HOUR)}`);
    expect((await pages.list(new Date(START + 5), ['*'])).tools).toMatchObject([
      { tool: 'one', reads: 2, memoriesRead: 4 },
    ]);
  });

  it('is read from the longest spans that fit into the window', async () => {
    await log.insert([2, 20, 150].map(entryAt));
    await test.db.execute(sql`DELETE FROM activity`);
    await test.db.execute(sql`
      DELETE FROM activity_sums s
      WHERE s.hours = 1 AND s.start > ${new Date(START + 2 * HOUR)} OR s.hours = 6
        OR s.hours = 24 AND s.start > ${new Date(START + 100 * HOUR)}`);
    expect((await pages.list(new Date(START + 5), ['*'])).tools).toMatchObject([
      { tool: 'one', reads: 3, memoriesRead: 6 },
    ]);
  });

  it.each([1, 6, 24, 96])(
    'is forgotten with its session, and with the entries of the time it sums (%i hours)',
    async (hours) => {
      const end = Math.ceil((START + 1) / (hours * HOUR)) * hours * HOUR;
      const sums = () =>
        test.db.query<{ session_id: string }>(
          sql`SELECT session_id FROM activity_sums WHERE hours = ${hours} ORDER BY session_id`,
        );
      await log.insert([entryAt(0), { ...entryAt(hours), sessionId: 'sess_2' }]);
      await log.prune(new Date(end - 1));
      expect(await sums()).toEqual([{ session_id: 'sess_1' }, { session_id: 'sess_2' }]);
      await log.prune(new Date(end));
      expect(await sums()).toEqual([{ session_id: 'sess_2' }]);
      await test.db.execute(sql`DELETE FROM sessions s WHERE s.session_id = 'sess_2'`);
      expect(await sums()).toEqual([]);
    },
  );

  it('is shown of the agents of some patterns only, with `_` as itself', async () => {
    await test.db.execute(sql`TRUNCATE activity, activity_sums`);
    await log.insert(['a_b', 'axb', 'a_bc', 'a_'].map((agentId) => ({ ...entryAt(0), agentId })));
    const seen = async (granted: string[]) => {
      const filter = { agentId: null, sessionId: null, by: null, granted };
      return (await pages.events(new Date(START - HOUR), filter, 10)).map(({ agentId }) => agentId).sort();
    };
    expect(await seen(['a_b*'])).toEqual(['a_b', 'a_bc']);
    expect(await seen(['a_b', 'ax*'])).toEqual(['a_b', 'axb']);
    expect(await seen(['*'])).toHaveLength(4);
    expect(await seen(['none'])).toEqual([]);
    expect(await pages.list(new Date(START - HOUR), ['none*'])).toEqual({ sessions: [], tools: [] });
  });
});
