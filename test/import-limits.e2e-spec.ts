import request from 'supertest';
import { newSession, remember, type TestSession } from './support/agents';
import { startTestApp, type TestApp } from './support/test-app';
import { exported, linesOf, NDJSON } from './support/transfers';

/** A line with some fields changed. */
type Changes = Record<string, unknown>;

const HOSTILE: [name: string, changes: Changes][] = [
  ['a creation without end', { created_at: 'infinity' }],
  ['a creation before all times', { created_at: '-infinity' }],
  ['a creation in the year 294276', { created_at: '294276-01-01T00:00:00+00:00' }],
  ['a creation before Christ', { created_at: '0044-03-15T00:00:00+00:00 BC' }],
  ['a change without end', { updated_at: 'infinity' }],
  ['an expiry without end', { expired_at: 'infinity', status: 'expired', expired_by: 'me' }],
  ['an empty content', { content: '' }],
  ['a content of 10,001 characters', { content: 'x'.repeat(10_001) }],
  ['a title of 1 MB', { title: 'x'.repeat(1_000_000) }],
  ['21 tags', { tags: Array.from({ length: 21 }, (_, i) => `t${i}`) }],
  ['a tag of 65 characters', { tags: ['x'.repeat(65)] }],
  ['no tags at all', { tags: null }],
  ['a confidence of 2', { confidence: 2 }],
  ['a type that there is not', { type: 'rumour' }],
  ['a long source', { source: 'x'.repeat(65) }],
  ['a long reference', { source_ref: 'x'.repeat(513) }],
  ['an actor of 1 MB', { actor_id: 'x'.repeat(1_000_000) }],
  ['a session of 1 MB', { session_id: 'x'.repeat(1_000_000) }],
  ['a history without end', { history: [entry({ at: 'infinity' })] }],
  ['a former content of 1 MB', { history: [entry({ former: { content: 'x'.repeat(1_000_000) } })] }],
  ['former values that are none', { history: [entry({ former: [1] })] }],
  ['a former confidence that is no number', { history: [entry({ former: { confidence: 'much' } })] }],
  ['former tags that are no list', { history: [entry({ former: { tags: 'a' } })] }],
  ['a former change without end', { history: [entry({ former: { updated_at: 'infinity' } })] }],
];

function entry(changes: Changes): Changes {
  const at = '2030-01-01T00:00:00+00:00';
  return {
    at,
    event: 'edited',
    session_id: null,
    by: 'me',
    former: { title: 'x' },
    sweep_id: null,
    ...changes,
  };
}

const POLICY = { version: 1, retention: {}, rules: [], purge_expired_after: 'never' };

