import { randomUUID } from 'node:crypto';
import request from 'supertest';
import { ActivityLog } from '../src/activity/activity-log.service';
import { MemoryLifecycle } from '../src/backend/memory-lifecycle';
import { PrismaService } from '../src/database/prisma.service';
import { sql } from '../src/database/sql';
import { RuntimeSettings } from '../src/settings/runtime-settings.service';
import { activate, newSession, remember } from './support/agents';
import { DAILY, health, maintain, night, setPolicy, shown } from './support/maintenance';
import { settleActivity } from './support/replica-providers';
import { startTestApp, useTestApp, type TestApp } from './support/test-app';

async function statusOf(app: TestApp, agentId: string, id: string): Promise<string> {
  const session = await activate(app, agentId);
  const { body } = await session.call('get', `memories/${id}`).expect(200);
  return (body as { status: string }).status;
}

async function count(app: TestApp, table: 'sessions' | 'idempotency_keys' | 'activity'): Promise<number> {
  const tables = {
    sessions: sql`sessions`,
    idempotency_keys: sql`idempotency_keys`,
    activity: sql`activity`,
  };
  const rows = await app.app
    .get(PrismaService)
    .query<{ n: number }>(sql`SELECT count(*)::float8 AS n FROM ${tables[table]}`);
  return rows[0]?.n ?? -1;
}

