import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import request, { type Response } from 'supertest';
import { linkOf, newSession, remember, type TestSession } from './support/agents';
import { consoleCookie } from './support/console';
import {
  callsOf,
  isAllowed,
  DANA,
  type Level,
  type PageCall,
  type PlantedThings,
} from './support/console-calls';
import { createKey, revokeKey, type TestKeyFields } from './support/keys';
import { startOidcIssuer, type OidcIssuer } from './support/oidc-issuer';
import { settleActivity } from './support/replica-providers';
import { startTestApp, type TestApp } from './support/test-app';

/** In everything of the other agent, and in no request; then what is in no scope or another one. */
const RIVAL = /rival|quartz/i;
const UNSCOPED = /onyx|user:ben/i;

interface Role {
  name: string;
  access: Level;
  scopes: string[] | null;
  headers: Record<string, string>;
}

interface Session {
  by: string;
  access: Level;
  agents: string[];
  scopes: string[] | null;
  operations: string[];
}

let app: TestApp;
let issuer: OidcIssuer;
let team: TestSession;
let rival: TestSession;
let roles: Role[];

beforeAll(async () => {
  issuer = await startOidcIssuer();
  app = await startTestApp({ env: issuer.settings });
  team = await planted('team-a', 'onyx');
  rival = await planted('rival-b', 'quartz');
  roles = [
    await roleOf('read key', { access: 'read', agents: ['team-a'] }),
    await roleOf('write key', { access: 'write', agents: ['team-*'] }),
    await roleOf('manage key', { access: 'manage', agents: ['team-a', 'none-*'] }),
    await roleOf('scoped read key', { access: 'read', agents: ['team-*'], scopes: [DANA] }),
    await roleOf('scoped write key', { access: 'write', agents: ['team-*'], scopes: ['user:d*'] }),
    await tokenRole('read'),
    await tokenRole('write'),
    await tokenRole('manage'),
  ];
  await settleActivity(app);
});
afterAll(async () => {
  await app.close();
  await issuer.http.close();
});

/** An agent with conflicts of its own, a failed file, a held sweep, and a program with a name. */
async function planted(agentId: string, word: string): Promise<TestSession> {
  const session = await newSession(app, agentId);
  for (const city of ['Berlin', 'Munich'])
    await session
      .call('post', 'remember')
      .set('X-Client-Name', `${agentId}-program`)
      .send({ content: `The user lives in ${city}, at the ${word} gate.`, tags: [word] })
      .expect(200);
  await remember(session, { content: `The user likes ${word}.`, scope: 'user:ben' });
  await remember(session, { content: 'The user likes tea.', scope: DANA });
  await session.call('post', 'conflicts/generate').send({}).expect(200);
  return session;
}

function headersOf(cookie: string): Record<string, string> {
  return { Cookie: cookie, Origin: app.url, 'X-Forwarded-For': '203.0.113.9' };
}

async function roleOf(name: string, fields: TestKeyFields & { access: Level }): Promise<Role> {
  const { key } = await createKey(app, { ...fields, name });
  const headers = headersOf(await consoleCookie(app, key));
  return { name, access: fields.access, scopes: fields.scopes ?? null, headers };
}

async function tokenRole(access: Level): Promise<Role> {
  const token = issuer.token(app.clock.now(), { sub: `${access}-ada`, agents: ['team-a'], access });
  return {
    name: `${access} token`,
    access,
    scopes: null,
    headers: headersOf(await consoleCookie(app, token)),
  };
}

const call = (
  { headers }: Pick<Role, 'headers'>,
  { method, path, body }: Omit<PageCall, 'operation' | 'needs'>,
) => {
  const sent = request(app.url)[method](path).set(headers);
  return body === undefined ? sent : sent.send(body);
};

async function plantedFor(session: TestSession): Promise<PlantedThings> {
  const content = 'The user drinks tea in the evening.';
  const memory = await remember(session, { content, scope: DANA });
  const older = await remember(session, { content: 'The user drinks onyx tea.' });
  return { memory, link: await linkOf(session, older), session: session.sessionId };
}

const codeOf = ({ body }: Response) => (body as { detail?: { error?: string } }).detail?.error ?? null;

async function sessionOf(role: Role): Promise<Session> {
  const { body } = await request(app.url).get('/api/v2/console/session').set(role.headers).expect(200);
  return body as Session;
}

