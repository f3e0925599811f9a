import { AsyncLocalStorage } from 'node:async_hooks';
import { openTestDatabase, type TestDatabase } from '../../test/support/database';
import { AgentScreeningRepository } from './agent-screening.repository';
import { Screening } from './screening.service';

describe('what becomes of secrets of an agent', () => {
  let opened: TestDatabase;

  beforeAll(async () => {
    opened = await openTestDatabase();
  });
  afterAll(() => opened.close());

  it('is read by a transaction itself, while another request waits for its connection', async () => {
    const env = { ...opened.store.env, REDACTION: 'warn' } as const;
    const screening = new Screening(env, new AgentScreeningRepository(opened.db));
    const outside = AsyncLocalStorage.snapshot();
    const others: Promise<unknown>[] = [];
    await opened.db.transaction(async () => {
      others.push(outside(() => screening.policyOf('a')));
      expect(await screening.policyOf('a')).toMatchObject({ credentials: 'warn' });
    });
    await Promise.all(others);
    expect(await screening.policyOf('a')).toMatchObject({ credentials: 'warn', personal: 'off' });
  });
});
