import request from 'supertest';
import { newSession, remember, type TestSession } from './support/agents';
import { createKey } from './support/keys';
import { McpClients } from './support/mcp-clients';
import { useTestApp } from './support/test-app';

interface Explain {
  lexical: { score: number };
  matched_terms: string[];
}

interface Trace {
  trace_id: string;
  at: string;
  memories: { memory_id: string; score: number; reason: string; now?: string; explain?: Explain }[];
  cut: { memory_id: string; score: number; reason: string }[];
  request: { filters: object; limit: number };
  [field: string]: unknown;
}

interface TraceList {
  traces: Trace[];
  count: number;
  next_cursor: string | null;
}

const QUERY = 'Which zanzibar theme does the user like?';

// Other processes show a trace a second later.
const app = useTestApp({ alone: true });
let session: TestSession;
let agents = 0;

beforeEach(async () => {
  app.clock.set(new Date('2026-05-01T12:00:00.000Z'));
  session = await newSession(app, `traced-${agents++}`);
});

async function list(path: string, query: object = {}): Promise<TraceList> {
  const { body } = await session.call('get', path).query(query).expect(200);
  return body as TraceList;
}

const traces = (query: object = {}) => list('traces', query);
const recall = (fields: object = {}) =>
  session
    .call('post', 'recall')
    .send({ query: QUERY, ...fields })
    .expect(200);
const idsOf = (found: readonly { memory_id: string }[]) => found.map(({ memory_id }) => memory_id);

describe('a recall', () => {
  it('leaves a trace of who asked, how, and what was given with its scores', async () => {
    const theme = await remember(session, { content: 'The user likes the dark theme.' });
    await remember(session, { content: 'Lunch is at noon.', type: 'decision' });
    const key = await createKey(app, { name: 'ci', agents: ['traced-*'], access: 'read' });
    const answer = await key
      .call(session.agentId, 'post', 'recall')
      .set({ 'X-Client-Name': 'Jest', 'X-Request-Id': 'r-1' })
      .send({ query: QUERY, type: ['fact'], limit: 3, max_tokens: 500 })
      .expect(200);

    const { traces: found, count, next_cursor } = await traces();
    const recalled = answer.body as { memories: { score: number }[] };
    expect({ count, next_cursor }).toEqual({ count: 1, next_cursor: null });
    expect(found).toEqual([
      {
        agent_id: session.agentId,
        trace_id: expect.any(String) as string,
        at: '2026-05-01T12:00:00.000Z',
        mode: 'recall',
        via: 'http',
        session_id: session.sessionId,
        by: 'key:ci',
        key_id: key.key.split('_')[1],
        client: 'jest',
        request_id: 'r-1',
        query: null,
        request: { filters: { type: ['fact'], status: 'active' }, limit: 3, max_tokens: 500 },
        retrieval: 'lexical',
        lexical_reason: expect.any(String) as string,
        verdict: null,
        generated_by: null,
        duration_ms: expect.any(Number) as number,
        memories: [
          {
            agent_id: session.agentId,
            memory_id: theme,
            score: expect.closeTo(recalled.memories[0]!.score, 5) as number,
            reason: 'returned',
          },
        ],
        cut: [],
      },
    ]);
  });

  it('says what was cut and why', async () => {
    const best = await remember(session, { content: 'The user likes the dark theme.' });
    const long = await remember(session, { content: `The theme ${'is a long story '.repeat(100)}` });
    await recall({ max_tokens: 50 });
    await recall({ limit: 1 });

    const [limited, budgeted] = (await traces()).traces;
    expect(budgeted).toMatchObject({
      memories: [{ memory_id: best, reason: 'returned' }],
      cut: [{ memory_id: long, reason: 'over_max_tokens' }],
    });
    expect(limited?.cut).toMatchObject([{ memory_id: long, reason: 'beyond_limit' }]);
  });
});

describe('an answer', () => {
  it('leaves one trace, with the memories that it cites', async () => {
    const theme = await remember(session, { content: 'The user likes the dark theme.' });
    const question = 'Which theme does the user like?';
    await session.call('post', 'answer').send({ question }).expect(200);
    await session.call('post', 'answer').set('Accept', 'text/event-stream').send({ question }).expect(200);

    const { traces: found } = await traces();
    expect(found).toMatchObject([{ mode: 'answer' }, { mode: 'answer' }]);
    expect(found.map(({ memories }) => idsOf(memories))).toEqual([[theme], [theme]]);
    expect(found[0]).toMatchObject({ generated_by: 'extractive', query: null, verdict: 'high' });
  });
});