describe('the import of hostile lines', () => {
  let app: TestApp;
  let agent: TestSession;
  let lines: string[];
  let memory: Changes;

  beforeAll(async () => {
    app = await startTestApp();
    agent = await newSession(app, 'target');
    await remember(agent, { content: 'Likes tea' });
    lines = linesOf(await exported(app, 'target'));
    memory = JSON.parse(lines.find((line) => line.startsWith('{"kind":"memory"')) ?? '') as Changes;
  });
  afterAll(() => app.close());

  const importing = (given: readonly object[]) => {
    const text = [...lines.slice(0, 3), ...given.map((each) => JSON.stringify(each))];
    const whole = [...text, JSON.stringify({ kind: 'end', lines: text.length })];
    return request(app.url)
      .post('/api/v2/import')
      .set('Content-Type', NDJSON)
      .send(`${whole.join('\n')}\n`);
  };
  const other = (number: number, changes: Changes = {}) => ({
    ...memory,
    id: `019ab3f2-6c1e-7d10-8a3b-${String(number).padStart(12, '0')}`,
    seq: 1_000 + number,
    content: `Memory ${number}`,
    ...changes,
  });

  it.each(HOSTILE)('refuses %s, says why, and takes the other lines', async (_, changes) => {
    const at = HOSTILE.findIndex(([, each]) => each === changes);
    const { body } = await importing([other(2 * at, changes), other(2 * at + 1)]).expect(200);
    expect(body).toMatchObject({ agents: 1, created: 1, refused: 0, errors: [{ line: 4 }] });
    const [{ reason }] = (body as { errors: [{ reason: string }] }).errors;
    expect(reason).toContain(Object.keys(changes).at(0) ?? '');
  });

  it('leaves every list as it was', async () => {
    for (const [path, body] of [
      ['recall', { query: 'tea' }],
      ['recall/recent', {}],
      ['recall/as-of', { as_of: '2031-01-01T00:00:00Z' }],
      ['recall/changed-since', { since: '2020-01-01T00:00:00Z' }],
      ['recall/all', {}],
    ] as const) {
      await agent.call('post', path).send(body).expect(200);
    }
    await agent.call('get', 'memories').expect(200);
    await agent.call('post', 'answer').send({ question: 'What does the user like?' }).expect(200);
    const again = linesOf(await exported(app, 'target'));
    expect(again.filter((line) => line.length > 20_000)).toEqual([]);
  });

  it('takes the largest memory that remember takes, with its history', async () => {
    const largest = {
      content: '😀'.repeat(10_000),
      title: '漢'.repeat(100),
      tags: Array.from({ length: 20 }, (_, i) => `${String(i).padStart(2, '0')}${'ü'.repeat(62)}`),
      source_ref: 'é'.repeat(512),
      thread: 'ß'.repeat(64),
      history: Array.from({ length: 20 }, () => entry({ former: { content: `${'\u0001'.repeat(9_999)}x` } })),
    };
    const { body } = await importing([other(900, largest)]).expect(200);
    expect(body).toMatchObject({ created: 1, errors: [] });
  });

  it('takes a time of the year 1, and pages on after it', async () => {
    const times = { created_at: '0001-02-03T00:00:00+00:00', updated_at: '1066-10-14T09:00:00+00:00' };
    const { body } = await importing([other(901, times), other(902, times)]).expect(200);
    expect(body).toMatchObject({ created: 2, errors: [] });
    const first = await agent.call('post', 'recall/all').send({ limit: 1 }).expect(200);
    const { next_cursor: cursor } = first.body as { next_cursor: string };
    const second = await agent.call('post', 'recall/all').send({ limit: 1, cursor }).expect(200);
    expect(second.body).toMatchObject({ memories: [{ created_at: '0001-02-03T00:00:00.000Z' }] });
  });

  it.each([
    ['agent', { kind: 'agent', agent_id: 'timeless', namespace: 'service_agent_timeless', pattern: 'tool' }],
    ['namespace', { kind: 'namespace', namespace: 'service_agent_timeless', language: 'english' }],
    ['policy', { kind: 'policy', agent_id: 'target', policy: POLICY, updated_at: 'infinity' }],
  ])('refuses a line of an %s without an end in time', async (_, line) => {
    const more = {
      created_at: 'infinity',
      status: 'ready',
      last_session: null,
      session_count: 0,
      memory_count: 0,
    };
    const { body } = await importing([{ ...more, description: null, ...line }]).expect(200);
    expect(body).toMatchObject({ errors: [{ line: 4 }] });
  });

  it('refuses 6,000 lines of a missing namespace in far less than a second for each hundred', async () => {
    const orphans = Array.from({ length: 6_000 }, (_, i) =>
      other(10_000 + i, { namespace: 'service_agent_nobody' }),
    );
    const from = performance.now();
    const { body } = await importing(orphans).expect(200);
    // 2.5 s on a quiet machine; one at a time they took a minute.
    expect(performance.now() - from).toBeLessThan(15_000);
    expect(body).toMatchObject({ created: 0 });
    expect((body as { errors: unknown[] }).errors).toHaveLength(20);
  }, 120_000);
});
