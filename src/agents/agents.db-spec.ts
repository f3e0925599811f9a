import { openTestDatabase, type TestDatabase } from '../../test/support/database';
import { sql } from '../database/sql';
import type { TimeCursor } from '../common/time-cursor';
import type { Agent } from './agent';
import { AgentsRepository, type NewAgent } from './agents.repository';
import { AgentOverrides } from '../database/agent-overrides';

const ALL = { pattern: null, after: null, limit: 100 };

let database: TestDatabase;
let repository: AgentsRepository;

beforeAll(async () => {
  database = await openTestDatabase();
  repository = new AgentsRepository(database.db, new AgentOverrides(database.db));
});

afterAll(() => database.close());

beforeEach(async () => {
  await database.db.models.agent.deleteMany();
});

it('what an agent has of its own counts at once, also where it was looked up before it was there', async () => {
  const overrides = new AgentOverrides(database.db);
  const agents = new AgentsRepository(database.db, overrides);
  const created = agent('new', { redaction: 'block' });
  expect(await overrides.of(created.namespace)).toMatchObject({ redaction: null });
  await agents.insert(created);
  expect(await overrides.of(created.namespace)).toMatchObject({ redaction: 'block' });
  await agents.delete('new');
  expect(await overrides.of(created.namespace)).toMatchObject({ redaction: null });
});

function agent(agentId: string, changes: Partial<NewAgent> = {}): NewAgent {
  const createdAt = new Date('2026-05-01T12:00:00.123Z');
  return {
    agentId,
    namespace: `service_agent_${agentId}`,
    pattern: 'support',
    description: null,
    createdAt,
    ...changes,
  };
}

const ids = (agents: { agentId: string }[]) => agents.map(({ agentId }) => agentId);

describe('AgentsRepository', () => {
  it('inserts an agent once', async () => {
    const first = await repository.insert(agent('a', { description: 'First' }));
    const second = await repository.insert(agent('a', { description: 'Second' }));

    expect(first).toEqual({
      ...agent('a', { description: 'First' }),
      status: 'ready',
      supersession: 'link',
      redaction: null,
      redactionPersonal: null,
      maxMemories: null,
      maxBytes: null,
      writesPerMinute: null,
      lastSession: null,
      sessionCount: 0,
      memoryCount: 0,
    });
    expect(second).toBeNull();
    expect(await repository.find('a')).toEqual(first);
  });

  it('distinguishes ids by case', async () => {
    await repository.insert(agent('a'));

    expect(await repository.insert(agent('A'))).not.toBeNull();
  });

  it('lists by creation time and then by id in the order of bytes', async () => {
    for (const id of ['b', 'a', 'B', '_', '1']) await repository.insert(agent(id));
    await repository.insert(agent('old', { createdAt: new Date('2026-04-01T00:00:00Z') }));

    expect(ids(await repository.list(ALL))).toEqual(['1', 'B', '_', 'a', 'b', 'old']);
  });

  it('goes on after a place, which need not exist any more', async () => {
    for (const id of ['a', 'b', 'c']) await repository.insert(agent(id));
    await repository.insert(agent('old', { createdAt: new Date('2026-04-01T00:00:00Z') }));
    const { createdAt: time } = agent('');
    await repository.delete('a');

    expect(ids(await repository.list({ ...ALL, after: { time, id: 'a' }, limit: 2 }))).toEqual(['b', 'c']);
    expect(ids(await repository.list({ ...ALL, after: { time, id: 'c' } }))).toEqual(['old']);
  });

  it('lists one pattern', async () => {
    await repository.insert(agent('a'));
    await repository.insert(agent('b', { pattern: 'tool' }));

    expect(ids(await repository.list({ ...ALL, pattern: 'tool' }))).toEqual(['b']);
  });

  it('keeps counted numbers of memories', async () => {
    await repository.insert(agent('a'));
    await repository.insert(agent('b'));

    await repository.saveMemoryCounts(
      new Map([
        ['service_agent_a', 3_000_000_000],
        ['service_agent_gone', 1],
      ]),
    );

    expect((await repository.find('a'))?.memoryCount).toBe(3_000_000_000);
    expect((await repository.find('b'))?.memoryCount).toBe(0);
  });

  it('deletes once', async () => {
    await repository.insert(agent('a'));

    expect(await repository.delete('a')).toBe(true);
    expect(await repository.delete('a')).toBe(false);
  });
});

const cursorOf = ({ createdAt, agentId }: Agent): TimeCursor => ({ time: createdAt, id: agentId });

describe('a listing in pages', () => {
  const NUMBER = 500;
  const pagesOf = async (size: number): Promise<string[]> => {
    const seen: string[] = [];
    let after: TimeCursor | null = null;
    do {
      const page: Agent[] = await repository.list({ pattern: null, after, limit: size });
      seen.push(...ids(page));
      const last = page.at(-1);
      after = last ? cursorOf(last) : null;
    } while (after !== null);
    return seen;
  };

  /** Created within one millisecond, as by an import or by other means than this service. */
  beforeEach(() =>
    database.db.execute(sql`
      INSERT INTO agents (agent_id, namespace, pattern, created_at)
      SELECT 'agent_' || i, 'space_' || i, 'support',
        '2026-05-01T12:00:00Z'::timestamptz + (i / 2) * interval '3 microseconds'
      FROM generate_series(1, ${NUMBER}::int) i`),
  );

  it('has every agent once, also those created within a millisecond', async () => {
    const seen = await pagesOf(7);
    expect(seen).toHaveLength(NUMBER);
    expect(new Set(seen).size).toBe(NUMBER);
    expect(seen).toEqual(ids(await repository.list({ ...ALL, limit: NUMBER })));
  });

  it('starts each page by the index, at the place where it goes on', async () => {
    await database.db.execute(sql`ANALYZE agents`);
    const first = await repository.list({ ...ALL, limit: 400 });
    const read = jest.spyOn(database.db, 'query');
    await repository.list({ ...ALL, after: cursorOf(first.at(-1)!), limit: 10 });
    const statement = read.mock.calls[0]![0];
    read.mockRestore();
    const plan = await database.db.query<Record<'QUERY PLAN', string>>(sql`
      EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF) ${statement}`);
    const text = plan.map((line) => line['QUERY PLAN']).join('\n');
    expect(text).toMatch(/Index Cond: \(created_at <= /);
    expect(
      Math.max(...[...text.matchAll(/Rows Removed by Filter: (\d+)/g)].map(([, n]) => Number(n)), 0),
    ).toBeLessThan(10);
  });
});
