import { openTestDatabase, type TestDatabase } from '../../test/support/database';
import { AgentsRepository, type NewAgent } from './agents.repository';

const ALL = { pattern: null, after: null, limit: null };

let database: TestDatabase;
let repository: AgentsRepository;

beforeAll(async () => {
  database = await openTestDatabase();
  repository = new AgentsRepository(database.db);
});

afterAll(() => database.close());

beforeEach(async () => {
  await database.db.models.agent.deleteMany();
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
      lastSession: null,
      sessionCount: 0,
      memoryCount: 0,
    });
    expect(second).toBeNull();
    expect(await repository.find('a')).toEqual(first);
  });

  it('tells ids apart by case', async () => {
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
    const { createdAt } = agent('');
    await repository.delete('a');

    expect(ids(await repository.list({ ...ALL, after: { createdAt, agentId: 'a' }, limit: 2 }))).toEqual([
      'b',
      'c',
    ]);
    expect(ids(await repository.list({ ...ALL, after: { createdAt, agentId: 'c' } }))).toEqual(['old']);
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
