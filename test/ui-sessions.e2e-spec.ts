import request, { type Test } from 'supertest';
import { PrismaService } from '../src/database/prisma.service';
import { sql } from '../src/database/sql';
import { activate, createAgent, newSession, remember, type TestSession } from './support/agents';
import { settleActivity } from './support/replica-providers';
import { useTestApp } from './support/test-app';

interface Session {
  session_id: string;
  active: boolean;
  status: string;
  last_seen: string;
}

interface Tool {
  tool: string;
  live: boolean;
}

interface ListBody {
  days: number;
  sessions: Session[];
  tools: Tool[];
  live_count: number;
}

interface DetailBody {
  session: Session & { reads: number };
  events: { op: string; ts: string }[];
}

const app = useTestApp();

afterEach(async () => {
  await settleActivity(app);
  await app.app.get(PrismaService).execute(sql`DELETE FROM agents`);
});

/** What other replicas did is written soon, not at once; a service of one process needs no such help. */
async function settleOthers(): Promise<void> {
  if (app.replicas.length > 1) await settleActivity(app);
}

function ui(path = ''): Test {
  return request(app.url).get(`/api/ui/sessions${path}`);
}

async function list(query = ''): Promise<ListBody> {
  await settleOthers();
  return (await ui(query).expect(200)).body as ListBody;
}

async function detail(session: TestSession, query = ''): Promise<DetailBody> {
  await settleOthers();
  return (await ui(`/${session.sessionId}${query}`).expect(200)).body as DetailBody;
}

async function recent(session: TestSession, tool: string): Promise<void> {
  await session.call('post', 'recall/recent').set('X-Client-Name', tool).send({}).expect(200);
}

/** Rows of the log, one a millisecond from now on. */
async function fillLog(session: TestSession, rows: number): Promise<void> {
  await app.app.get(PrismaService).execute(sql`
    INSERT INTO activity (ts, tool, agent_id, session_id, op, kind, n)
    SELECT ${app.clock.now()}::timestamptz + i * interval '1 millisecond', 'tool-' || i, ${session.agentId},
      ${session.sessionId}, 'recall', 'read', 2 FROM generate_series(0, ${rows}::int - 1) i`);
}

describe('GET /api/ui/sessions', () => {
  it('is empty at first', async () => {
    expect(await list()).toEqual({ days: 7, sessions: [], tools: [], live_count: 0 });
  });

  it('shows sessions and tools with what they did up to now', async () => {
    const session = await newSession(app, 'busy');
    const started = app.clock.now().toISOString();
    app.clock.advance({ minutes: 1 });
    await session
      .call('post', 'batch-remember')
      .set('X-Client-Name', 'writer')
      .send({ memories: [{ content: 'One' }, { content: 'Two' }] })
      .expect(200);
    app.clock.advance({ minutes: 1 });
    await recent(session, 'reader');
    await recent(session, 'reader');
    const seen = app.clock.now().toISOString();

    const body = await list('?days=30');

    const reads = { writes: 0, reads: 2, memories_written: 0, memories_read: 4, last_seen: seen };
    expect(body).toEqual({
      days: 30,
      sessions: [
        {
          ...{ session_id: session.sessionId, agent_id: 'busy', started_at: started, last_seen: seen },
          ...{ expires_at: new Date(Date.parse(started) + 6 * 3_600_000).toISOString(), active: true },
          ...{ tools: ['reader', 'writer'], writes: 1, reads: 2, memories_written: 2, memories_read: 4 },
          status: 'active',
        },
      ],
      tools: [
        { tool: 'reader', ...reads, live: true },
        {
          ...{ tool: 'writer', writes: 1, reads: 0, memories_written: 2, memories_read: 0, live: true },
          last_seen: new Date(Date.parse(started) + 60_000).toISOString(),
        },
      ],
      live_count: 2,
    });
  });

  it('shows a session that did nothing as seen when it started', async () => {
    await newSession(app, 'demo');
    const { sessions, tools } = await list();
    expect(sessions).toMatchObject([{ tools: [], reads: 0, last_seen: app.clock.now().toISOString() }]);
    expect(tools).toEqual([]);
  });

  it('calls a tool live for 300 seconds', async () => {
    const session = await newSession(app, 'demo');
    await recent(session, 'early');
    app.clock.advance({ seconds: 1 });
    await recent(session, 'late');
    app.clock.advance({ seconds: 299 });
    expect((await list()).live_count).toBe(2);
    app.clock.advance({ ms: 1 });
    const { tools, live_count } = await list();
    expect([live_count, tools]).toMatchObject([
      1,
      [
        { tool: 'late', live: true },
        { tool: 'early', live: false },
      ],
    ]);
  });

  it('shows the state of each session as of now, last seen first', async () => {
    const ended = await newSession(app, 'ended');
    await ended.call('post', 'deactivate').expect(200);
    await newSession(app, 'superseded');
    await newSession(app, 'lapsed');
    app.clock.advance({ hours: 5 });
    const successor = await activate(app, 'superseded');
    app.clock.advance({ hours: 2 });
    const fresh = await newSession(app, 'fresh');

    const { sessions } = await list();

    expect(sessions.slice(0, 2).map(({ session_id }) => session_id)).toEqual([
      fresh.sessionId,
      successor.sessionId,
    ]);
    const states = sessions.map(({ status, active }) => `${status} ${active}`);
    expect(states.slice(0, 2)).toEqual(['active true', 'active true']);
    expect(states.slice(2).sort()).toEqual(['expired false', 'superseded false', 'terminated false']);
  });

  it('looks back as many days as asked', async () => {
    const session = await newSession(app, 'demo');
    await recent(session, 'old');
    app.clock.advance({ hours: 48 });
    expect((await list('?days=2')).tools).toHaveLength(1);
    app.clock.advance({ ms: 1 });
    expect(await list('?days=2')).toMatchObject({ sessions: [], tools: [] });
    expect(await list('?days=3')).toMatchObject({ sessions: [{}], tools: [{}] });
  });

  it.each(['0', '31', '-1', '1.5', 'a', ''])('refuses %j days with 422', async (days) => {
    const { body } = await ui(`?days=${days}`).expect(422);
    expect(body).toMatchObject({ detail: [{ loc: ['query', 'days'] }] });
  });

  it('lists no more tools than it has room for, and few a session', async () => {
    const session = await newSession(app, 'demo');
    await fillLog(session, 700);
    app.clock.advance({ seconds: 1 });
    const body = await list();
    expect(body.tools).toHaveLength(500);
    expect(body.tools[0]).toMatchObject({ tool: 'tool-699', reads: 1, memories_read: 2 });
    expect(body.sessions).toMatchObject([{ reads: 700, memories_read: 1_400 }]);
    expect((body.sessions[0] as unknown as { tools: string[] }).tools).toHaveLength(20);
  });

  it('shows nothing of an agent that was deleted', async () => {
    const session = await newSession(app, 'demo');
    await recent(session, 'tool');
    await settleActivity(app);
    await request(app.url).delete('/api/v2/agents/demo').expect(200);
    expect(await list()).toMatchObject({ sessions: [], tools: [], live_count: 0 });
    await ui(`/${session.sessionId}`).expect(404);
  });
});