describe('a login to the console with a key or token', () => {
  it('may call what its level and its session allow, and reads nothing of others', async () => {
    for (const role of roles) {
      const { operations } = await sessionOf(role);
      const hidden = role.scopes === null ? RIVAL : new RegExp(`${RIVAL.source}|${UNSCOPED.source}`, 'i');
      for (const each of callsOf('team-a', await plantedFor(team))) {
        const answer = await call(role, each);
        const place = `${role.name}: ${each.operation} (${answer.status})`;
        const isRefused = answer.status === 403;
        expect([place, isRefused]).toEqual([place, !isAllowed(role, each)]);
        expect([place, operations.includes(each.operation)]).toEqual([place, !isRefused]);
        if (isRefused) expect([place, codeOf(answer)]).toEqual([place, 'KeyNotAllowed']);
        else if (answer.status >= 500) throw new Error(`${place}: ${answer.text}`);
        expect([place, answer.text]).not.toEqual([place, expect.stringMatching(hidden)]);
      }
    }
  }, 120_000);

  it('may do nothing to an agent that it is not for, and learns nothing of it', async () => {
    const things = await plantedFor(rival);
    const named = callsOf('rival-b', things).filter(({ path, body }) =>
      /rival/.test(path + JSON.stringify(body)),
    );
    expect(named.length).toBeGreaterThan(25);
    for (const role of roles) {
      for (const each of named) {
        const answer = await call(role, each).expect(403);
        expect(codeOf(answer)).toMatch(/^KeyNot(ForAgent|Allowed)$/);
        expect(answer.text).not.toMatch(/quartz|Berlin|tea/);
      }
      if (role.scopes !== null) continue;
      await call(role, { method: 'get', path: `/api/ui/sessions/${rival.sessionId}` }).expect(404);
      await call(role, { method: 'get', path: '/api/ui/activity?agent_id=rival-b' }).expect(403);
      const { body } = await call(role, {
        method: 'get',
        path: `/api/ui/activity?session_id=${rival.sessionId}`,
      });
      expect(body).toEqual({ per_day: [], events: [] });
    }
  });

  it('says who it is', async () => {
    const shown = await Promise.all(roles.map(sessionOf));
    expect(shown.map(({ by, access, scopes }) => [by, access, scopes])).toEqual(
      roles.map(({ name, access, scopes }) => [
        name.endsWith('token') ? `oidc:${access}-ada` : `key:${name}`,
        access,
        scopes,
      ]),
    );
    const local = await request(app.url).get('/api/v2/console/session').expect(200);
    expect(local.body).toMatchObject({ by: 'local', access: 'manage', agents: ['*'], scopes: null });
    const { operations } = local.body as Session;
    for (const each of callsOf('team-a', { memory: 'm', link: 'l', session: 's' })) {
      expect(operations).toContain(each.operation);
    }
  });
});

describe('what pages show to a login for one agent', () => {
  /** The answer to a page, and what this machine sees of the agent alone. */
  const both = async (path: string, ofAgent: string) => {
    const [own, all] = await Promise.all([
      call(roles[0]!, { method: 'get', path }).expect(200),
      request(app.url).get(ofAgent).expect(200),
    ]);
    return [own.body, all.body] as [Record<string, object[]>, Record<string, object[]>];
  };

  it('has the agent with its counts, and no other', async () => {
    const [own, one] = await both('/api/ui/agents', '/api/v2/agents/team-a');
    const { memory_count, session_count } = one as unknown as Record<string, number>;
    expect(own).toMatchObject({
      agents: [{ agent_id: 'team-a', memory_count, session_count }],
      next_cursor: null,
    });
    const scoped = roles.find(({ scopes }) => scopes !== null)!;
    const { body } = await call(scoped, { method: 'get', path: '/api/ui/agents?part=a' });
    expect(body).toMatchObject({ agents: [{ agent_id: 'team-a', memory_count: null, last_session: null }] });
  });

  it('has the attention of the agent alone', async () => {
    const [own, all] = await both('/api/ui/attention', '/api/ui/attention');
    const agentsOf = ({ agents }: Record<string, object[]>) => agents as { agent_id: string }[];
    expect(
      agentsOf(all)
        .map((each) => each.agent_id)
        .sort(),
    ).toEqual(['rival-b', 'team-a']);
    expect(own.agents).toEqual(agentsOf(all).filter((each) => each.agent_id === 'team-a'));
  });

  it('counts the activity of the agent alone', async () => {
    await settleActivity(app);
    const [own, ofAgent] = await both('/api/ui/activity', '/api/ui/activity?agent_id=team-a');
    expect(own).toEqual(ofAgent);
    expect(own.per_day).not.toEqual([]);
  });

  it('has the sessions and the programs of the agent alone', async () => {
    const [own, all] = await both('/api/ui/sessions', '/api/ui/sessions');
    expect(all.tools).toContainEqual(expect.objectContaining({ tool: 'rival-b-program' }));
    expect(own.tools).toContainEqual(expect.objectContaining({ tool: 'team-a-program' }));
    const sessions = (own.sessions as { agent_id: string }[]).map((each) => each.agent_id);
    expect(new Set(sessions)).toEqual(new Set(['team-a']));
  });
});