describe('maintenance', () => {
  let app: TestApp;

  beforeEach(async () => {
    app = await startTestApp();
  });
  afterEach(() => app.close());

  it('has nothing to show before its first night', async () => {
    await maintain(app);
    expect(await shown(app)).toEqual({ runs: [], next_run: '2026-05-01T23:55:00.000Z', enabled: true });
    expect(await health(app)).toEqual({
      status: 'up',
      enabled: true,
      last_started: null,
      last_finished: null,
      errors: 0,
      held_count: 0,
      held: [],
      next_run: '2026-05-01T23:55:00.000Z',
    });
  });

  it('sweeps and then purges every agent with a policy, and shows what it did', async () => {
    await maintain(app);
    const swept = await newSession(app, 'swept');
    const kept = await newSession(app, 'kept');
    const [old, other] = [
      await remember(swept, { content: 'The kettle is blue' }),
      await remember(kept, { content: 'The kettle is red' }),
    ];
    await setPolicy(swept, { ...DAILY, purge_expired_after: '2d' });

    expect(await night(app)).toMatchObject({
      cause: 'schedule',
      agents: 1,
      expired: 1,
      purged: 0,
      errors: [],
    });
    expect(await statusOf(app, 'swept', old)).toBe('expired');
    expect(await statusOf(app, 'kept', other)).toBe('active');

    expect(await night(app)).toMatchObject({ agents: 1, expired: 0, purged: 0 });
    // Its age since then must exceed two days.
    app.clock.advance({ ms: 1 });
    expect(await night(app)).toMatchObject({ agents: 1, expired: 0, purged: 1 });
    const { runs, next_run } = await shown(app);
    expect(runs.map(({ finished_at }) => finished_at)).toEqual([
      '2026-05-04T12:00:00.001Z',
      '2026-05-03T12:00:00.000Z',
      '2026-05-02T12:00:00.000Z',
    ]);
    expect(next_run).toBe('2026-05-04T23:55:00.000Z');
    expect(await health(app)).toMatchObject({
      status: 'up',
      last_started: '2026-05-04T12:00:00.001Z',
      last_finished: '2026-05-04T12:00:00.001Z',
    });
  });

  it('holds a sweep that would expire too much, and names the agent in /health', async () => {
    await maintain(app);
    const session = await newSession(app, 'plenty');
    const memories = (from: number) =>
      Array.from({ length: 60 }, (_, i) => ({ content: `Kettle number ${from + i}` }));
    for (const from of [0, 60]) {
      await session
        .call('post', 'batch-remember')
        .send({ memories: memories(from) })
        .expect(200);
    }
    await setPolicy(session, DAILY);

    expect(await night(app)).toMatchObject({ agents: 1, expired: 0, held: ['plenty'], errors: [] });
    expect(await health(app)).toMatchObject({ status: 'up', held_count: 1, held: ['plenty'] });

    const again = await activate(app, 'plenty');
    const { body } = await again.call('post', 'policy/apply').expect(200);
    expect(body).toMatchObject({ expired: 120 });
    expect(await night(app)).toMatchObject({ agents: 1, held: [] });
    expect(await health(app)).toMatchObject({ held_count: 0, held: [] });
  });

  it('forgets ended sessions, used keys and the log of operations', async () => {
    await maintain(app);
    const first = await newSession(app, 'a');
    await first.call('post', 'remember').set('Idempotency-Key', 'once').send({ content: 'x' }).expect(200);
    await first.call('post', 'deactivate').expect(200);
    await activate(app, 'a');
    await settleActivity(app);
    expect(await count(app, 'activity')).toBeGreaterThan(0);

    expect(await night(app)).toMatchObject({ errors: [] });
    expect(await count(app, 'idempotency_keys')).toBe(1);
    app.clock.advance({ ms: 1 });
    expect(await night(app)).toMatchObject({ errors: [] });
    expect(await count(app, 'idempotency_keys')).toBe(0);
    expect([await count(app, 'sessions'), await count(app, 'activity')]).toEqual([2, expect.any(Number)]);

    app.clock.advance({ hours: 24 * 31 });
    await maintain(app);
    // The newest of the agent stays.
    expect([await count(app, 'sessions'), await count(app, 'activity')]).toEqual([1, 0]);
  });

  it('forgets old deliveries of webhooks that are finished', async () => {
    await maintain(app);
    const webhook = randomUUID();
    const database = app.app.get(PrismaService);
    await database.execute(sql`
      INSERT INTO webhooks (webhook_id, url, events, agents, status, created_at, secret_digest, event_seq, paused_at)
      VALUES (${webhook}::uuid, 'https://example.com', '{}', '{}', 'paused', now(), '', 0, now())`);
    await database.execute(sql`
      INSERT INTO webhook_deliveries (delivery_id, webhook_id, event_id, kind, agent_id, body, state, created_at)
      SELECT gen_random_uuid(), ${webhook}::uuid, 'e', k.state || k.days, 'a', '', k.state, now() - k.days * interval '1 day'
      FROM (VALUES ('delivered', 8), ('delivered', 6), ('failed', 8), ('pending', 8)) AS k (state, days),
        generate_series(1, 1500)`);
    expect(await night(app)).toMatchObject({ errors: [] });
    const left = await database.query(sql`
      SELECT d.kind, count(*)::float8 AS n FROM webhook_deliveries d GROUP BY d.kind ORDER BY d.kind`);
    expect(left).toEqual([
      { kind: 'delivered6', n: 1_500 },
      { kind: 'pending8', n: 1_500 },
    ]);
  });

  it('keeps an expired session that can be replaced', async () => {
    await maintain(app);
    const session = await newSession(app, 'lapsed');
    await night(app);
    const response = await session.call('post', 'recall/recent').send({}).expect(200);
    expect(response.get('X-Session-Token')).toBeDefined();
  });

  it('goes on when a task fails, and reports it', async () => {
    await maintain(app);
    const session = await newSession(app, 'a');
    await setPolicy(session, DAILY);
    await remember(session, { content: 'The kettle is blue' });
    jest.spyOn(app.app.get(ActivityLog), 'prune').mockRejectedValue(new Error('no room'));
    const prune = jest.spyOn(app.app.get(MemoryLifecycle), 'pruneTombstones');
    expect(await night(app)).toMatchObject({
      finished_at: expect.any(String),
      expired: 1,
      errors: [{ task: 'activity', agent_id: null, error: 'no room' }],
    });
    expect(prune).toHaveBeenCalledWith(new Date('2026-05-01T12:00:00Z'));
    expect(await health(app)).toMatchObject({ status: 'up', errors: 1 });
  });

  it('finishes what a run that died half-way left', async () => {
    await maintain(app);
    const session = await newSession(app, 'a');
    await setPolicy(session, DAILY);
    const id = await remember(session, { content: 'The kettle is blue' });
    app.clock.advance({ hours: 24 });
    await app.app.get(PrismaService).execute(sql`
      INSERT INTO maintenance_runs (cause, started_at) VALUES ('schedule', ${app.clock.now()}::timestamptz)`);
    app.clock.advance({ minutes: 1 });
    await maintain(app);
    const { runs } = await shown(app);
    expect(runs.map((run) => run.finished_at !== null)).toEqual([true, false]);
    expect(await statusOf(app, 'a', id)).toBe('expired');
  });

  it('goes by a changed schedule at once', async () => {
    await maintain(app);
    app.clock.advance({ hours: 1 });
    await maintain(app);
    expect((await shown(app)).runs).toHaveLength(0);
    await app.app.get(RuntimeSettings).change({ 'schedule.cron': '30 12 * * *' });
    await maintain(app);
    expect(await shown(app)).toMatchObject({
      runs: [{ cause: 'schedule' }],
      next_run: '2026-05-02T12:30:00.000Z',
    });
  });
});

describe('what maintenance did', () => {
  const app = useTestApp();

  it.each([
    { Host: 'memory.example.com' },
    { Origin: 'https://example.com' },
    { 'Sec-Fetch-Site': 'cross-site' },
  ])('is shown to loopback clients only: not with %j', async (headers) => {
    const { body } = await request(app.url).get('/api/ui/maintenance').set(headers).expect(403);
    expect(body).toEqual({ detail: expect.any(String) });
  });
});
