import request from 'supertest';
import { PrismaService } from '../src/database/prisma.service';
import { sql } from '../src/database/sql';
import { GrantedSessions } from '../src/sessions/granted-sessions.service';
import { activate, createAgent, newSession } from './support/agents';
import { eventually } from './support/eventually';
import { createKey } from './support/keys';
import { cookiesOf, errorOf, uniqueId } from './support/sessions';
import { settleActivity, spyOnEach } from './support/replica-providers';
import { useTestApp } from './support/test-app';

const app = useTestApp();

async function newAgent(): Promise<string> {
  const agentId = uniqueId();
  await createAgent(app, agentId);
  return agentId;
}

async function sessionCount(agentId: string): Promise<number> {
  const { body } = await request(app.url).get(`/api/v2/agents/${agentId}`).expect(200);
  return (body as { session_count: number }).session_count;
}

describe('the session of a request with a key', () => {
  it('is the live one of the agent, of which 32 requests open one', async () => {
    const agentId = await newAgent();
    const key = await createKey(app);
    const answers = await Promise.all(
      Array.from({ length: 32 }, () => key.call(agentId, 'post', 'recall/recent').send({}).expect(200)),
    );
    const sessions = new Set(answers.map(({ body }) => (body as { session_id: string }).session_id));
    expect(sessions.size).toBe(1);
    expect(await sessionCount(agentId)).toBe(1);

    const joined = await request(app.url).post(`/api/v2/agents/${agentId}/activate`).send({ join: true });
    expect(sessions).toContain((joined.body as { session_id: string }).session_id);
  });

  it('is a new one after it has expired, and is never renewed', async () => {
    const session = await newSession(app, uniqueId());
    const key = await createKey(app);
    const used = async () => {
      const { body } = await key.call(session.agentId, 'post', 'recall/recent').send({}).expect(200);
      return (body as { session_id: string }).session_id;
    };
    app.clock.advance({ hours: 5, minutes: 59 });
    expect(await used()).toBe(session.sessionId);
    app.clock.advance({ minutes: 1 });
    const next = await used();
    expect(next).not.toBe(session.sessionId);
    expect(await used()).toBe(next);
  });

  it('is a new one after another client ended it', async () => {
    const session = await newSession(app, uniqueId());
    const key = await createKey(app);
    await key.call(session.agentId, 'get', 'policy').expect(200);
    await session.call('post', 'deactivate').expect(200);
    await key.call(session.agentId, 'get', 'policy').expect(200);
    expect(await sessionCount(session.agentId)).toBe(2);
  });

  it('ends with the agent, which is then not found', async () => {
    const agentId = await newAgent();
    const key = await createKey(app, { access: 'manage' });
    await key.call(agentId, 'post', 'remember').send({ content: 'x' }).expect(200);
    await request(app.url).delete(`/api/v2/agents/${agentId}`).set('X-Api-Key', key.key).expect(200);
    expect(errorOf(await key.call(agentId, 'post', 'remember').send({ content: 'x' }).expect(404))).toBe(
      'AgentNotFound',
    );
  });

  it('may end, with its agent even, between its look-up and its use', async () => {
    const session = await newSession(app, uniqueId());
    const key = await createKey(app, { access: 'write' });
    const remember = () => key.call(session.agentId, 'post', 'remember').send({ content: 'x' });
    const entering = spyOnEach(app, GrantedSessions, 'enter');
    const enter = entering.getMockImplementation();
    const between = async (change: () => Promise<unknown>) => {
      entering.mockImplementationOnce(async function (this: GrantedSessions, ...args) {
        const entered = await enter?.apply(this, args);
        await change();
        return entered as never;
      });
      return (await remember()).status;
    };
    expect(await between(async () => session.call('post', 'deactivate').expect(200))).toBe(200);
    await remember().expect(200);
    expect(await sessionCount(session.agentId)).toBe(2);
    const remove = async () => request(app.url).delete(`/api/v2/agents/${session.agentId}`).expect(200);
    expect([200, 404]).toContain(await between(remove));
    entering.mockRestore();
    await remember().expect(404);
  });

  it('is ended by a key that manages, and not opened to be ended', async () => {
    const session = await newSession(app, uniqueId());
    const key = await createKey(app, { agents: [session.agentId], access: 'manage' });
    const ended = await key.call(session.agentId, 'post', 'deactivate').expect(200);
    expect((ended.body as { session_id: string }).session_id).toBe(session.sessionId);
    expect(cookiesOf(ended)).toEqual([]);
    expect(errorOf(await key.call(session.agentId, 'post', 'deactivate').expect(404))).toBe(
      'SessionNotFound',
    );
    expect(await sessionCount(session.agentId)).toBe(1);
  });

  it('names the key in the activity log and in the history', async () => {
    const agentId = await newAgent();
    const key = await createKey(app, { access: 'write', name: 'CI of team é' });
    const by = 'key:CI of team é';
    const { body } = await key.call(agentId, 'post', 'remember').send({ content: 'Likes tea' }).expect(200);
    const { memory_id: id } = body as { memory_id: string };
    await key.call(agentId, 'patch', `memories/${id}`).send({ title: 'Tea' }).expect(200);
    const session = await request(app.url).post(`/api/v2/agents/${agentId}/activate`).send({ join: true });
    const { session_token: token, session_id } = session.body as Record<string, string>;
    await request(app.url)
      .patch(`/api/v2/agents/${agentId}/memories/${id}`)
      .set('X-Session-Token', token ?? '')
      .send({ title: 'Green tea' })
      .expect(200);

    const { body: history } = await key.call(agentId, 'get', `memories/${id}/history`).expect(200);
    expect((history as { entries: { by: string }[] }).entries.map((entry) => entry.by)).toEqual([
      agentId,
      by,
      by,
    ]);
    await settleActivity(app);
    const logged = await app.app
      .get(PrismaService)
      .query(sql`SELECT op, by FROM activity WHERE session_id = ${session_id}`);
    expect(logged).toEqual(
      expect.arrayContaining([
        { op: 'remember', by },
        { op: 'edit', by },
        { op: 'edit', by: null },
      ]),
    );
  });

  it('names the key, or the agent, as the actor of an upsert', async () => {
    const agentId = await newAgent();
    const key = await createKey(app, { access: 'write', name: 'sync' });
    const upsert = (content: string) => ({ content, source_ref: 'note-1', upsert: true });
    const { body } = await key.call(agentId, 'post', 'remember').send(upsert('Tea')).expect(200);
    const { memory_id: id } = body as { memory_id: string };
    const session = await activate(app, agentId);
    await session.call('post', 'remember').send(upsert('Coffee')).expect(200);
    await session
      .call('post', 'batch-remember')
      .send({ memories: [upsert('Milk')] })
      .expect(200);
    await key.call(agentId, 'post', 'remember').send(upsert('Water')).expect(200);

    const { body: history } = await key.call(agentId, 'get', `memories/${id}/history`).expect(200);
    expect((history as { entries: object[] }).entries).toMatchObject([
      { event: 'edited', by: 'key:sync', former: { content: 'Milk' } },
      { event: 'edited', by: agentId, former: { content: 'Coffee' } },
      { event: 'edited', by: agentId, former: { content: 'Tea' } },
      { event: 'created', by: 'key:sync' },
    ]);
  });

  it('names the key as the actor of what is read from a file later', async () => {
    const agentId = await newAgent();
    const key = await createKey(app, { access: 'write', name: 'uploader' });
    const sent = await key
      .call(agentId, 'post', 'upload-file')
      .attach('file', Buffer.from('The user likes tea.'), 'notes.txt')
      .expect(200);
    const { file_id: id } = sent.body as { file_id: string };
    await eventually(
      async () => (await key.call(agentId, 'get', `files/${id}`)).body as { status: string },
      ({ status }) => status === 'indexed',
    );
    const { body } = await key.call(agentId, 'post', 'recall/recent').send({}).expect(200);
    expect((body as { memories: { actor_id: string }[] }).memories[0]?.actor_id).toBe('key:uploader');
  });
});
