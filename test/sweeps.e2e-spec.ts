import { DAY, rule, START, SweptAgent } from './support/swept-agent';
import { useTestApp } from './support/test-app';

const app = useTestApp();
let agent: SweptAgent;
let agents = 0;

beforeEach(async () => {
  agent = await SweptAgent.create(app, `sweeper-${agents++}`);
});

describe('a sweep', () => {
  it('expires what has reached its age, and answers what it did', async () => {
    const old = await agent.remember({ content: 'The build is red.', type: 'context', title: 'Build' });
    const created = await agent.memory(old);
    const fact = await agent.remember();
    await agent.put({ retention: { context: '7d' } });
    await agent.later(7);
    const answer = await agent.apply();
    const evaluated_at = new Date(START + 7 * DAY).toISOString();
    expect(answer).toEqual({
      agent_id: agent.id,
      sweep_id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      dry_run: false,
      policy_is_empty: false,
      scanned: 2,
      already_expired: 0,
      matched: 1,
      expired: 1,
      per_rule: { 'retention.context': 1 },
      memories: [
        {
          id: old,
          title: 'Build',
          type: 'context',
          created_at: created.created_at,
          updated_at: created.updated_at,
          expired_by: 'retention.context',
        },
      ],
      errors: [],
      evaluated_at,
    });
    const stamp = { status: 'expired', expired_at: evaluated_at, expired_by: 'retention.context' };
    expect(await agent.memory(old)).toEqual({ ...created, ...stamp, current: false });
    expect(await agent.memory(fact)).toMatchObject({ status: 'active', expired_at: null });
  });

  it('leaves a memory that is a millisecond short of its age', async () => {
    const id = await agent.remember({ type: 'context' });
    await agent.put({ retention: { context: '7d' } });
    await agent.later(7, -1);
    expect(await agent.apply()).toMatchObject({
      scanned: 1,
      matched: 0,
      expired: 0,
      per_rule: {},
      memories: [],
    });
    await agent.later(0, 1);
    expect(await agent.apply()).toMatchObject({ matched: 1, expired: 1 });
    expect((await agent.memory(id)).status).toBe('expired');
  });

  it('measures age from the last update', async () => {
    const id = await agent.remember({ type: 'context' });
    await agent.put({ retention: { context: '7d' } });
    await agent.later(6);
    await agent.session.call('patch', `memories/${id}`).send({ content: 'y' }).expect(200);
    await agent.later(6);
    expect((await agent.apply()).expired).toBe(0);
    await agent.later(1);
    expect((await agent.apply()).expired).toBe(1);
  });

  it('goes by the first rule that matches, pins by never, and by retention where none matches', async () => {
    const ids = {
      pinned: await agent.remember({ type: 'context', tags: ['scratch', 'pinned'] }),
      scratch: await agent.remember({ type: 'context', tags: ['scratch'] }),
      unsure: await agent.remember({ confidence: 0.49, provenance: 'imported' }),
      halfSure: await agent.remember({ confidence: 0.5, provenance: 'imported' }),
      stated: await agent.remember({ confidence: 0.1 }),
      context: await agent.remember({ type: 'context' }),
    };
    await agent.put({
      retention: { context: '2d' },
      rules: [
        rule('pinned', { tags: ['pinned'] }, 'never'),
        rule('scratch', { tags: ['temp', 'scratch'] }, '1d'),
        rule('unsure', { provenance: ['imported', 'inferred'], confidence_below: 0.5 }),
      ],
    });
    await agent.later(2);
    const answer = await agent.apply();
    expect(answer).toMatchObject({ scanned: 6, matched: 3, expired: 3 });
    expect(answer.per_rule).toEqual({ scratch: 1, unsure: 1, 'retention.context': 1 });
    const by = await Promise.all(
      Object.entries(ids).map(async ([name, id]) => [name, (await agent.memory(id)).expired_by]),
    );
    expect(Object.fromEntries(by)).toEqual({
      pinned: null,
      scratch: 'scratch',
      unsure: 'unsure',
      halfSure: null,
      stated: null,
      context: 'retention.context',
    });
  });

  it('expires everything by a rule without conditions', async () => {
    await agent.remember();
    await agent.remember({ type: 'goal', tags: ['a'], source: 'user' });
    await agent.put({ rules: [rule('all', {})] });
    await agent.later(1);
    expect(await agent.apply()).toMatchObject({ expired: 2, per_rule: { all: 2 } });
  });

  it('counts by rules of any name', async () => {
    const names = ['__proto__', 'constructor', 'toString', 'retention.fact'];
    for (const name of names) await agent.remember({ tags: [name] });
    await agent.put({ rules: names.map((name) => rule(name, { tags: [name] })) });
    await agent.later(1);
    const one = names.map((name) => [name, 1]).sort();
    const answer = await agent.apply();
    expect([Object.entries(answer.per_rule).sort(), answer.expired]).toEqual([one, 4]);
    const [recorded] = await agent.sweeps();
    expect(Object.entries(recorded?.per_rule as object).sort()).toEqual(one);
  });

  it('gives all its memories the same stamp: when it judged them', async () => {
    const memories = Array.from({ length: 60 }, (_, i) => ({ content: `x ${i}`, type: 'context' }));
    await agent.post('batch-remember', { memories });
    await agent.put({ retention: { context: '1d' } });
    await agent.later(3);
    const { evaluated_at, expired } = await agent.apply();
    expect(expired).toBe(60);
    expect(new Set((await agent.everything()).map((memory) => memory.expired_at))).toEqual(
      new Set([evaluated_at]),
    );
  });

  it('finds nothing the second time, and does not look at what has expired', async () => {
    const id = await agent.remember({ type: 'context' });
    await agent.remember();
    await agent.put({ retention: { context: '1d' } });
    await agent.later(1);
    await agent.apply();
    const stamped = await agent.memory(id);
    await agent.later(1);
    expect(await agent.apply()).toMatchObject({
      scanned: 1,
      already_expired: 1,
      matched: 0,
      expired: 0,
      memories: [],
    });
    expect(await agent.memory(id)).toEqual(stamped);
  });

  it('does nothing with an empty policy, and says so', async () => {
    await agent.remember();
    await agent.later(400);
    const none = { scanned: 0, already_expired: 0, matched: 0, expired: 0, per_rule: {}, memories: [] };
    expect(await agent.apply()).toMatchObject({ ...none, policy_is_empty: true });
    await agent.put({ purge_expired_after: '1d' });
    expect(await agent.apply()).toMatchObject({ ...none, policy_is_empty: true });
  });

  it('expires nothing before it runs', async () => {
    const id = await agent.remember({ type: 'context' });
    await agent.put({ retention: { context: '1d' } });
    await agent.later(10);
    expect((await agent.memory(id)).status).toBe('active');
  });

  it('touches no other agent', async () => {
    const other = await SweptAgent.create(app, `other-${agent.id}`);
    const id = await other.remember({ type: 'context' });
    await agent.put({ retention: { context: '1d' } });
    await agent.later(1);
    expect((await agent.apply()).scanned).toBe(0);
    await other.later(0);
    expect((await other.memory(id)).status).toBe('active');
  });

  it('is in the history of each memory, with the name of the rule', async () => {
    const id = await agent.remember();
    await agent.put({ rules: [rule('old.things', {})] });
    await agent.later(1);
    const { evaluated_at } = await agent.apply();
    expect((await agent.history(id))[0]).toMatchObject({
      at: evaluated_at,
      event: 'expired',
      by: 'old.things',
    });
  });

  it('takes its memories out of recall', async () => {
    const swept = await agent.remember({ content: 'The kettle whistles.', type: 'context' });
    const kept = await agent.remember({ content: 'The kettle is red.' });
    await agent.put({ retention: { context: '1d' } });
    const found = async () => {
      const { memories } = await agent.post<{ memories: { id: string }[] }>('recall', { query: 'kettle' });
      return memories.map(({ id }) => id).sort();
    };
    await agent.later(1);
    expect(await found()).toEqual([swept, kept].sort());
    const { sweep_id } = await agent.apply();
    expect(await found()).toEqual([kept]);
    await agent.post(`policy/sweeps/${sweep_id}/undo`);
    expect(await found()).toEqual([swept, kept].sort());
  });

  it('needs no body, with a JSON content type or without', async () => {
    const call = agent.session.call('post', 'policy/apply').set('Content-Type', 'application/json');
    expect((await call.expect(200)).body).toMatchObject({ dry_run: false });
    expect(await agent.apply()).toMatchObject({ dry_run: false });
    expect(await agent.apply({ dry_run: null })).toMatchObject({ dry_run: false });
  });

  it.each(['"yes"', '1', '[]'])('is refused with dry_run %s', async (value) => {
    for (const path of ['policy/apply', 'policy/purge']) {
      const call = agent.session.call('post', path).set('Content-Type', 'application/json');
      const { body } = await call.send(`{"dry_run":${value}}`).expect(422);
      expect(body).toMatchObject({ detail: [{ loc: ['body', 'dry_run'] }] });
    }
  });
});
