import request from 'supertest';
import { KeyUses } from '../src/access/key-uses.service';
import { KeysRepository } from '../src/access/keys.repository';
import { createAgent, newSession } from './support/agents';
import { createKey, revokeKey } from './support/keys';
import { cookiesOf, errorOf, recent, uniqueId } from './support/sessions';
import { inEach, spyOnEach } from './support/replica-providers';
import { useTestApp } from './support/test-app';

const NOT_VALID = { detail: { error: 'InvalidApiKey', message: 'The key is not valid', details: {} } };

const app = useTestApp();

async function newAgent(): Promise<string> {
  const agentId = uniqueId();
  await createAgent(app, agentId);
  return agentId;
}

function keys() {
  return request(app.url).get('/api/v2/keys').expect(200);
}

describe('a key', () => {
  it('remembers and recalls without a session token, and gets none', async () => {
    const agentId = await newAgent();
    const key = await createKey(app, { agents: [agentId], access: 'write' });

    const stored = await key
      .call(agentId, 'post', 'remember')
      .send({ content: 'Likes green tea' })
      .expect(200);
    const { body } = await key.call(agentId, 'post', 'recall').send({ query: 'green tea' }).expect(200);

    expect((body as { count: number }).count).toBe(1);
    expect(stored.get('X-Session-Token')).toBeUndefined();
    expect(cookiesOf(stored)).toEqual([]);
  });

  it.each(['Authorization', 'authorization', 'AUTHORIZATION', 'X-Api-Key', 'x-api-key'])(
    'is taken from the header %s',
    async (header) => {
      const agentId = await newAgent();
      const { key } = await createKey(app);
      const value = /^auth/i.test(header) ? `bearer ${key}` : key;
      await recent(app, agentId, '').set(header, value).expect(200);
    },
  );

  it('may stand in both headers, but two different ones are refused', async () => {
    const agentId = await newAgent();
    const [one, other] = [await createKey(app), await createKey(app)];
    const both = (second: string) =>
      one.call(agentId, 'post', 'recall/recent').set('X-Api-Key', second).send({});
    await both(one.key).expect(200);
    await both(other.key).expect(401, NOT_VALID);
  });

  it('gives way to a session token in the header, and comes before a cookie', async () => {
    const [own, foreign] = [await newSession(app, uniqueId()), await newSession(app, uniqueId())];
    const key = await createKey(app, { agents: [own.agentId] });
    const withToken = (token: string) => key.call(own.agentId, 'get', 'policy').set('X-Session-Token', token);
    await withToken(own.token).expect(200);
    await withToken('nonsense').expect(401);
    const cookie = `service_session_token=${foreign.token}`;
    await key.call(own.agentId, 'get', 'policy').set('Cookie', cookie).expect(200);
    const foreignKey = await createKey(app, { agents: [foreign.agentId] });
    await foreignKey
      .call(own.agentId, 'get', 'policy')
      .set('Cookie', `service_session_token=${own.token}`)
      .expect(403);
  });

  it('is refused alike when it is malformed, unknown, altered, expired or revoked', async () => {
    const agentId = await newAgent();
    const expires = new Date(app.clock.now().getTime() + 1_000);
    const expiring = await createKey(app, { expires_at: expires.toISOString() });
    const revoked = await createKey(app);
    const use = (key: string) => recent(app, agentId, '').set('X-Api-Key', key);
    await use(expiring.key).expect(200);
    await use(revoked.key).expect(200);
    await revokeKey(app, revoked).expect(200, { status: 'revoked', key_id: revoked.keyId });
    app.clock.advance({ ms: 1_000 });
    const { key } = await createKey(app);

    const end = key.endsWith('A') ? 'B' : 'A';
    const refused = [
      `${key.slice(0, -1)}${end}`,
      `${key}x`,
      key.slice(0, -1),
      'amk_',
      `amk_${'0'.repeat(16)}_x`,
    ];
    for (const each of [...refused, key.toUpperCase().replace('AMK_', 'amk_'), expiring.key, revoked.key]) {
      await use(each).expect(401, NOT_VALID);
    }
    await use(key).expect(200);
  });

  it('says which agents it is for, and how far it reaches', async () => {
    const [agentId, other] = [await newAgent(), await newAgent()];
    const key = await createKey(app, { agents: [agentId, 'absent'] });
    const refusal = async (agent: string, path: string, status: number) =>
      errorOf(await key.call(agent, 'post', path).send({ content: 'x' }).expect(status));
    expect(await refusal(other, 'recall/recent', 403)).toBe('KeyNotForAgent');
    expect(await refusal(agentId, 'remember', 403)).toBe('KeyNotAllowed');
    expect(await refusal('absent', 'recall/recent', 404)).toBe('AgentNotFound');
    await key.call('a.b', 'post', 'recall/recent').send({}).expect(422);
  });

  it('is counted by itself where it has a limit', async () => {
    const agentId = await newAgent();
    const key = await createKey(app, { rate_limit_per_minute: 3 });
    const [other, unlimited] = [await createKey(app, { rate_limit_per_minute: 1 }), await createKey(app)];
    // Replicas take turns, and each counts for itself.
    for (let i = 0; i < 3 * app.replicas.length; i++) await key.call(agentId, 'get', 'policy').expect(200);
    for (let i = 0; i < app.replicas.length; i++) {
      const answer = await key.call(agentId, 'get', 'policy').expect(429);
      const seconds = Number(answer.get('Retry-After'));
      expect(answer.body).toMatchObject({
        detail: { error: 'RateLimited', details: { limit_per_minute: 3, retry_after_seconds: seconds } },
      });
      expect(seconds).toBeGreaterThan(0);
      expect(seconds).toBeLessThanOrEqual(60);
    }
    await other.call(agentId, 'get', 'policy').expect(200);
    await unlimited.call(agentId, 'get', 'policy').expect(200);
  });
});

