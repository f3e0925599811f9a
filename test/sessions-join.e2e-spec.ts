import request, { type Response, type Test } from 'supertest';
import { PrismaService } from '../src/database/prisma.service';
import { sql } from '../src/database/sql';
import { activate, createAgent, newSession, remember } from './support/agents';
import { cookiesOf, errorOf, newToken, recent, uniqueId } from './support/sessions';
import { useTestApp } from './support/test-app';

interface JoinedBody {
  session_id: string;
  session_token: string;
  joined: boolean;
}

const PARALLEL = 32;

const app = useTestApp();

const post = (agentId: string, action: string): Test =>
  request(app.url).post(`/api/v2/agents/${agentId}/${action}`);

const joining = (agentId: string, fields: object = {}): Test =>
  post(agentId, 'activate').send({ join: true, ...fields });

const joinedBy = async (agentId: string): Promise<JoinedBody> =>
  (await joining(agentId).expect(200)).body as JoinedBody;

const newAgent = async (): Promise<string> => {
  const agentId = uniqueId();
  await createAgent(app, agentId);
  return agentId;
};

const sessionCount = async (agentId: string): Promise<number> => {
  const { body } = await request(app.url).get(`/api/v2/agents/${agentId}`).expect(200);
  return (body as { session_count: number }).session_count;
};

describe('joining', () => {
  it('returns the live session with its token and the cookie, and supersedes nothing', async () => {
    const first = await post(await newAgent(), 'activate').expect(200);
    const session = first.body as JoinedBody & { agent_id: string };
    app.clock.advance({ minutes: 5 });

    const second = await joining(session.agent_id).expect(200);

    expect(second.body).toEqual({ ...session, joined: true });
    expect(cookiesOf(second)).toEqual(cookiesOf(first));
    expect(await sessionCount(session.agent_id)).toBe(1);
    await recent(app, session.agent_id, session.session_token).expect(200);
  });

  it('starts a session when there is none', async () => {
    const agentId = await newAgent();

    const session = await joinedBy(agentId);

    expect(session.joined).toBe(false);
    expect(await sessionCount(agentId)).toBe(1);
    await recent(app, agentId, session.session_token).expect(200);
  });

  it('starts a session when the last one was deactivated or has expired', async () => {
    const ended = await newSession(app, uniqueId());
    await ended.call('post', 'deactivate').expect(200);
    expect(await joinedBy(ended.agentId)).toMatchObject({ joined: false });

    app.clock.advance({ hours: 6 });
    expect(await joinedBy(ended.agentId)).toMatchObject({ joined: false });
    expect(await sessionCount(ended.agentId)).toBe(3);
  });

  it('returns the renewed token to a client whose token was replaced', async () => {
    const former = await newSession(app, uniqueId());
    app.clock.advance({ hours: 5.75 });
    const renewed = newToken(await recent(app, former.agentId, former.token).expect(200));
    app.clock.advance({ ms: 1 });
    await recent(app, former.agentId, former.token).expect(401);

    const session = await joinedBy(former.agentId);

    expect(session).toMatchObject({
      session_id: former.sessionId,
      session_token: renewed,
      joined: true,
    });
    await recent(app, former.agentId, session.session_token).expect(200);
  });

  it('does not join a session whose token another key signed', async () => {
    const former = await newSession(app, uniqueId());
    await app.app.get(PrismaService).execute(sql`
      UPDATE sessions SET token_hash = sha256('of another key'::bytea) WHERE session_id = ${former.sessionId}`);

    const session = await joinedBy(former.agentId);

    expect(session.joined).toBe(false);
    await recent(app, former.agentId, session.session_token).expect(200);
  });

  it('gives two clients each other’s memories', async () => {
    const one = await newSession(app, uniqueId());
    const id = await remember(one, { content: 'The deploy key is rotated on Mondays.' });

    const two = await joinedBy(one.agentId);

    const { body } = await recent(app, one.agentId, two.session_token).expect(200);
    expect((body as { memories: { id: string }[] }).memories.map((memory) => memory.id)).toEqual([id]);
  });

  it('answers 404 AgentNotFound for an unknown agent', async () => {
    expect(errorOf(await joining('no-such-agent').expect(404))).toBe('AgentNotFound');
  });
});

