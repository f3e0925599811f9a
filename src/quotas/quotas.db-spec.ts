import { AsyncLocalStorage } from 'node:async_hooks';
import { openTestDatabase, type TestDatabase } from '../../test/support/database';
import { AgentQuotasRepository } from './agent-quotas.repository';
import { Quotas } from './quotas.service';

describe('the quotas of an agent', () => {
  let opened: TestDatabase;
  let quotas: Quotas;

  beforeAll(async () => {
    opened = await openTestDatabase();
    quotas = new Quotas({ ...opened.store.env, QUOTA_MAX_MEMORIES: 5 }, new AgentQuotasRepository(opened.db));
  });
  afterAll(() => opened.close());

  it('are read by a transaction itself, while another request waits for its connection', async () => {
    const outside = AsyncLocalStorage.snapshot();
    const others: Promise<unknown>[] = [];
    await opened.db.transaction(async () => {
      others.push(outside(() => quotas.limitsOf('a')));
      expect(await quotas.isBounded('a')).toBe(true);
    });
    await Promise.all(others);
    expect(await quotas.limitsOf('a')).toMatchObject({ maxMemories: 5, maxBytes: null });
  });
});