describe('a key that manages', () => {
  it('creates, lists and shows the agents that it is for, and no others', async () => {
    const prefix = `${uniqueId()}_`;
    const key = await createKey(app, { agents: [`${prefix}*`, 'just-this'], access: 'manage' });
    const call = (method: 'get' | 'post', path: string) =>
      request(app.url)[method](`/api/v2/${path}`).set('X-Api-Key', key.key);
    const create = (agent_id: string) => call('post', 'agents').send({ agent_id });
    await create(`${prefix}a`).expect(201);
    await create('just-this').expect(201);
    expect(errorOf(await create('just-this-too').expect(403))).toBe('KeyNotForAgent');
    // A pattern of SQL would match it.
    await createAgent(app, `${prefix.slice(0, -1)}x`);

    const { body } = await call('get', 'agents').expect(200);
    const ids = (body as { agents: { agent_id: string }[] }).agents.map(({ agent_id }) => agent_id);
    expect(ids.sort()).toEqual([`${prefix}a`, 'just-this'].sort());
    await newSession(app, uniqueId());
    await call('get', 'status').expect(404);
    const activated = await call('post', `agents/${prefix}a/activate`).expect(200);
    expect(cookiesOf(activated)).toEqual([]);
    const { body: status } = await call('get', 'status').expect(200);
    expect((status as { agent_id: string }).agent_id).toBe(`${prefix}a`);
  });
});

describe('the keys', () => {
  it('are listed without their secrets, newest first', async () => {
    app.clock.advance({ ms: 1 });
    const first = await createKey(app, { access: 'write', agents: ['b', 'a', 'b'] });
    app.clock.advance({ ms: 1 });
    const second = await createKey(app);
    const { body, text } = await keys();
    const { keys: listed, count } = body as { keys: Record<string, unknown>[]; count: number };
    expect(listed.length).toBe(count);
    expect(listed.slice(0, 2).map(({ key_id }) => key_id)).toEqual([second.keyId, first.keyId]);
    expect(listed[1]).toMatchObject({
      agents: ['b', 'a'],
      access: 'write',
      last_used_at: null,
      expires_at: null,
    });
    expect(text).not.toContain(first.key.slice(-20));
    await revokeKey(app, first).expect(200);
    expect(errorOf(await revokeKey(app, first).expect(404))).toBe('KeyNotFound');
    expect(errorOf(await revokeKey(app, { keyId: 'x' }).expect(404))).toBe('KeyNotFound');
  });

  it('show when they were used last', async () => {
    const agentId = await newAgent();
    const key = await createKey(app);
    await key.call(agentId, 'get', 'policy').expect(200);
    await Promise.all(inEach(app, KeyUses).map((uses) => uses.settle()));
    const { body } = await keys();
    const { keys: listed } = body as { keys: { key_id: string; last_used_at: string }[] };
    const used = listed.find(({ key_id }) => key_id === key.keyId);
    expect(used?.last_used_at).toBe(app.clock.now().toISOString());
  });

  it('are refused at once when they are revoked, while they are in use on every replica', async () => {
    const agentId = await newAgent();
    const key = await createKey(app);
    let isRevoked = false;
    await key.call(agentId, 'get', 'policy').expect(200);
    const users = Promise.all(
      Array.from({ length: 8 }, async () => {
        const late: number[] = [];
        while (late.length < 5) {
          const isLate = isRevoked;
          const { status } = await key.call(agentId, 'get', 'policy');
          if (isLate) late.push(status);
        }
        return late;
      }),
    );
    await revokeKey(app, key).expect(200);
    isRevoked = true;
    expect(new Set((await users).flat())).toEqual(new Set([401]));
  });

  it('cost no write for each request', async () => {
    const agentId = await newAgent();
    const key = await createKey(app);
    const saves = spyOnEach(app, KeysRepository, 'saveUses');
    for (let i = 0; i < 20; i++) {
      await Promise.all(Array.from({ length: 10 }, () => key.call(agentId, 'get', 'policy').expect(200)));
    }
    expect(saves.mock.calls.length).toBeLessThanOrEqual(app.replicas.length);
    saves.mockRestore();
  });

  it.each([
    [{ name: '' }],
    [{ name: 'x'.repeat(65) }],
    [{ agents: [] }],
    [{ agents: Array.from({ length: 101 }, (_, i) => `a${i}`) }],
    [{ agents: ['a.b'] }],
    [{ agents: ['a*b'] }],
    [{ agents: '*' }],
    [{ access: 'all' }],
    [{ access: null }],
    [{ expires_at: '2020-01-01' }],
    [{ expires_at: 'tomorrow' }],
    [{ rate_limit_per_minute: 0 }],
    [{ rate_limit_per_minute: 1_000_001 }],
  ])('are refused with %j', async (fields) => {
    await request(app.url)
      .post('/api/v2/keys')
      .send({ name: 'x', agents: ['*'], access: 'read', ...fields })
      .expect(422);
  });
});
