import request from 'supertest';
import { activate, createAgent, newSession, type TestSession } from './support/agents';
import { cookiesOf, errorOf, newToken, payloadOf, recent, sessionStatus, uniqueId } from './support/sessions';
import { useTestApp } from './support/test-app';

interface SessionBody {
  session_id: string;
  session_token: string;
}

const app = useTestApp();

describe('activation', () => {
  it('answers the session as the interface shows it, and sets the cookie', async () => {
    const agentId = uniqueId();
    await createAgent(app, agentId, { pattern: 'tool' });
    const response = await request(app.url).post(`/api/v2/agents/${agentId}/activate`).expect(200);
    const now = app.clock.now();

    const { session_token: token, ...shown } = response.body as SessionBody & Record<string, unknown>;
    expect(shown).toEqual({
      session_id: expect.stringMatching(/^sess_[0-9a-f]{12}$/) as string,
      agent_id: agentId,
      namespace: `service_agent_${agentId}`,
      started_at: now.toISOString(),
      expires_at: new Date(now.getTime() + 6 * 3_600_000).toISOString(),
      pattern: 'tool',
      status: 'active',
    });
    const { agent_id, session_id, namespace, started_at, expires_at } = shown;
    expect(payloadOf(token)).toEqual({ agent_id, session_id, namespace, started_at, expires_at });
    expect(cookiesOf(response)).toEqual([
      `service_session_token=${token}; Path=/; HttpOnly; SameSite=Strict`,
    ]);
  });

  it('takes an empty JSON body for none', async () => {
    const agentId = uniqueId();
    await createAgent(app, agentId);

    await request(app.url)
      .post(`/api/v2/agents/${agentId}/activate`)
      .set('Content-Type', 'application/json')
      .expect(200);
  });

  it('counts sessions and dates the last one', async () => {
    const session = await newSession(app, uniqueId());
    await activate(app, session.agentId);

    const { body } = await request(app.url).get(`/api/v2/agents/${session.agentId}`).expect(200);

    const last_session = app.clock.now().toISOString().replace('Z', '000');
    expect(body).toMatchObject({ session_count: 2, last_session });
  });

  it('answers 404 AgentNotFound for an unknown agent', async () => {
    expect(errorOf(await request(app.url).post('/api/v2/agents/nobody/activate').expect(404))).toBe(
      'AgentNotFound',
    );
  });

  it('supersedes the former session, whose token is rejected', async () => {
    const former = await newSession(app, uniqueId());
    const latter = await activate(app, former.agentId);

    expect(errorOf(await recent(app, former.agentId, former.token).expect(401))).toBe('InvalidSessionToken');
    await recent(app, latter.agentId, latter.token).expect(200);
  });

  it('leaves exactly one valid token when two come at once', async () => {
    const agentId = uniqueId();
    await createAgent(app, agentId);

    const sessions = await Promise.all([1, 2, 3, 4].map(() => activate(app, agentId)));

    const answers = await Promise.all(sessions.map(({ token }) => recent(app, agentId, token)));
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 401, 401, 401]);
  });
});

describe('the session token', () => {
  let session: TestSession;

  beforeAll(async () => {
    session = await newSession(app, uniqueId());
  });

  const withCookie = (value: string) =>
    request(app.url).post(`/api/v2/agents/${session.agentId}/recall/recent`).set('Cookie', value).send({});

  it('is missed with a plain-string 401 that names the header', async () => {
    const response = await request(app.url)
      .post(`/api/v2/agents/${session.agentId}/recall/recent`)
      .send({})
      .expect(401);

    expect((response.body as { detail: string }).detail).toMatch(/X-Session-Token/);
  });

  it('is taken from the cookie, among others', async () => {
    await withCookie(`a=1; service_session_token=${session.token}; b=2`).expect(200);
  });

  it('is taken from the cookie where the header is empty', async () => {
    await withCookie(`service_session_token=${session.token}`).set('X-Session-Token', '').expect(200);
  });

  it('counts from the header where both are there', async () => {
    const other = await newSession(app, uniqueId());

    await withCookie(`service_session_token=${other.token}`)
      .set('X-Session-Token', session.token)
      .expect(200);
    await withCookie(`service_session_token=${session.token}`).set('X-Session-Token', 'nonsense').expect(401);
  });

  it('of another agent is answered 500 with the cause that the interface wants', async () => {
    const other = await newSession(app, uniqueId());

    const response = await recent(app, session.agentId, other.token).expect(500);

    expect(response.body).toMatchObject({
      detail: {
        error: 'InternalServerError',
        details: {
          original_error: `Session is for agent '${other.agentId}' and cannot access agent '${session.agentId}'`,
        },
      },
    });
  });

  it('reaches the check of the path before any look-up', async () => {
    const response = await recent(app, 'a.b', session.token).expect(422);

    expect(response.body).toMatchObject({ detail: [{ loc: ['path', 'agent_id'] }] });
  });

  const forged = (header: object, payload: object) =>
    `${[header, payload].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')}.c2ln`;

  it.each([
    ['is nonsense', () => 'nonsense'],
    ['has three empty parts', () => '..'],
    ['is unsigned', () => forged({ alg: 'none' }, payloadOf(session.token))],
    ['is signed by somebody else', () => forged({ alg: 'HS256', typ: 'JWT' }, payloadOf(session.token))],
    ['has a changed payload', () => session.token.replace(/\.[^.]+\./, '.eyJhZ2VudF9pZCI6ImEifQ.')],
    ['has a cut signature', () => session.token.slice(0, -2)],
    ['is twice in one header', () => `${session.token}, ${session.token}`],
    ['is very long', () => 'a'.repeat(8_000)],
  ])('that %s is 401 InvalidSessionToken', async (_, token) => {
    expect(errorOf(await recent(app, session.agentId, token()).expect(401))).toBe('InvalidSessionToken');
  });
});

