import request from 'supertest';
import { createAgent, newSession, activate, type TestSession } from './support/agents';
import { useTestApp } from './support/test-app';

const EMPTY = { version: 1, retention: {}, rules: [], purge_expired_after: 'never' };
const POLICY = {
  version: 3,
  retention: { context: '7d', event: '2w', fact: 'never' },
  rules: [
    { name: 'pinned', match: { tags: ['pinned'] }, expire_after: 'never' },
    {
      name: 'unsure.imports',
      match: {
        type: ['fact'],
        tags: ['a', 'b'],
        source: ['importer'],
        provenance: ['imported', 'inferred'],
        confidence_below: 0.5,
      },
      expire_after: '12h',
    },
    { name: 'the_rest', match: {}, expire_after: '1y' },
  ],
  purge_expired_after: '3mo',
};

const app = useTestApp();
let session: TestSession;

beforeAll(async () => {
  session = await newSession(app, 'planner');
});

const put = (policy: object) => session.call('put', 'policy').send(policy);

async function current() {
  const { body } = await session.call('get', 'policy').expect(200);
  return body as { policy: unknown; is_empty: boolean };
}

describe('the policy of an agent', () => {
  it('is empty when none was set', async () => {
    const fresh = await newSession(app, 'fresh');
    const { body } = await fresh.call('get', 'policy').expect(200);
    expect(body).toEqual({ agent_id: 'fresh', policy: EMPTY, is_empty: true, updated_at: null });
  });

  it('is what was put, and where', async () => {
    const { body } = await put(POLICY).expect(200);
    expect(body).toEqual({ agent_id: 'planner', path: '/api/v2/agents/planner/policy', policy: POLICY });
    expect(await current()).toMatchObject({ agent_id: 'planner', policy: POLICY, is_empty: false });
  });

  it('is found at the path that is answered', async () => {
    const { path } = (await put(POLICY).expect(200)).body as { path: string };
    const { body } = await request(app.url).get(path).set('X-Session-Token', session.token).expect(200);
    expect((body as { policy: unknown }).policy).toEqual(POLICY);
  });

  it('is replaced as a whole', async () => {
    await put(POLICY).expect(200);
    await put({ retention: { error: '1d' } }).expect(200);
    expect((await current()).policy).toEqual({ ...EMPTY, retention: { error: '1d' } });
    await put({}).expect(200);
    expect(await current()).toMatchObject({ policy: EMPTY, is_empty: true });
  });

  it('keeps a rule of any name that labels may have', async () => {
    const rules = ['__proto__', 'constructor', '..', '-'].map((name) => ({
      name,
      match: {},
      expire_after: '1d',
    }));
    await put({ rules }).expect(200);
    expect((await current()).policy).toEqual({ ...EMPTY, rules });
  });

  it("is the agent's alone", async () => {
    await put(POLICY).expect(200);
    const other = await newSession(app, 'other');
    expect(((await other.call('get', 'policy').expect(200)).body as { is_empty: boolean }).is_empty).toBe(
      true,
    );
    const foreign = await request(app.url)
      .get('/api/v2/agents/planner/policy')
      .set('X-Session-Token', other.token);
    expect(foreign.status).toBe(500);
  });

  it('goes with the agent, though its memories stay', async () => {
    const gone = await newSession(app, 'gone');
    await gone.call('put', 'policy').send(POLICY).expect(200);
    await request(app.url).delete('/api/v2/agents/gone').expect(200);
    await createAgent(app, 'gone');
    const back = await activate(app, 'gone');
    expect((await back.call('get', 'policy').expect(200)).body).toMatchObject({ is_empty: true });
  });

  it('ends up as one of those put at the same time', async () => {
    const policies = Array.from({ length: 8 }, (_, i) => ({ ...EMPTY, retention: { fact: `${i + 1}d` } }));
    await Promise.all(policies.map((policy) => put(policy).expect(200)));
    expect(policies).toContainEqual((await current()).policy);
  });
});

