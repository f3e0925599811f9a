import { openTestDatabase, type TestDatabase } from '../../test/support/database';
import { sql } from '../database/sql';
import { newTraceId, type RecallTrace } from './recall-trace';
import { RecallTracesRepository, type PickTraces, type TraceQuery } from './recall-traces.repository';
import { traceRow } from './trace-row';

const START = Date.UTC(2026, 4, 1, 12);
const MINUTE = 60_000;
const PARTS = { lexical: 0.5, vector: null, similarity: null, neighbours: 0, time: 0, speaker: 0 };

let test: TestDatabase;
let repository: RecallTracesRepository;

beforeAll(async () => {
  test = await openTestDatabase();
  repository = new RecallTracesRepository(test.db);
});

afterAll(() => test.close());

beforeEach(async () => {
  await test.db.execute(sql`DELETE FROM agents`);
  await test.db.execute(sql`DELETE FROM recall_traces`);
  await addAgent('demo', START);
});

async function addAgent(agentId: string, createdMs: number): Promise<void> {
  await test.db.execute(sql`
    INSERT INTO agents (agent_id, namespace, pattern, created_at)
    VALUES (${agentId}, ${agentId}, 'support', ${new Date(createdMs)}::timestamptz)`);
}

function trace(fields: Partial<RecallTrace> & { ids?: string[] } = {}): RecallTrace {
  const { ids = ['one', 'two'], ...rest } = fields;
  const agentId = fields.agentId ?? 'demo';
  const at = fields.at ?? new Date(START);
  return {
    traceId: newTraceId(at),
    agentId: 'demo',
    at,
    sessionId: 'sess_1',
    by: 'oidc:dana',
    keyId: null,
    client: 'jest',
    via: 'http',
    requestId: null,
    mode: 'recall',
    request: { filters: {}, limit: 10 },
    outcome: { retrieval: 'lexical', lexicalReason: 'no_model', verdict: null, generatedBy: null },
    durationMs: 1.5,
    memories: ids.map((id) => ({ id, agentId, score: 0.5, reason: 'returned', parts: PARTS, terms: null })),
    given: 1,
    query: null,
    ...rest,
  };
}

const insert = (...traces: RecallTrace[]) => repository.insert(traces.map(traceRow));
const ANY: TraceQuery = {
  since: null,
  until: null,
  memoryId: null,
  requestId: null,
  after: null,
  limit: 100,
};
const list = (query: Partial<TraceQuery> = {}) => repository.list('demo', { ...ANY, ...query });

async function left(): Promise<number> {
  const rows = await test.db.query<{ n: number }>(sql`SELECT count(*)::int AS n FROM recall_traces`);
  return rows[0]?.n ?? 0;
}

/** Traces a minute apart. */
async function fill(rows: number, agentId = 'demo'): Promise<void> {
  const all = Array.from({ length: rows }, (_, at) => trace({ agentId, at: new Date(START + at * MINUTE) }));
  await insert(...all);
}