describe('the end of a login', () => {
  const agents = (headers: Record<string, string>) => request(app.url).get('/api/ui/agents').set(headers);

  it('comes with the revocation of its key, at the next request', async () => {
    const key = await createKey(app, { access: 'read', agents: ['team-a'] });
    const headers = headersOf(await consoleCookie(app, key.key));
    // Requests of a test alternate between replicas.
    for (let i = 0; i < 4; i++) await agents(headers).expect(200);
    await revokeKey(app, key).expect(200);
    for (let i = 0; i < 4; i++) expect(codeOf(await agents(headers).expect(401))).toBe('InvalidApiKey');
    await request(app.url).get('/api/v2/agents/team-a/memories').set(headers).expect(401);
  });

  it('comes with the expiry of its token, and with a logout', async () => {
    const left = await tokenRole('read');
    await request(app.url).post('/api/v2/console/logout').set(left.headers).expect(204);
    await agents(left.headers).expect(401);
    const role = await tokenRole('read');
    await agents(role.headers).expect(200);
    app.clock.advance({ ms: 2 * 3_600_000 });
    await agents(role.headers).expect(401);
  });

  it('leaves no session of an earlier login behind', async () => {
    const { key } = await createKey(app, { access: 'read' });
    const login = await request(app.url).post('/api/v2/console/login').send({ credential: key }).expect(204);
    expect(login.headers['set-cookie']?.[1]).toMatch(/^service_session_token=; .*Expires=Thu, 01 Jan 1970/);
  });
});

describe('a login with a token', () => {
  const login = (credential: string) => request(app.url).post('/api/v2/console/login').send({ credential });
  const token = (claims: object) => issuer.token(app.clock.now(), claims as Record<string, unknown>);

  it('shows neither the token nor its claims in the cookie', async () => {
    const credential = token({ agents: ['team-a'], access: 'read' });
    const cookie = await consoleCookie(app, credential);
    for (const part of credential.split('.')) expect(cookie).not.toContain(part);
  });

  it('is refused for a wrong, a foreign and an empty one', async () => {
    const credential = token({ access: 'read' });
    expect(codeOf(await login(`${credential.slice(0, -8)}AAAAAAAA`).expect(401))).toBe('InvalidCredential');
    expect(codeOf(await login(token({ aud: 'another' })).expect(401))).toBe('InvalidCredential');
    expect(codeOf(await login(token({ agents: [] })).expect(403))).toBe('KeyNotForAgent');
    expect(codeOf(await login(token({ access: 'admin' })).expect(403))).toBe('KeyNotAllowed');
  });

  it('is refused for one that no cookie can hold, without repeating it', async () => {
    const noise = Array.from({ length: 400 }, (_, i) => `team-${Math.sin(i).toString(36).slice(2)}`);
    const credential = token({ agents: noise, access: 'read' });
    const { text, body } = await login(credential).expect(422);
    expect(body).toMatchObject({ detail: [{ loc: ['body', 'credential'] }] });
    expect(text).not.toContain(credential.slice(0, 20));
  });
});

it('names only operations of the API document in the pages', () => {
  const root = join(__dirname, '..');
  const document = readFileSync(join(root, 'openapi.json'), 'utf8').replace(/\s/g, '');
  const pages = readdirSync(join(root, 'packages/console/src'), { recursive: true, encoding: 'utf8' });
  const asked = pages
    .filter((name) => name.endsWith('.tsx'))
    .map((name) => readFileSync(join(root, 'packages/console/src', name), 'utf8'))
    .flatMap((text) =>
      [...text.matchAll(/(?:may|useMay\(\))\('(\w+)'\)/g)].map(([, operation]) => operation),
    );
  expect(asked.length).toBeGreaterThan(20);
  expect(asked.filter((operation) => !document.includes(`"operationId":"${operation}"`))).toEqual([]);
});