describe('the body of an activation', () => {
  it.each([
    ['no fields', {}],
    ['join: false', { join: false, client: 'editor' }],
    ['nulls', { join: null, client: null }],
    ['an unknown field', { joined: true }],
  ])('with %s starts a new session, and the answer has no `joined`', async (_, fields) => {
    const former = await newSession(app, uniqueId());

    const { body } = await post(former.agentId, 'activate').send(fields).expect(200);

    expect(body).not.toHaveProperty('joined');
    expect((body as JoinedBody).session_id).not.toBe(former.sessionId);
    await recent(app, former.agentId, former.token).expect(401);
  });

  it('may name the client and have unknown fields', async () => {
    const former = await newSession(app, uniqueId());
    const fields = { client: '🖋'.repeat(64), version: 2 };
    expect((await joining(former.agentId, fields).expect(200)).body).toMatchObject({ joined: true });
  });

  it.each([
    ['join', 'yes'],
    ['join', 1],
    ['client', ''],
    ['client', 'c'.repeat(65)],
    ['client', 7],
  ])('is refused with %s: %p, and the session stays', async (field, value) => {
    const former = await newSession(app, uniqueId());

    const { body } = await joining(former.agentId, { [field]: value }).expect(422);

    expect((body as { detail: unknown }).detail).toEqual([expect.objectContaining({ loc: ['body', field] })]);
    await recent(app, former.agentId, former.token).expect(200);
  });
});

describe('at the same time', () => {
  const bodiesOf = (answers: Response[]) => answers.map(({ body }) => body as JoinedBody);
  const tokensOf = (bodies: JoinedBody[]) => new Set(bodies.map((body) => body.session_token));

  it('32 joins with no live session create one, and all get its token', async () => {
    const agentId = await newAgent();

    const answers = await Promise.all(Array.from({ length: PARALLEL }, () => joining(agentId).expect(200)));

    const bodies = bodiesOf(answers);
    expect(tokensOf(bodies).size).toBe(1);
    expect(bodies.filter(({ joined }) => !joined)).toHaveLength(1);
    expect(await sessionCount(agentId)).toBe(1);
    await recent(app, agentId, bodies[0]!.session_token).expect(200);
  });

  it('32 joins of an expired session create one', async () => {
    const former = await newSession(app, uniqueId());
    app.clock.advance({ hours: 6 });

    const joins = Array.from({ length: PARALLEL }, () => joining(former.agentId).expect(200));

    expect(tokensOf(bodiesOf(await Promise.all(joins))).size).toBe(1);
    expect(await sessionCount(former.agentId)).toBe(2);
  });

  it('joins and a deactivation leave either a session that works or one that has ended', async () => {
    for (let round = 0; round < 5; round++) {
      const former = await newSession(app, uniqueId());
      await remember(former, { content: `Round ${round}` });

      const [ended, ...joins] = await Promise.all([
        former.call('post', 'deactivate'),
        ...Array.from({ length: 8 }, () => joining(former.agentId).expect(200)),
      ]);

      expect(ended.status).toBe(200);
      const bodies = bodiesOf(joins);
      const late = bodies.filter((body) => body.session_id !== former.sessionId);
      expect(tokensOf(late).size).toBeLessThanOrEqual(1);
      expect(late.filter(({ joined }) => !joined)).toHaveLength(Math.min(1, late.length));
      for (const body of bodies) {
        const status = body.session_id === former.sessionId ? 401 : 200;
        await recent(app, former.agentId, body.session_token).expect(status);
      }
      expect(await sessionCount(former.agentId)).toBe(late.length > 0 ? 2 : 1);
    }
  });

  it('joins and a renewal: each join gets the token before the renewal or the one after it', async () => {
    const former = await newSession(app, uniqueId());
    app.clock.advance({ hours: 5.75 });

    const [renewing, ...joins] = await Promise.all([
      recent(app, former.agentId, former.token).expect(200),
      ...Array.from({ length: 8 }, () => joining(former.agentId).expect(200)),
    ]);

    const renewed = newToken(renewing);
    for (const body of bodiesOf(joins)) {
      expect(body).toMatchObject({ session_id: former.sessionId, joined: true });
      expect([former.token, renewed]).toContain(body.session_token);
    }
    expect((await joinedBy(former.agentId)).session_token).toBe(renewed);
  });

  it('a plain activation still supersedes, and leaves one token that works', async () => {
    const former = await newSession(app, uniqueId());

    const [latter] = await Promise.all([
      activate(app, former.agentId),
      ...Array.from({ length: 8 }, () => joining(former.agentId).expect(200)),
    ]);

    expect(await joinedBy(former.agentId)).toMatchObject({ session_token: latter.token, joined: true });
  });
});
