import { request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http';
import request from 'supertest';
import { activate, createAgent, newSession, type TestSession } from './support/agents';
import { cookiesOf, errorOf, newToken, payloadOf, recent, sessionStatus, uniqueId } from './support/sessions';
import { startTestApp, useTestApp, type TestApp } from './support/test-app';
import type { Env } from '../src/config/env';

interface SlowRequest {
  /** Sends the body, and returns the status and the new session token. */
  finish(body: string): Promise<{ status: number | undefined; token: string | string[] | undefined }>;
}

/** A JSON request that the service has admitted, while its body has not been sent. */
async function beginRequest(url: string, token: string): Promise<SlowRequest> {
  const headers = { 'Content-Type': 'application/json', 'X-Session-Token': token, Expect: '100-continue' };
  const outgoing = httpRequest(url, { method: 'POST', headers, agent: false });
  outgoing.flushHeaders();
  await new Promise<void>((resolve, reject) => {
    outgoing.once('continue', resolve);
    outgoing.once('error', reject);
  });
  return { finish: (body) => finish(outgoing, body) };
}

function finish(outgoing: ClientRequest, body: string): ReturnType<SlowRequest['finish']> {
  return new Promise((resolve, reject) => {
    outgoing.once('error', reject);
    outgoing.once('response', (response: IncomingMessage) => {
      response.resume();
      resolve({ status: response.statusCode, token: response.headers['x-session-token'] });
    });
    outgoing.end(body);
  });
}

const app = useTestApp();

/** Replicas tell by their clocks which of two requests came first. */
const later = () => app.clock.advance({ ms: 1 });

describe('renewal', () => {
  async function nearExpiry(): Promise<TestSession> {
    const session = await newSession(app, uniqueId());
    app.clock.advance({ hours: 5, minutes: 30 });
    return session;
  }

  it('does not come while more than the window is left', async () => {
    const session = await newSession(app, uniqueId());
    app.clock.advance({ hours: 5, minutes: 29, seconds: 59 });

    expect(newToken(await recent(app, session.agentId, session.token).expect(200))).toBeUndefined();
  });

  it('gives the same session a new token and a new span, in header and cookie', async () => {
    const session = await nearExpiry();

    const response = await recent(app, session.agentId, session.token).expect(200);

    const token = newToken(response) ?? '';
    const expires_at = new Date(app.clock.now().getTime() + 6 * 3_600_000).toISOString();
    expect(payloadOf(token)).toMatchObject({ session_id: session.sessionId, expires_at });
    expect(cookiesOf(response)).toEqual([
      `service_session_token=${token}; Path=/; HttpOnly; SameSite=Strict`,
    ]);
    expect(newToken(await recent(app, session.agentId, token).expect(200))).toBeUndefined();
    expect(await sessionStatus(app)).toMatchObject({ session_id: session.sessionId, expires_at });
  });

  it('kills the old token for requests that come later', async () => {
    const session = await nearExpiry();
    await recent(app, session.agentId, session.token).expect(200);
    later();

    expect(errorOf(await recent(app, session.agentId, session.token).expect(401))).toBe(
      'InvalidSessionToken',
    );
  });

  it('serves a request that came before it, though its body ended after it', async () => {
    const session = await newSession(app, uniqueId());
    app.clock.advance({ hours: 5, minutes: 29, seconds: 59 });
    const slow = await beginRequest(
      `${app.url}/api/v2/agents/${session.agentId}/recall/recent`,
      session.token,
    );
    app.clock.advance({ seconds: 1 });
    const token = newToken(await recent(app, session.agentId, session.token).expect(200));
    later();
    await recent(app, session.agentId, session.token).expect(401);

    // It was admitted before its body, when its token was the current one.
    expect(await slow.finish('{}')).toEqual({ status: 200, token: undefined });
    await recent(app, session.agentId, token ?? '').expect(200);
  });

  it('is in error answers too', async () => {
    const session = await nearExpiry();

    const response = await session.call('post', 'remember').send({}).expect(422);

    expect(newToken(response)).toEqual(expect.any(String));
  });

  it('is not set off by a request for another agent', async () => {
    const session = await nearExpiry();
    await createAgent(app, 'not-yours').catch(() => null);

    expect(newToken(await recent(app, 'not-yours', session.token).expect(500))).toBeUndefined();
    expect(newToken(await recent(app, session.agentId, session.token).expect(200))).toBeDefined();
  });

  it('mints one token for 32 parallel requests, none of which fails by the service', async () => {
    const session = await nearExpiry();

    const answers = await Promise.all(
      Array.from({ length: 32 }, () => recent(app, session.agentId, session.token)),
    );

    const served = answers.filter((answer) => answer.status === 200);
    expect(answers.filter((answer) => answer.status !== 200 && answer.status !== 401)).toEqual([]);
    expect(served.length).toBeGreaterThan(0);
    const tokens = new Set(served.map(newToken));
    expect(tokens.size).toBe(1);
    const [token = ''] = tokens;
    later();
    await recent(app, session.agentId, session.token).expect(401);
    await recent(app, session.agentId, token ?? '').expect(200);
    expect(await sessionStatus(app)).toMatchObject({ session_id: session.sessionId });
  });
});

describe('an expired session', () => {
  async function expiredSession(): Promise<TestSession> {
    const session = await newSession(app, uniqueId());
    app.clock.advance({ hours: 6 });
    return session;
  }

  const fromElsewhere = (session: TestSession) =>
    recent(app, session.agentId, session.token).set('X-Forwarded-For', '203.0.113.9');

  it('is replaced by a brand-new one for who may manage', async () => {
    const session = await expiredSession();

    const response = await recent(app, session.agentId, session.token).expect(200);

    const token = newToken(response) ?? '';
    const body = response.body as { session_id: string };
    expect(payloadOf(token)).toMatchObject({ session_id: body.session_id, agent_id: session.agentId });
    expect(body.session_id).not.toBe(session.sessionId);
    expect(cookiesOf(response)).toHaveLength(1);
    expect(newToken(await recent(app, session.agentId, token).expect(200))).toBeUndefined();
    const agent = await request(app.url).get(`/api/v2/agents/${session.agentId}`).expect(200);
    expect(agent.body).toMatchObject({ session_count: 2 });
  });

  it('is replaced once: its token is then expired for good', async () => {
    const session = await expiredSession();
    await recent(app, session.agentId, session.token).expect(200);
    later();

    expect(errorOf(await recent(app, session.agentId, session.token).expect(401))).toBe('SessionExpired');
  });

  it('is replaced by one session for parallel requests', async () => {
    const session = await expiredSession();

    const answers = await Promise.all(
      Array.from({ length: 16 }, () => recent(app, session.agentId, session.token)),
    );

    const served = answers.filter((answer) => answer.status === 200);
    expect(answers.filter((answer) => answer.status !== 200 && answer.status !== 401)).toEqual([]);
    expect(new Set(served.map(newToken)).size).toBe(1);
    const agent = await request(app.url).get(`/api/v2/agents/${session.agentId}`).expect(200);
    expect(agent.body).toMatchObject({ session_count: 2 });
  });

  it('is 401 SessionExpired for who may not manage', async () => {
    const session = await expiredSession();

    expect(errorOf(await fromElsewhere(session).expect(401))).toBe('SessionExpired');
  });

  it('is not replaced when it had been superseded', async () => {
    const session = await newSession(app, uniqueId());
    await activate(app, session.agentId);
    app.clock.advance({ hours: 6 });

    expect(errorOf(await recent(app, session.agentId, session.token).expect(401))).toBe('SessionExpired');
  });

  it('is not replaced when it had been deactivated', async () => {
    const session = await newSession(app, uniqueId());
    await session.call('post', 'deactivate').expect(200);
    app.clock.advance({ hours: 6 });

    expect(errorOf(await recent(app, session.agentId, session.token).expect(401))).toBe('SessionExpired');
  });

  it('leaves alone the live session that a renewal made of it', async () => {
    const session = await newSession(app, uniqueId());
    app.clock.advance({ hours: 5, minutes: 45 });
    const token = newToken(await recent(app, session.agentId, session.token).expect(200)) ?? '';
    app.clock.advance({ hours: 1 });

    expect(errorOf(await recent(app, session.agentId, session.token).expect(401))).toBe('SessionExpired');
    await recent(app, session.agentId, token).expect(200);
  });

  it('is not replaced by a request for another agent', async () => {
    const session = await expiredSession();
    const other = await newSession(app, uniqueId());

    expect(errorOf(await recent(app, other.agentId, session.token).expect(401))).toBe('SessionExpired');
    await recent(app, other.agentId, other.token).expect(200);
  });

  it('is not replaced only to be ended', async () => {
    const session = await expiredSession();

    expect(errorOf(await session.call('post', 'deactivate').expect(401))).toBe('SessionExpired');
  });
});

async function withApp(env: Partial<Env>, work: (app: TestApp) => Promise<void>): Promise<void> {
  const app = await startTestApp({ env });
  try {
    await work(app);
  } finally {
    await app.close();
  }
}

describe('the settings of sessions', () => {
  it('SESSION_AUTO_RENEW_ENABLED=false leaves a session near its expiry as it is', async () => {
    await withApp({ SESSION_AUTO_RENEW_ENABLED: false }, async (app) => {
      const { agentId, token } = await newSession(app, 'a');
      app.clock.advance({ hours: 5, minutes: 59 });

      expect(newToken(await recent(app, agentId, token).expect(200))).toBeUndefined();
    });
  });

  it('SESSION_AUTO_RECREATE_ENABLED=false lets a session expire for good', async () => {
    await withApp({ SESSION_AUTO_RECREATE_ENABLED: false }, async (app) => {
      const { agentId, token } = await newSession(app, 'a');
      app.clock.advance({ hours: 6 });

      expect(errorOf(await recent(app, agentId, token).expect(401))).toBe('SessionExpired');
    });
  });

  it('a window longer than the sessions renews from half of their time on', async () => {
    const env = { SESSION_DEFAULT_DURATION_HOURS: 0.5, SESSION_RENEW_WINDOW_MINUTES: 600 };
    await withApp(env, async (app) => {
      const { agentId, token } = await newSession(app, 'a');
      expect(newToken(await recent(app, agentId, token).expect(200))).toBeUndefined();
      app.clock.advance({ minutes: 15 });

      expect(newToken(await recent(app, agentId, token).expect(200))).toBeDefined();
    });
  });
});
