import request from 'supertest';
import { activate, newSession, remember, type TestSession } from './support/agents';
import { useTestApp } from './support/test-app';

const DAY_MS = 86_400_000;

const app = useTestApp({ alone: true });
let session: TestSession;

beforeAll(async () => {
  session = await newSession(app, 'shown');
  await remember(session, { content: 'A note of the day.', type: 'context' });
  await remember(session, { content: 'A fact.' });
});

describe('a dry run of a policy in its body', () => {
  const apply = (body: object) =>
    request(app.url)
      .post('/api/v2/agents/shown/policy/apply')
      .set('X-Session-Token', session.token)
      .send(body);
  const policy = { retention: { context: '1d' }, rules: [] };

  it('reports about that policy, and stores and expires nothing', async () => {
    app.clock.advance({ ms: 2 * DAY_MS });
    session = await activate(app, 'shown');
    const { body } = await apply({ dry_run: true, policy }).expect(200);
    expect(body).toMatchObject({
      dry_run: true,
      sweep_id: null,
      policy_is_empty: false,
      matched: 1,
      expired: 0,
      per_rule: { 'retention.context': 1 },
      memories: [{ title: 'A note of the day.', expired_by: 'retention.context' }],
    });
    const stored = await request(app.url)
      .get('/api/v2/agents/shown/policy')
      .set('X-Session-Token', session.token)
      .expect(200);
    expect(stored.body).toMatchObject({ is_empty: true });
    expect((await apply({ dry_run: true })).body).toMatchObject({ policy_is_empty: true, matched: 0 });
  });

  it.each([
    ['a policy without a dry run', { policy: { retention: {} } }, ['body', 'policy']],
    ['a wrong duration', { dry_run: true, policy: { retention: { context: '1 day' } } }, ['body', 'policy']],
  ])('is refused for %s', async (_, body, place) => {
    const answer = await apply(body).expect(422);
    const [issue] = (answer.body as { detail: { loc: string[] }[] }).detail;
    expect(issue?.loc.slice(0, 2)).toEqual(place);
  });
});

describe('the activity of all agents', () => {
  const activity = async (query: string) =>
    (await request(app.url).get(`/api/ui/activity?${query}`).expect(200)).body as {
      per_day: { day: string; writes: number }[];
      events: { agent_id: string; op: string }[];
    };

  it('is counted by day, and lists operations, newest first', async () => {
    const { per_day: days, events } = await activity('days=7&agent_id=shown');
    const [first] = days;
    expect(first?.writes).toBeGreaterThanOrEqual(2);
    expect(events.filter(({ op }) => op === 'remember')).toHaveLength(2);
    expect(new Set(events.map(({ agent_id: agent }) => agent))).toEqual(new Set(['shown']));
  });

  it('is nothing for a session or a key that did nothing', async () => {
    expect(await activity('session_id=sess_000000000000')).toEqual({ per_day: [], events: [] });
    expect((await activity('by=key:none')).events).toEqual([]);
  });

  it.each(['days=0', 'days=31', 'agent_id=a%20b'])('refuses %s', async (query) => {
    await request(app.url).get(`/api/ui/activity?${query}`).expect(422);
  });
});

describe('what needs attention', () => {
  it('is an open conflict, until it is resolved', async () => {
    const agent = await newSession(app, 'attended');
    for (const city of ['Berlin', 'Munich']) await remember(agent, { content: `The user lives in ${city}.` });
    const call = (path: string, body: object) =>
      request(app.url)
        .post(`/api/v2/agents/attended/conflicts/${path}`)
        .set('X-Session-Token', agent.token)
        .send(body)
        .expect(200);
    const attention = async () =>
      (await request(app.url).get('/api/ui/attention').expect(200)).body as object;
    expect(await attention()).toEqual({ agents: [], embeddings_waiting: 0 });
    await call('generate', {});
    expect(await attention()).toMatchObject({
      agents: [
        {
          agent_id: 'attended',
          open_conflicts: 1,
          conflict_day: app.clock.now().toISOString().slice(0, 10),
          failed_files: 0,
          held_sweeps: 0,
        },
      ],
    });
    await call('resolve', { conflict_index: 0, action: 'keep_both' });
    expect(await attention()).toEqual({ agents: [], embeddings_waiting: 0 });
  });
});

describe('the agents of the first page', () => {
  it('are found by a part of the id, in any case, and by nothing else', async () => {
    await newSession(app, 'hidden');
    const found = async (part: string) => {
      const { body } = await request(app.url).get('/api/ui/agents').query({ part }).expect(200);
      return (body as { agents: { agent_id: string }[] }).agents.map((each) => each.agent_id);
    };
    expect(await found('HOWN')).toEqual(['shown']);
    expect(await found('%')).toEqual([]);
    expect(await found('_')).toEqual([]);
    expect((await found('n')).sort()).toEqual(expect.arrayContaining(['hidden', 'shown']));
  });
});

describe('who changed a memory in the console', () => {
  const byPage = { 'X-Client-Name': 'console', 'Sec-Fetch-Site': 'same-origin' };

  async function actorOf(headers: Record<string, string>): Promise<string | undefined> {
    const id = await remember(session, { content: 'Ana lives in Porto.' });
    await session.call('patch', `memories/${id}`).set(headers).send({ content: 'Ana left.' }).expect(200);
    const { body } = await session.call('get', `memories/${id}/history`).expect(200);
    return (body as { entries: { event: string; by: string }[] }).entries.find(
      ({ event }) => event === 'edited',
    )?.by;
  }

  it('is a person, and not the agent', async () => {
    expect(await actorOf(byPage)).toBe('console');
    const page = await session.call('post', 'remember').set(byPage).send({ content: 'Added by hand.' });
    const { memory_id: id } = page.body as { memory_id: string };
    expect((await session.call('get', `memories/${id}`)).body).toMatchObject({ actor_id: 'console' });
  });

  it.each([
    ['another client', { 'Sec-Fetch-Site': 'same-origin' }],
    ['a client of that name', { 'X-Client-Name': 'console' }],
    ['a page of somebody else', { ...byPage, 'Sec-Fetch-Site': 'cross-site' }],
  ])('is the agent for %s', async (_, headers: Record<string, string>) =>
    expect(await actorOf(headers)).toBe('shown'),
  );
});
