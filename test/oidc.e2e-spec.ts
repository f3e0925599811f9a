import request, { type Test } from 'supertest';
import { PrismaService } from '../src/database/prisma.service';
import { sql } from '../src/database/sql';
import { newSession } from './support/agents';
import { startOidcIssuer, type OidcIssuer } from './support/oidc-issuer';
import { ERAS, ToolCaller } from './support/mcp-clients';
import { settleActivity } from './support/replica-providers';
import { errorOf, uniqueId } from './support/sessions';
import { startTestApp, type TestApp } from './support/test-app';

type Method = 'get' | 'post' | 'delete';
type Claims = Record<string, unknown>;

let issuer: OidcIssuer;
let app: TestApp;

beforeAll(async () => {
  issuer = await startOidcIssuer();
  // Each process has keys of its own, fetched when it needs them.
  app = await startTestApp({ alone: true, env: issuer.settings });
});

afterAll(async () => {
  await app.close();
  await issuer.http.close();
});

/** A request of this machine, with a bearer token. */
const withToken = (token: string, method: Method, path: string): Test =>
  request(app.url)[method](`/api/v2/${path}`).set('Authorization', `Bearer ${token}`);

const tokenOf = (claims: Claims = {}): string => issuer.token(app.clock.now(), claims);

/** A request with a token of these claims. */
const as = (claims: Claims, method: Method, path: string): Test => withToken(tokenOf(claims), method, path);

async function newAgent(): Promise<string> {
  const agentId = uniqueId();
  await as({}, 'post', 'agents').send({ agent_id: agentId }).expect(201);
  return agentId;
}

/** The first request of the service with a token, so this is the first test. */
it('a service starts without its issuer, and admits tokens as soon as it answers', async () => {
  await issuer.http.close();
  const response = await as({}, 'get', 'agents').expect(503);
  expect([errorOf(response), response.get('Retry-After')]).toEqual(['IssuerUnavailable', '2']);
  await issuer.http.start();
  app.clock.advance({ seconds: 2 });
  await as({}, 'get', 'agents').expect(200);
});

describe('a token of the issuer', () => {
  it('manages, writes and reads as far as its claims say, without a session token', async () => {
    const agentId = await newAgent();
    const writer = { sub: 'writer', agents: `other ${agentId}`, access: 'write' };
    const stored = await as(writer, 'post', `agents/${agentId}/remember`)
      .send({ content: 'Likes green tea' })
      .expect(200);
    expect(stored.headers).not.toHaveProperty('x-session-token');
    expect(stored.headers).not.toHaveProperty('set-cookie');

    const reader = { sub: 'reader', agents: ['agent-*'], access: undefined };
    const recalled = await as(reader, 'post', `agents/${agentId}/recall`)
      .send({ query: 'green tea' })
      .expect(200);
    expect((recalled.body as { count: number }).count).toBe(1);

    const id = (stored.body as { memory_id: string }).memory_id;
    const history = await as(reader, 'get', `agents/${agentId}/memories/${id}/history`).expect(200);
    expect((history.body as { entries: { by: string }[] }).entries.map(({ by }) => by)).toEqual([
      'oidc:writer',
    ]);
    await settleActivity(app);
    const log = await app.app
      .get(PrismaService)
      .query(sql`SELECT op, by FROM activity WHERE agent_id = ${agentId} ORDER BY ts, id`);
    expect(log).toEqual(
      expect.arrayContaining([
        { op: 'remember', by: 'oidc:writer' },
        { op: 'recall', by: 'oidc:reader' },
      ]),
    );
    await as({ access: ['offline_access', 'manage'] }, 'delete', `agents/${agentId}`).expect(200);
  });

  it('is refused where its claims admit to less, from this machine too', async () => {
    const agentId = await newAgent();
    const outcomes: [Claims, Method, string, string][] = [
      [{ agents: ['other-*'] }, 'post', `agents/${agentId}/remember`, 'KeyNotForAgent'],
      [{ agents: ['other-*'] }, 'get', `agents/${agentId}`, 'KeyNotForAgent'],
      [{ agents: undefined }, 'get', 'agents', 'KeyNotForAgent'],
      [{ agents: 7 }, 'post', `agents/${agentId}/recall`, 'KeyNotForAgent'],
      [{ access: undefined }, 'post', `agents/${agentId}/remember`, 'KeyNotAllowed'],
      [{ access: 'read' }, 'post', `agents/${agentId}/activate`, 'KeyNotAllowed'],
      [{ access: 'write' }, 'delete', `agents/${agentId}`, 'KeyNotAllowed'],
      [{ access: 'admin' }, 'post', `agents/${agentId}/recall`, 'KeyNotAllowed'],
      [{}, 'get', 'keys', 'KeyNotAllowed'],
    ];
    for (const [claims, method, path, error] of outcomes) {
      const response = await as(claims, method, path).send({ content: 'x', query: 'x' });
      expect([path, claims, response.status, errorOf(response)]).toEqual([path, claims, 403, error]);
    }
  });

  it('comes after a session token in its header', async () => {
    const session = await newSession(app, uniqueId());
    await session.call('post', 'recall/recent').set('Authorization', 'Bearer x.y.z').send({}).expect(200);
  });
});