describe('the lists', () => {
  it('find the traces of a memory, given or cut, and its uses alone', async () => {
    const best = await remember(session, { content: 'The user likes the dark theme.' });
    const other = await remember(session, { content: 'A theme is a set of colours.' });
    await recall({ limit: 1 });
    await recall();

    expect((await traces({ memory_id: best })).count).toBe(2);
    expect((await traces({ memory_id: other })).count).toBe(2);
    expect((await list(`memories/${other}/uses`)).count).toBe(1);
    expect((await list(`memories/${best}/uses`)).count).toBe(2);
    await session.call('get', 'memories/019ab3f2-6c1e-7d10-8a3b-2f6f0c9f1d2e/uses').expect(404);

    await session.call('delete', `memories/${best}`).expect(200);
    expect((await list(`memories/${best}/uses`)).count).toBe(2);
  });

  it('are pages, newest first, between two times', async () => {
    for (let minute = 0; minute < 5; minute++) {
      await recall({ limit: minute + 1 });
      app.clock.advance({ minutes: 1 });
    }
    const limits: number[] = [];
    let cursor: string | null = null;
    do {
      const page: TraceList = await traces({ limit: 2, ...(cursor !== null && { cursor }) });
      limits.push(...page.traces.map((trace) => trace.request.limit));
      cursor = page.next_cursor;
    } while (cursor !== null);
    expect(limits).toEqual([5, 4, 3, 2, 1]);

    const between = { since: '2026-05-01T12:01:00Z', until: '2026-05-01T12:03:00Z' };
    expect((await traces(between)).traces.map((trace) => trace.request.limit)).toEqual([3, 2]);
    await session.call('get', 'traces').query({ cursor: 'nonsense' }).expect(422);
    await session.call('get', 'traces').query({ since: 'nonsense' }).expect(422);
  });
});

describe('one trace', () => {
  it('has the parts of each score, and says what has become of each memory', async () => {
    const same = await remember(session, { content: 'The user likes the dark theme.' });
    const edited = await remember(session, { content: 'A theme is a set of colours.' });
    const gone = await remember(session, { content: 'The theme of the party was Zanzibar.' });
    const { body: recalled } = await recall({ explain: true });
    const shown = (recalled as { memories: { id: string; explain: { lexical: { score: number } } }[] })
      .memories;
    app.clock.advance({ minutes: 1 });
    await session.call('patch', `memories/${edited}`).send({ content: 'Colours.' }).expect(200);
    await session.call('delete', `memories/${gone}`).expect(200);

    const [{ trace_id: id }] = (await traces()).traces as [Trace];
    const { body } = await session.call('get', `traces/${id}`).expect(200);
    const trace = body as Trace;
    expect(trace.not_kept).toEqual(['query', 'matched_terms', 'ranks']);
    expect(Object.fromEntries(trace.memories.map((each) => [each.memory_id, each.now]))).toEqual({
      [same]: 'same',
      [edited]: 'changed',
      [gone]: 'deleted',
    });
    for (const [at, each] of trace.memories.entries()) {
      expect(each.explain).toMatchObject({ matched_terms: [] });
      expect(each.explain?.lexical.score).toBeCloseTo(shown[at]!.explain.lexical.score, 5);
    }
    await session.call('get', 'traces/019ab3f2-6c1e-7d10-8a3b-2f6f0c9f1d2e').expect(404);
  });
});

describe('the tools of MCP', () => {
  const clients = new McpClients(app);
  afterAll(() => clients.close());

  it('leave traces with the name of the client', async () => {
    const theme = await remember(session, { content: 'The user likes the dark theme.' });
    const tools = await clients.toolsOf(session.agentId);
    await tools.call('recall', { query: QUERY });
    const { traces: found } = await traces();
    expect(found).toMatchObject([{ mode: 'recall', via: 'mcp', memories: [{ memory_id: theme }] }]);
  });
});

describe('the routes', () => {
  it('need manage access', async () => {
    const key = await createKey(app, { agents: ['traced-*'], access: 'create' });
    for (const path of ['traces', 'traces/019ab3f2-6c1e-7d10-8a3b-2f6f0c9f1d2e', 'memories/x/uses'])
      await key.call(session.agentId, 'get', path).expect(403);
  });

  it('show nothing of an earlier agent of the same id', async () => {
    await recall();
    expect((await traces()).count).toBe(1);
    await request(app.url).delete(`/api/v2/agents/${session.agentId}`).expect(200);
    app.clock.advance({ ms: 1 });
    session = await newSession(app, session.agentId);
    expect((await traces()).count).toBe(0);
  });
});
