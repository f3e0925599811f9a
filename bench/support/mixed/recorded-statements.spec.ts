import { recordStatements, STATEMENT_NAMES, type Parameters } from './recorded-statements';

const given: Parameters = {
  sessionId: 'sess_1',
  namespace: 'service_agent_a',
  xmin: '77',
  ids: ['one', 'two'],
  memories: '[{}]',
  namespaces: ['service_agent_b'],
  at: new Date('2026-01-01T00:00:00Z'),
};

describe('recordStatements', () => {
  it('takes every statement from the repositories, with what is given in place of what stood for it', async () => {
    const statements = await recordStatements();
    const values = Object.fromEntries(
      STATEMENT_NAMES.map((name) => [name, statements[name].with(given).values]),
    );
    expect(values).toEqual({
      session: ['sess_1'],
      feedStart: ['service_agent_a', 'service_agent_a'],
      feedChanges: expect.arrayContaining(['service_agent_a', '77']),
      insert: [['service_agent_b'], '[{}]'],
      byIds: ['service_agent_a', ['one', 'two']],
      recent: ['service_agent_a', 'service_agent_a', 'service_agent_a', 10],
      // One more than asked for shows whether there is a next page.
      asOf: [...Array<unknown>(4).fill(given.at), 'service_agent_a', given.at, 11],
      changedSince: ['service_agent_a', given.at, 10],
      // The limits of a slice, by rows and bytes.
      page: ['service_agent_a', ...Array<unknown>(3).fill(expect.any(Number))],
    });
  });

  it('takes each from its own repository', async () => {
    const statements = await recordStatements();
    const text = (name: keyof typeof statements): string => statements[name].with(given).text;
    expect(text('session')).toContain('FROM sessions');
    expect(text('feedChanges')).toContain('memory_tombstones');
    expect(text('insert')).toContain('INSERT INTO memories');
    expect(text('asOf')).toContain('memory_history');
    expect(text('changedSince')).toContain('m.updated_at >');
  });

  it('refuses a statement without one of its parameters', async () => {
    const { byIds } = await recordStatements();
    expect(() => byIds.with({ namespace: 'service_agent_a' })).toThrow('byIds needs ids');
  });
});