describe.each(Object.keys(ERAS))('a token over MCP, of a client of revision %s,', (era) => {
  /** The tools that a client with a token of these claims sees. */
  async function withTools<T>(
    agentId: string,
    claims: Claims,
    use: (tools: ToolCaller, names: string[]) => Promise<T>,
  ) {
    const headers = { Authorization: `Bearer ${tokenOf(claims)}` };
    const client = await ERAS[era]!(app, { path: `/mcp/agents/${agentId}`, headers });
    try {
      const { tools } = await client.listTools();
      return await use(
        await ToolCaller.of(client),
        tools.map(({ name }) => name),
      );
    } finally {
      await client.close();
    }
  }

  it('writes, reads and creates the agent as far as its claims say', async () => {
    const agentId = uniqueId();
    await withTools(agentId, { sub: 'owner' }, async (tools, names) => {
      expect(names).toHaveLength(8);
      await tools.call('remember', { content: 'Likes green tea' });
    });
    const reader = { sub: 'reader', agents: ['agent-*'], access: undefined };
    await withTools(agentId, reader, async (tools, names) => {
      expect(names).toEqual(['recall', 'recent', 'answer']);
      const { memories } = await tools.call('recall', { query: 'green tea' });
      expect(memories).toMatchObject([{ content: 'Likes green tea' }]);
      expect(await tools.failure('remember', { content: 'x' })).toMatch(/needs write access/);
      const [{ id }] = memories as unknown as [{ id: string }];
      const history = await as(reader, 'get', `agents/${agentId}/memories/${id}/history`).expect(200);
      expect(history.body).toMatchObject({ entries: [{ by: 'oidc:owner' }] });
    });
    await withTools(uniqueId(), { access: 'write' }, async (tools) => {
      expect(await tools.failure('recent')).toMatch(/not found: ask the user to create it/);
    });
  });
});

it('a token that admits to nothing is refused over MCP with an error of JSON-RPC', async () => {
  const agentId = await newAgent();
  const call = (token: string) =>
    request(app.url)
      .post(`/mcp/agents/${agentId}`)
      .set('Authorization', `Bearer ${token}`)
      .send({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
  const expired = Math.floor(app.clock.now().getTime() / 1_000) - 60;
  for (const [token, status, message] of [
    [tokenOf({ exp: expired }), 401, /not valid or has expired/],
    ['garbage', 401, /not valid or has expired/],
    [tokenOf({ agents: ['other'] }), 403, /not for agent/],
  ] as const) {
    const answer = await call(token).expect(status);
    expect(answer.body).toMatchObject({
      error: { message: expect.stringMatching(message) as string },
      id: null,
    });
    expect(answer.get('WWW-Authenticate')).toBe(status === 401 ? 'Bearer' : undefined);
  }
});

it('anything else that is sent as a token is refused, from this machine too', async () => {
  const agentId = await newAgent();
  const now = app.clock.now();
  const seconds = Math.floor(now.getTime() / 1_000);
  const [header = '', payload = ''] = tokenOf().split('.');
  const others = {
    expired: tokenOf({ exp: seconds - 60 }),
    'without end': tokenOf({ exp: undefined }),
    'not valid yet': tokenOf({ nbf: seconds + 61 }),
    'of another issuer': tokenOf({ iss: 'http://127.0.0.1:1' }),
    'for another audience': tokenOf({ aud: 'other' }),
    'of an unknown key': issuer.token(now, {}, { header: { kid: 'other' } }),
    'with a critical header': issuer.token(now, {}, { header: { crit: ['exp'] } }),
    'for logging out': issuer.token(now, {}, { header: { typ: 'logout+jwt' } }),
    'of a shared secret': issuer.confused(now),
    'of no algorithm': issuer.unsigned(now, { alg: 'none', typ: 'JWT' }),
    'without signature': `${header}.${payload}.`,
    'with another signature': `${header}.${payload}.${'A'.repeat(86)}`,
    encrypted: `${header}.a.b.c.d`,
    'no token': 'garbage',
    large: 'a.'.repeat(6_000),
  };
  for (const [kind, token] of Object.entries(others)) {
    for (const path of ['agents', `agents/${agentId}/memories/01970a5c-7e1b-7c2a-9d5e-3f1a2b4c5d6e`]) {
      const response = await withToken(token, 'get', path);
      expect([kind, path, response.status, errorOf(response)]).toEqual([
        kind,
        path,
        401,
        'InvalidBearerToken',
      ]);
    }
  }
});

it('new keys of the issuer count at once, and known ones while it is away', async () => {
  app.clock.advance({ minutes: 1 });
  const former = tokenOf();
  await withToken(former, 'get', 'agents').expect(200);
  issuer.rotate();
  const token = tokenOf();
  await withToken(token, 'get', 'agents').expect(200);
  await issuer.http.close();
  app.clock.advance({ minutes: 30 });
  await withToken(token, 'get', 'agents').expect(200);
  expect(errorOf(await withToken(former, 'get', 'agents').expect(503))).toBe('IssuerUnavailable');
  await issuer.http.start();
});
