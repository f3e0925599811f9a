import { AsyncLocalStorage } from 'node:async_hooks';
import { openTestDatabase, type TestDatabase } from '../../test/support/database';
import { AgentOverrides } from './agent-overrides';

describe('what an agent has of its own', () => {
  let opened: TestDatabase;
  let overrides: AgentOverrides;

  beforeAll(async () => {
    opened = await openTestDatabase();
    const fields = { namespace: 'a', pattern: 'tool', createdAt: new Date() };
    await opened.db.models.agent.create({ data: { agentId: 'a', redaction: 'warn', ...fields } });
  });
  beforeEach(() => {
    overrides = new AgentOverrides(opened.db);
  });
  afterAll(() => opened.close());

  it('is read by a transaction itself, while another request waits for its connection', async () => {
    const outside = AsyncLocalStorage.snapshot();
    const others: Promise<unknown>[] = [];
    await opened.db.transaction(async () => {
      others.push(outside(() => overrides.of('a')));
      expect(await overrides.of('a')).toMatchObject({ redaction: 'warn' });
    });
    await Promise.all(others);
    expect(await overrides.of('a')).toMatchObject({ redaction: 'warn', redactionPersonal: null });
  });

  it('is read again after a change, and nothing without an agent', async () => {
    expect(await overrides.of('a')).toMatchObject({ maxMemories: null });
    await opened.db.models.agent.update({ where: { agentId: 'a' }, data: { maxMemories: 5n } });
    expect(await overrides.of('a')).toMatchObject({ maxMemories: null });
    overrides.changed('a');
    expect(await overrides.of('a')).toMatchObject({ maxMemories: 5 });
    expect(Object.values(await overrides.of('later'))).toEqual([null, null, null, null, null]);
  });
});