describe('deactivation', () => {
  it('answers the summary, stores it as a memory and clears the cookie', async () => {
    const session = await newSession(app, uniqueId());
    const startedAt = app.clock.now().toISOString();
    await session.call('post', 'remember').send({ content: 'Tea at five' }).expect(200);
    app.clock.advance({ hours: 1, minutes: 30 });

    const response = await session.call('post', 'deactivate').expect(200);

    const body = response.body as { summary_memory_id: string };
    expect(body).toEqual({
      session_id: session.sessionId,
      agent_id: session.agentId,
      started_at: startedAt,
      ended_at: app.clock.now().toISOString(),
      duration_hours: 1.5,
      memories_created: 1,
      summary_memory_id: expect.any(String) as string,
    });
    expect(cookiesOf(response).join()).toMatch(/^service_session_token=; Path=\/; Expires=Thu, 01 Jan 1970/);
    const next = await activate(app, session.agentId);
    const { body: memory } = await next.call('get', `memories/${body.summary_memory_id}`).expect(200);
    expect(memory).toMatchObject({
      type: 'context',
      source: 'service',
      tags: ['session-summary'],
      provenance: 'observed',
      confidence: 0.8,
      content: expect.stringContaining(session.sessionId) as string,
    });
  });

  it('stores no summary of a session that created nothing', async () => {
    const session = await newSession(app, uniqueId());

    const { body } = await session.call('post', 'deactivate').expect(200);

    expect(body).toMatchObject({ memories_created: 0, summary_memory_id: null });
  });

  it('kills the token', async () => {
    const session = await newSession(app, uniqueId());
    await session.call('post', 'deactivate').expect(200);

    expect(errorOf(await session.call('post', 'deactivate').expect(401))).toBe('InvalidSessionToken');
    await recent(app, session.agentId, session.token).expect(401);
  });

  it('is won by one of two parallel requests', async () => {
    const session = await newSession(app, uniqueId());
    await session.call('post', 'remember').send({ content: 'Once' }).expect(200);

    const answers = await Promise.all([1, 2, 3].map(() => session.call('post', 'deactivate')));

    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 401, 401]);
    const agent = await request(app.url).get(`/api/v2/agents/${session.agentId}`).expect(200);
    expect(agent.body).toMatchObject({ memory_count: 2 });
  });

  it('does not renew a session near its expiry', async () => {
    const session = await newSession(app, uniqueId());
    app.clock.advance({ hours: 5, minutes: 45 });

    expect(newToken(await session.call('post', 'deactivate').expect(200))).toBeUndefined();
  });

  it('of another agent ends nothing', async () => {
    const session = await newSession(app, uniqueId());
    const other = await newSession(app, uniqueId());

    await request(app.url)
      .post(`/api/v2/agents/${other.agentId}/deactivate`)
      .set('X-Session-Token', session.token)
      .expect(500);

    await recent(app, session.agentId, session.token).expect(200);
    await recent(app, other.agentId, other.token).expect(200);
  });
});

describe('GET /api/v2/status', () => {
  it('shows the live session activated last', async () => {
    const first = await newSession(app, uniqueId());
    const second = await newSession(app, uniqueId());
    app.clock.advance({ seconds: 1, ms: 500 });

    const shown = await sessionStatus(app);

    expect(shown).toMatchObject({ session_id: second.sessionId, status: 'active', pattern: 'support' });
    expect(shown).toMatchObject({ time_remaining_seconds: 6 * 3_600 - 2 });
    await second.call('post', 'deactivate').expect(200);
    expect(await sessionStatus(app)).toMatchObject({ session_id: first.sessionId });
  });

  it('answers 404 in plain words when every session has expired', async () => {
    await newSession(app, uniqueId());
    app.clock.advance({ hours: 6 });

    const { body } = await request(app.url).get('/api/v2/status').expect(404);

    expect(body).toEqual({ detail: 'No active session' });
  });
});
