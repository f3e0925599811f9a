import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ShiftedClock } from './faults/load/shifted-clock';
import { activate, createAgent, remember, type TestSession } from './support/agents';
import { newTestStore, type TestStore } from './support/database';
import { buildService, startService, type ServiceProcess } from './support/service-process';

const MINUTE_MS = 60_000;
const APART_MS = 10 * MINUTE_MS;
const WRITES = 20;
const LONG = 60_000;

interface ListedMemory {
  id: string;
  content: string;
  status: string;
  created_at: string;
  updated_at: string;
  expired_at: string | null;
}

const onServer = process.env.TEST_DATABASE_URL ? describe : describe.skip;

onServer('two replicas whose clocks are ten minutes apart (PostgreSQL server only)', () => {
  let store: TestStore;
  let folder: string;
  let services: ServiceProcess[] = [];

  beforeAll(async () => {
    buildService();
    store = await newTestStore();
    folder = await mkdtemp(join(tmpdir(), 'ams-clock-'));
    const fast = await ShiftedClock.create(folder);
    await fast.shift(APART_MS);
    services = await Promise.all([startService(store.env), startService(store.env, fast.variables)]);
  }, LONG);

  afterAll(async () => {
    await Promise.all(services.map((each) => each.kill()));
    await rm(folder, { recursive: true, force: true });
    await store.remove();
  });

  /** One session of the agent, as each of the two services sees it: first the right clock, then the fast one. */
  async function sessionsOf(agentId: string): Promise<[TestSession, TestSession]> {
    const [right, fast] = services as [ServiceProcess, ServiceProcess];
    await createAgent(right, agentId);
    const session = await activate(right, agentId);
    return [session, { ...session, call: callOn(fast, session) }];
  }

  async function list(session: TestSession, path: string, body: object): Promise<ListedMemory[]> {
    const answer = await session
      .call('post', path)
      .send({ limit: 100, ...body })
      .expect(200);
    return (answer.body as { memories: ListedMemory[] }).memories;
  }

  /** Stores one memory after the other, on each service in turn; their contents. */
  async function writeInTurns(
    sessions: readonly TestSession[],
    afterEach: () => Promise<void> = () => Promise.resolve(),
  ): Promise<string[]> {
    const contents = Array.from({ length: WRITES }, (_, n) => `memory ${n}`);
    for (const [n, content] of contents.entries()) {
      await remember(sessions[n % sessions.length] as TestSession, { content, type: 'event' });
      await afterEach();
    }
    return contents;
  }

  it('give a reader that polls with the newest updated_at every write', async () => {
    const sessions = await sessionsOf('polled');
    const seen: string[] = [];
    let since = new Date(Date.now() - 60 * MINUTE_MS).toISOString();
    const contents = await writeInTurns(sessions, async () => {
      const changed = await list(sessions[0], 'recall/changed-since', { since });
      seen.push(...changed.map(({ content }) => content));
      since = changed[0]?.updated_at ?? since;
    });
    expect(seen).toEqual(contents);
  });

  it('give a reader that polls every edit', async () => {
    const sessions = await sessionsOf('edited');
    const ids = [
      await remember(sessions[0], { content: 'a' }),
      await remember(sessions[1], { content: 'b' }),
    ];
    let since = new Date().toISOString();
    const seen: string[] = [];
    for (let n = 0; n < WRITES; n++) {
      const path = `memories/${ids[n % 2]}`;
      await (sessions[(n + 1) % 2] as TestSession)
        .call('patch', path)
        .send({ content: `edit ${n}` })
        .expect(200);
      const changed = await list(sessions[0], 'recall/changed-since', { since });
      seen.push(...changed.map(({ content }) => content));
      since = changed[0]?.updated_at ?? since;
    }
    expect(seen).toEqual(Array.from({ length: WRITES }, (_, n) => `edit ${n}`));
  });

  it('show all memories as of now, and the recent ones in the order in which they were stored', async () => {
    const sessions = await sessionsOf('listed');
    const contents = await writeInTurns(sessions);
    const now = new Date(Date.now() + 1_000).toISOString();
    for (const session of sessions) {
      const recent = await list(session, 'recall/recent', {});
      const then = await list(session, 'recall/as-of', { as_of: now });
      expect(recent.map(({ content }) => content)).toEqual(contents.toReversed());
      expect(then.map(({ content }) => content)).toEqual(contents.toReversed());
    }
  });

  it('expire nothing early, and stamp what expires with the time of the database', async () => {
    const [right, fast] = await sessionsOf('swept');
    await writeInTurns([right, fast]);
    await fast
      .call('put', 'policy')
      .send({ retention: { event: '5m' } })
      .expect(200);
    const { body } = await fast.call('post', 'policy/apply').expect(200);
    expect(body).toMatchObject({ scanned: WRITES, expired: 0 });
    expectNow((body as { evaluated_at: string }).evaluated_at);
    const id = await remember(fast, { content: 'short' });
    const expired = await fast.call('post', `memories/${id}/expire`).expect(200);
    expectNow((expired.body as { expired_at: string }).expired_at);
    const history = await fast.call('get', `memories/${id}/history`).expect(200);
    for (const { at } of (history.body as { entries: { at: string }[] }).entries) expectNow(at);
  });

  it('count the memories of a session that the fast one opened', async () => {
    const [right, fast] = services as [ServiceProcess, ServiceProcess];
    await createAgent(right, 'counted');
    const session = await activate(fast, 'counted');
    await remember(session, { content: 'one' });
    const { body } = await session.call('post', 'deactivate').expect(200);
    expect(body).toMatchObject({ memories_created: 1, summary_memory_id: expect.any(String) as string });
  });
});

/** The requests of a session, sent to another service. */
function callOn({ url }: ServiceProcess, session: TestSession): TestSession['call'] {
  return (method, path) => {
    const call = session.call(method, path);
    call.url = call.url.replace(/^http:\/\/[^/]+/, url);
    return call;
  };
}

function expectNow(time: string): void {
  expect(Math.abs(Date.parse(time) - Date.now())).toBeLessThan(MINUTE_MS);
}