describe('RecallTracesRepository', () => {
  it('reads what was written', async () => {
    const full = { query: 'Which "theme"?\n\\', requestId: 'r-1', keyId: '0123456789abcdef' };
    const written = trace({ ...full, request: { filters: { tags: ['ü', '"'] }, limit: 3 } });
    await insert(written);
    const memories = written.memories.map((each) => ({ ...each, terms: [] }));
    expect(await repository.find('demo', written.traceId)).toEqual({ ...written, memories });
    expect(await repository.find('other', written.traceId)).toBeNull();
  });

  it('takes ids of any text, and finds traces by them, given or not', async () => {
    const odd = 'note-1 "ü"';
    await insert(trace({ ids: ['one', odd] }), trace({ ids: [odd] }), trace({ ids: ['one'] }));
    expect(await list({ memoryId: odd })).toHaveLength(2);
    expect(await list({ memoryId: odd, isGiven: true })).toHaveLength(1);
  });

  it('leaves out traces of an agent that is no more, and writes those beside them', async () => {
    await insert(trace({ agentId: 'gone' }), trace(), trace());
    expect(await left()).toBe(2);
  });

  it('prunes what is older than a time, of any number of rows, and nothing else', async () => {
    await fill(1_200);
    expect(await repository.prune(new Date(START + 1_100 * MINUTE))).toBe(1_100);
    expect(await left()).toBe(100);
    expect(await repository.prune(new Date(START + 1_100 * MINUTE))).toBe(0);
  });

  it('prunes more rows of one instant than a slice holds', async () => {
    await insert(...Array.from({ length: 1_100 }, () => trace()));
    expect(await repository.prune(new Date(START))).toBe(0);
    expect(await repository.prune(new Date(START + 1))).toBe(1_100);
  });

  it('hides and deletes what a deleted agent left, and keeps what one of the same id did since', async () => {
    await addAgent('other', START);
    await fill(700);
    await fill(20, 'other');
    await test.db.execute(sql`DELETE FROM agents WHERE agent_id = 'demo'`);
    await addAgent('demo', START + 600 * MINUTE);
    expect(await list({ limit: 1_000 })).toHaveLength(100);
    expect(await repository.forget('demo')).toBe(600);
    await test.db.execute(sql`DELETE FROM agents WHERE agent_id = 'other'`);
    expect(await repository.forgetDeleted()).toBe(20);
    expect(await left()).toBe(100);
  });

  it('forgets the queries that found a memory, and keeps ids and scores', async () => {
    await insert(
      trace({ query: 'Which theme?', ids: ['one'] }),
      trace({ query: 'Which theme?', ids: ['two'] }),
      trace({ ids: ['two'] }),
    );
    const ids = [...Array.from({ length: 150 }, (_, at) => `other-${at}`), 'two'];
    expect(await repository.forgetFound('demo', ids)).toBe(1);
    const found = new Map((await list()).map((each) => [each.memories[0]?.id, each]));
    expect(found.get('two')).toMatchObject({ query: null, memories: [{ score: 0.5, terms: null }] });
    expect(found.get('one')).toMatchObject({ query: 'Which theme?', request: { limit: 10 } });
    expect(await repository.forgetFound('demo', ids)).toBe(0);
  });

  it('forgets the queries of an agent that found a memory of one that it reads', async () => {
    await addAgent('reader', START);
    const found = (agentId: string) => [
      { id: 'one', agentId, score: 0.5, reason: 'returned' as const, parts: PARTS, terms: null },
    ];
    await insert(
      trace({ agentId: 'reader', query: 'Which theme?', memories: found('demo') }),
      trace({ agentId: 'reader', query: 'Which colour?', memories: found('reader') }),
    );
    expect(await repository.forgetFound('demo', ['one'])).toBe(1);
    const left = await repository.list('reader', ANY);
    expect(left.map(({ query, memories }) => [query, memories[0]?.agentId])).toEqual([
      ['Which colour?', 'reader'],
      [null, 'demo'],
    ]);
  });

  it('forgets the traces whose query or filters are picked, of any number, and no other', async () => {
    const filters = { filters: { scopes: ['user:Dana "D" Smith'] }, limit: 10 };
    await addAgent('other', START);
    await insert(trace({ query: 'Where does Dana live?', agentId: 'other' }));
    await insert(trace({ query: 'Where does Dana live?' }), trace({ request: filters }));
    await fill(1_100);
    const pick: PickTraces = (page) =>
      Promise.resolve(page.filter((each) => JSON.stringify(each).includes('Dana')));
    expect(await repository.forgetPicked('demo', pick)).toBe(2);
    expect(await left()).toBe(1_101);
    expect(await repository.forgetPicked('demo', pick)).toBe(0);
  });
});

describe('what is new', () => {
  it('has the newest ids of each agent since a time, and their traces oldest first', async () => {
    await addAgent('other', START);
    const at = (minutes: number) => new Date(START + minutes * MINUTE);
    const own = [0, 1, 2].map((minutes) => trace({ at: at(minutes) }));
    const foreign = trace({ agentId: 'other', at: at(3) });
    await insert(...own, foreign);
    const ids = own.map(({ traceId }) => traceId);
    const found = await repository.newestIds(['demo', 'other', 'none'], at(0), 2);
    expect(found).toEqual([
      { agentId: 'demo', traceId: ids[2] },
      { agentId: 'demo', traceId: ids[1] },
      { agentId: 'other', traceId: foreign.traceId },
    ]);
    expect(await repository.newestIds(['demo'], at(2), 9)).toEqual([{ agentId: 'demo', traceId: ids[2] }]);
    const some = await repository.some('demo', [ids[2]!, ids[0]!, foreign.traceId]);
    expect(some.map(({ traceId }) => traceId)).toEqual([ids[0], ids[2]]);
    const behind = await repository.after('demo', ids[0]!, 9);
    expect(behind.map(({ traceId }) => traceId)).toEqual([ids[1], ids[2]]);
    expect(await repository.after('demo', ids[0]!, 1)).toHaveLength(1);
  });
});