describe('GET /api/ui/sessions/{session_id}', () => {
  it('shows the session and its operations, newest first', async () => {
    const session = await newSession(app, 'detailed');
    const other = await newSession(app, 'other');
    await remember(other, { content: 'Of another' });
    await remember(session, { content: 'Likes tea' });
    const first = app.clock.now().toISOString();
    app.clock.advance({ minutes: 1 });
    await recent(session, 'reader');

    const body = await detail(session);

    const common = { agent_id: 'detailed', session_id: session.sessionId, n: 1 };
    const second = app.clock.now().toISOString();
    expect(body.session).toMatchObject({
      session_id: session.sessionId,
      writes: 1,
      reads: 1,
      last_seen: second,
    });
    expect(body.events).toMatchObject([
      { ...common, ts: second, tool: 'reader', op: 'recent', kind: 'read' },
      { ...common, ts: first, op: 'remember', kind: 'write' },
    ]);
    expect(JSON.stringify(body)).not.toContain('tea');
  });

  it('looks back 30 days at most', async () => {
    const session = await newSession(app, 'demo');
    await recent(session, 'reader');
    app.clock.advance({ hours: 24 });
    expect((await detail(session, '?days=1')).events).toHaveLength(1);
    app.clock.advance({ hours: 29 * 24, ms: 1 });
    for (const query of ['', '?days=30', '?days=31', '?days=36500']) {
      expect(await detail(session, query)).toMatchObject({ session: { reads: 0 }, events: [] });
    }
  });

  it('shows the newest thousand operations and counts all', async () => {
    const session = await newSession(app, 'demo');
    await fillLog(session, 1_200);
    app.clock.advance({ seconds: 5 });
    const body = await detail(session);
    expect(body.events).toHaveLength(1_000);
    expect(body.events[0]).toMatchObject({ tool: 'tool-1199' });
    expect(body.session.reads).toBe(1_200);
  });

  it.each(['sess_000000000000', 'a%00b', '%E0%A4%A4', 'x'.repeat(300), "'; DROP TABLE activity"])(
    'answers 404 for the unknown %s',
    async (id) => {
      const { body } = await ui(`/${id}`).expect(404);
      expect(body).toMatchObject({ detail: { error: 'SessionNotFound' } });
    },
  );

  it.each(['0', '-3', 'all'])('refuses %j days with 422', async (days) => {
    const session = await newSession(app, 'demo');
    await ui(`/${session.sessionId}?days=${days}`).expect(422);
  });
});

describe('the pages of sessions', () => {
  it.each([
    { Host: 'evil.example' },
    { Origin: 'https://evil.example' },
    { 'Sec-Fetch-Site': 'cross-site' },
    { 'X-Forwarded-For': '127.0.0.1' },
  ])('are refused with %j, in plain words and whatever the credential', async (headers) => {
    await createAgent(app, 'demo');
    for (const path of ['', '/sess_000000000000', '?days=0']) {
      const call = ui(path).set({ ...headers, 'X-Api-Key': app.env.SERVICE_SECRET_KEY ?? '' });
      const { body } = await call.expect(403);
      expect((body as { detail: unknown }).detail).toEqual(expect.stringContaining('loopback'));
    }
  });
});