describe('a policy that breaks a rule', () => {
  const rule = (fields: object) => ({ name: 'r', match: {}, expire_after: '1d', ...fields });

  beforeEach(() => put(POLICY).expect(200));

  it.each([
    [{ retention: { nonsense: '7d' } }, ['body', 'retention'], 'value_error'],
    [{ retention: { fact: '0d' } }, ['body', 'retention', 'fact'], 'value_error'],
    [{ retention: { fact: '99999999999999y' } }, ['body', 'retention', 'fact'], 'value_error'],
    [{ rules: [rule({}), rule({})] }, ['body', 'rules', 1, 'name'], 'value_error'],
    [{ rules: [rule({ name: 'two words' })] }, ['body', 'rules', 0, 'name'], 'value_error'],
    [
      { rules: [rule({ name: 'a' }), rule({ name: 'b' }), rule({ expire_after: '1.5h' })] },
      ['body', 'rules', 2, 'expire_after'],
      'value_error',
    ],
    [{ rules: [rule({ expire_after: '-1d' })] }, ['body', 'rules', 0, 'expire_after'], 'value_error'],
    [{ rules: [rule({ expire_after: '7 days' })] }, ['body', 'rules', 0, 'expire_after'], 'value_error'],
    [
      { rules: [rule({ match: { provenance: ['hearsay'] } })] },
      ['body', 'rules', 0, 'match', 'provenance', 0],
      'literal_error',
    ],
    [
      { rules: [rule({ match: { confidence_below: 1.5 } })] },
      ['body', 'rules', 0, 'match', 'confidence_below'],
      'less_than_equal',
    ],
    [{ purge_expired_after: 'soon' }, ['body', 'purge_expired_after'], 'value_error'],
  ])('is refused with its place, and the one before stays: %j', async (policy, loc, type) => {
    const { body } = await put(policy).expect(422);
    expect((body as { detail: unknown[] }).detail).toEqual([
      { type, loc, msg: expect.stringMatching(/\w/) as string, input: expect.anything() as unknown },
    ]);
    expect((await current()).policy).toEqual(POLICY);
  });

  it('is refused when it has ten thousand rules', async () => {
    const rules = Array.from({ length: 10_000 }, (_, i) => rule({ name: `r${i}` }));
    const { body } = await put({ rules }).expect(422);
    expect(body).toMatchObject({ detail: [{ type: 'too_long', loc: ['body', 'rules'] }] });
    expect((await current()).policy).toEqual(POLICY);
  });
});

describe('presets', () => {
  it('are listed', async () => {
    const { body } = await session.call('get', 'policy/presets').expect(200);
    const { presets } = body as { presets: Record<string, unknown>[] };
    expect(
      presets.map(({ name, rule_count, purge_expired_after }) => [name, rule_count, purge_expired_after]),
    ).toEqual([
      ['conservative', 1, 'never'],
      ['balanced', 1, 'never'],
      ['aggressive', 3, '365d'],
    ]);
    expect(presets[1]).toEqual({
      name: 'balanced',
      description: expect.stringMatching(/\w/) as string,
      retention: { context: '7d', event: '30d', error: '30d' },
      rule_count: 1,
      purge_expired_after: 'never',
    });
  });

  it('are shown by name', async () => {
    const { body } = await session.call('get', 'policy/presets/balanced').expect(200);
    expect(body).toEqual({
      name: 'balanced',
      description: expect.stringMatching(/\w/) as string,
      policy: {
        version: 1,
        retention: { context: '7d', event: '30d', error: '30d' },
        rules: [{ name: 'pinned', match: { tags: ['pinned'] }, expire_after: 'never' }],
        purge_expired_after: 'never',
      },
    });
  });

  it.each(['strict', 'Balanced', 'constructor', '%00', 'x'.repeat(500)])(
    'of an unknown name are not there: %s',
    async (name) => {
      const { body } = await session.call('get', `policy/presets/${name}`).expect(404);
      expect((body as { detail: unknown }).detail).toEqual(expect.stringContaining('balanced'));
    },
  );

  it.each(['conservative', 'balanced', 'aggressive'])(
    '%s takes the place of the whole policy',
    async (name) => {
      await put(POLICY).expect(200);
      const { policy } = (await session.call('get', `policy/presets/${name}`).expect(200)).body as {
        policy: unknown;
      };
      const { body } = await session.call('post', 'policy/preset').send({ name }).expect(200);
      expect(body).toEqual({ agent_id: 'planner', preset: name, policy });
      expect((await current()).policy).toEqual(policy);
    },
  );

  it.each(['strict', '', 'BALANCED'])('of the unknown name %j is not adopted', async (name) => {
    await put(POLICY).expect(200);
    const { body } = await session.call('post', 'policy/preset').send({ name }).expect(400);
    const { detail } = body as { detail: string };
    for (const valid of ['conservative', 'balanced', 'aggressive']) expect(detail).toContain(valid);
    expect((await current()).policy).toEqual(POLICY);
  });

  it.each([
    [{}, 'missing'],
    [{ name: 5 }, 'string_type'],
    [{ name: null }, 'string_type'],
  ])('need a name: %j', async (sent, type) => {
    const { body } = await session.call('post', 'policy/preset').send(sent).expect(422);
    expect(body).toMatchObject({ detail: [{ type, loc: ['body', 'name'] }] });
  });
});

describe('without a session', () => {
  it.each([
    ['get', 'policy'],
    ['put', 'policy'],
    ['get', 'policy/presets'],
    ['get', 'policy/presets/balanced'],
    ['post', 'policy/preset'],
    ['post', 'policy/apply'],
    ['post', 'policy/purge'],
    ['get', 'policy/sweeps'],
    ['post', 'policy/sweeps/019ab3f2-6c1e-7d10-8a3b-2f6f0c9f1d2e/undo'],
  ] as const)('%s %s is refused', async (method, path) => {
    await request(app.url)[method](`/api/v2/agents/planner/${path}`).expect(401);
  });
});
