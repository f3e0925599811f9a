import request from 'supertest';
import { MaintenanceService } from '../src/maintenance/maintenance.service';
import { RecallTraces } from '../src/traces/recall-traces.service';
import { activate, newSession, remember, type TestSession } from './support/agents';
import { newTestStore, type TestStore } from './support/database';
import { eventually } from './support/eventually';
import { filesHolding } from './support/files-holding';
import { buildService, startService, type ServiceProcess } from './support/service-process';
import { startTestApp, type TestApp } from './support/test-app';

/** No other text of the service has it. */
const WORD = 'zanzibarquery';
const SCOPE = 'user:zanzibarscope';

interface TraceList {
  traces: {
    query: string | null;
    memories: { memory_id: string; explain?: { matched_terms: string[] } }[];
    trace_id: string;
    not_kept?: string[];
  }[];
  count: number;
}

async function tracesOf(session: TestSession): Promise<TraceList> {
  return (await session.call('get', 'traces').expect(200)).body as TraceList;
}

async function ask(session: TestSession): Promise<void> {
  const query = `Which ${WORD} theme does the user like?`;
  await session
    .call('post', 'recall')
    .send({ query, explain: true, scopes: [SCOPE, null], cut: 'auto' })
    .expect(200);
  await session.call('post', 'answer').send({ question: query }).expect(200);
}

describe('what is kept with TRACE', () => {
  let app: TestApp;
  afterEach(() => app.close());

  it('off: nothing', async () => {
    app = await startTestApp({ env: { TRACE: 'off' }, alone: true });
    const session = await newSession(app, 'off');
    await remember(session, { content: 'The user likes the dark theme.' });
    await ask(session);
    expect(await tracesOf(session)).toMatchObject({ count: 0, traces: [] });
  });

  it('full: the query, and its words that each memory holds', async () => {
    app = await startTestApp({ env: { TRACE: 'full' }, alone: true });
    const session = await newSession(app, 'full');
    await remember(session, { content: 'The user likes the dark theme.' });
    await ask(session);
    const { traces } = await tracesOf(session);
    expect(traces.map(({ query }) => query)).toEqual(
      Array.from({ length: 2 }, () => `Which ${WORD} theme does the user like?`),
    );
    const { body } = await session.call('get', `traces/${traces[0]?.trace_id}`).expect(200);
    const one = body as TraceList['traces'][number];
    expect(one.not_kept).toEqual(['ranks']);
    expect(one.memories[0]?.explain?.matched_terms).toContain('theme');
    const ids = one.memories.map(({ memory_id: id }) => id);
    expect(await app.app.get(RecallTraces).forgetFound('full', ids)).toBe(2);
    expect((await tracesOf(session)).traces.map(({ query }) => query)).toEqual([null, null]);
  });

  it('ids: until they are older than TRACE_RETENTION_DAYS, or their agent is deleted', async () => {
    app = await startTestApp({ env: { TRACE_RETENTION_DAYS: 2 }, alone: true });
    let session = await newSession(app, 'kept');
    await ask(session);
    app.clock.advance({ hours: 24 });
    await app.app.get(MaintenanceService).runNow();
    session = await activate(app, 'kept');
    expect((await tracesOf(session)).count).toBe(2);
    app.clock.advance({ hours: 24, ms: 1 });
    await app.app.get(MaintenanceService).runNow();
    session = await activate(app, 'kept');
    expect((await tracesOf(session)).count).toBe(0);
  });
});

describe('a service as a process', () => {
  let store: TestStore;
  let service: ServiceProcess;
  let printed = '';
  /** Where it listens now: another port after each start. */
  const current = { url: '' };

  beforeAll(async () => {
    buildService();
    store = await newTestStore();
  });
  afterAll(() => store.remove());

  const start = async () => {
    service = await startService(store.env, { LOG_LEVEL: 'debug' });
    current.url = service.url;
  };

  it('loses no trace when it gets the signal to end, and at most those of a second when it is killed', async () => {
    await start();
    const session = await newSession(current, 'stopped');
    await remember(session, { content: 'The user likes the dark theme.', scope: SCOPE });
    await ask(session);
    await service.terminate();
    printed += service.printed();
    await start();
    expect((await tracesOf(session)).count).toBe(2);

    await ask(session);
    // Reading writes what waits, so that only the last two may be lost.
    expect((await tracesOf(session)).count).toBe(4);
    await ask(session);
    await service.kill();
    printed += service.printed();
    await start();
    const { count } = await tracesOf(session);
    expect([4, 5, 6]).toContain(count);
    await service.terminate();
    printed += service.printed();
  });

  it('leaves no text of a query in its files or its log', () => {
    expect(printed).not.toContain(WORD);
    if (store.env.DATABASE_URL !== null) return;
    const holding = (text: string) => filesHolding(store.env.DATA_DIR, text);
    // A filter is kept, which shows that the search finds what is there.
    expect(holding(SCOPE).length).toBeGreaterThan(0);
    expect(holding(WORD)).toEqual([]);
  });
});

const onServer = process.env.TEST_DATABASE_URL ? describe : describe.skip;

onServer('two replicas on one database', () => {
  it('show the traces of each other soon', async () => {
    const store = await newTestStore();
    const first = await startTestApp({ store, alone: true });
    const second = await startTestApp({ store, alone: true, clock: first.clock });
    const session = await newSession(first, 'shared');
    await ask(session);
    const elsewhere: TestSession = {
      ...session,
      call: (method, path) =>
        request(second.url)[method](`/api/v2/agents/shared/${path}`).set('X-Session-Token', session.token),
    };
    const { traces } = await eventually(
      () => tracesOf(elsewhere),
      ({ count }) => count === 2,
    );
    expect(traces).toHaveLength(2);
    await Promise.all([first.close(), second.close()]);
    await store.remove();
  });
});
