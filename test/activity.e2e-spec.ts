import { GUARDS_METADATA, METHOD_METADATA } from '@nestjs/common/constants';
import { ModulesContainer } from '@nestjs/core';
import request from 'supertest';
import { LOGGED } from '../src/activity/logged-route';
import { PrismaService } from '../src/database/prisma.service';
import { sql } from '../src/database/sql';
import { SessionTokenGuard } from '../src/sessions/session-token.guard';
import { activate, createAgent, newSession, remember, type TestSession } from './support/agents';
import { eventually } from './support/eventually';
import { uniqueId } from './support/sessions';
import { newTestStore } from './support/database';
import { settleActivity } from './support/replica-providers';
import { startTestApp, useTestApp, type TestApp } from './support/test-app';

interface Row {
  ts: Date;
  tool: string;
  agent_id: string;
  session_id: string;
  op: string;
  kind: string;
  n: number;
}

const app = useTestApp();

/** The whole log of an agent, in order. */
async function logOf(agentId: string, of: TestApp = app): Promise<Row[]> {
  await settleActivity(of);
  return of.app.get(PrismaService).query<Row>(sql`
    SELECT ts, tool, agent_id, session_id, op, kind, n FROM activity WHERE agent_id = ${agentId} ORDER BY ts, id`);
}

/** A session that does one thing in a millisecond: replicas write separately, and only the time shows the order. */
async function steppingSession(): Promise<TestSession> {
  const session = await newSession(app, uniqueId());
  return {
    ...session,
    call: (method, path) => {
      app.clock.advance({ ms: 1 });
      return session.call(method, path);
    },
  };
}

async function loggedBy(session: TestSession): Promise<string[]> {
  return (await logOf(session.agentId)).map(({ op, kind, n }) => `${op} ${kind} ${n}`);
}

function batch(contents: readonly string[], fields: object = {}): object {
  return { memories: contents.map((content) => ({ content })), ...fields };
}

describe('the activity log', () => {
  it('holds one row an operation, with what the interface names and nothing else', async () => {
    const session = await newSession(app, uniqueId());
    await session
      .call('post', 'remember')
      .set('X-Client-Name', 'My Tool')
      .send({ content: 'Secret' })
      .expect(200);

    const rows = await logOf(session.agentId);

    expect(rows).toEqual([
      {
        ts: app.clock.now(),
        tool: 'my-tool',
        agent_id: session.agentId,
        session_id: session.sessionId,
        op: 'remember',
        kind: 'write',
        n: 1,
      },
    ]);
    const whole = await app.app
      .get(PrismaService)
      .query(sql`SELECT * FROM activity WHERE agent_id = ${session.agentId}`);
    expect(JSON.stringify(whole)).not.toContain('Secret');
  });

  it('has dry runs as reads, because they write nothing', async () => {
    const session = await steppingSession();
    for (const dry_run of [true, false]) {
      await session.call('post', 'policy/apply').send({ dry_run }).expect(200);
      await session.call('post', 'policy/purge').send({ dry_run }).expect(200);
    }

    expect(await loggedBy(session)).toEqual([
      'policy-apply read 0',
      'policy-purge read 0',
      'policy-apply write 0',
      'policy-purge write 0',
    ]);
  });

  it('has every operation on memories, and how many', async () => {
    const session = await steppingSession();
    const id = await remember(session, { content: 'Likes tea' });
    await session
      .call('post', 'batch-remember')
      .send(batch(['Likes milk', 'Likes rice']))
      .expect(200);
    await session.call('patch', `memories/${id}`).send({ title: 'Tea' }).expect(200);
    await session.call('get', `memories/${id}`).expect(200);
    await session.call('get', `memories/${id}/history`).expect(200);
    await session.call('post', `memories/${id}/expire`).expect(200);
    await session.call('post', `memories/${id}/restore`).expect(200);
    await session.call('post', 'recall').send({ query: 'tea', limit: 1 }).expect(200);
    await session.call('post', 'recall/recent').send({ limit: 2 }).expect(200);
    await session.call('post', 'recall/as-of').send({ as_of: '2026-05-02' }).expect(200);
    await session.call('post', 'recall/changed-since').send({ since: '2026-05-01' }).expect(200);
    await session.call('post', 'recall/all').expect(200);
    await session.call('delete', `memories/${id}`).expect(200);
    await session.call('post', 'deactivate').expect(200);

    expect(await loggedBy(session)).toEqual([
      'remember write 1',
      'batch-remember write 2',
      'edit write 1',
      'get read 1',
      'history read 1',
      'expire write 1',
      'restore write 1',
      'recall read 1',
      'recent read 2',
      'as-of read 3',
      'changed-since read 3',
      'recall-all read 3',
      'delete write 1',
      'deactivate write 1',
    ]);
  });

  it('counts the memories of a stream', async () => {
    const session = await steppingSession();
    await session
      .call('post', 'batch-remember')
      .send(batch(['One\nline', 'Two', 'Three']))
      .expect(200);

    const { text } = await session
      .call('post', 'recall/all')
      .set('Accept', 'application/x-ndjson')
      .expect(200);

    expect(text.trimEnd().split('\n')).toHaveLength(3);
    expect(await loggedBy(session)).toEqual(['batch-remember write 3', 'recall-all read 3']);
  });

  it('does not count what was stored before', async () => {
    const session = await steppingSession();
    const once = () =>
      session.call('post', 'remember').set('Idempotency-Key', 'k').send({ content: 'Likes tea' }).expect(200);
    await once();
    await once();
    await session
      .call('post', 'batch-remember')
      .send(batch(['likes tea', 'New'], { dedupe: true }))
      .expect(200);

    expect(await loggedBy(session)).toEqual([
      'remember write 1',
      'remember write 0',
      'batch-remember write 1',
    ]);
  });

  it('holds nothing of what failed', async () => {
    const session = await newSession(app, uniqueId());
    await session.call('post', 'remember').send({ content: '' }).expect(422);
    await session.call('get', 'memories/01970a5c-7e1b-7c2a-9d5e-3f1a2b4c5d6e').expect(404);
    await session.call('post', 'recall').send({ query: 'tea', limit: 101 }).expect(400);
    await request(app.url)
      .post(`/api/v2/agents/${session.agentId}/recall`)
      .send({ query: 'tea' })
      .expect(401);

    expect(await logOf(session.agentId)).toEqual([]);
  });

  it('takes the tool from the User-Agent where the client does not name itself', async () => {
    const session = await steppingSession();
    const recent = () => session.call('post', 'recall/recent');
    await recent().set('User-Agent', 'python-requests/2.31.0').expect(200);
    await recent()
      .set('User-Agent', 'x/1')
      .set('X-Client-Name', `${'long '.repeat(30)}`)
      .expect(200);
    await recent().unset('User-Agent').expect(200);

    const tools = (await logOf(session.agentId)).map(({ tool }) => tool);

    expect(tools).toEqual(['python-requests', `${'long-'.repeat(12)}long`, 'unknown']);
  });

  it('is written by itself, soon', async () => {
    const session = await newSession(app, uniqueId());
    await remember(session, { content: 'Likes tea' });
    const rows = await eventually(
      () => app.app.get(PrismaService).query(sql`SELECT 1 FROM activity WHERE agent_id = ${session.agentId}`),
      (found) => found.length > 0,
    );
    expect(rows).toHaveLength(1);
  });

  it('is written in order and whole under load', async () => {
    const session = await newSession(app, uniqueId());
    const calls = Array.from({ length: 1_200 }, (_, i) => i);
    while (calls.length > 0) {
      await Promise.all(
        calls.splice(0, 40).map(() => session.call('post', 'recall/recent').send({}).expect(200)),
      );
    }
    expect(await logOf(session.agentId)).toHaveLength(1_200);
  });

  it('keeps what was recorded right before the end of the process', async () => {
    const store = await newTestStore();
    const first = await startTestApp({ store });
    const session = await newSession(first, 'a');
    await remember(session, { content: 'Likes tea' });
    await first.close();
    const second = await startTestApp({ store });
    try {
      expect(await logOf('a', second)).toHaveLength(1);
    } finally {
      await second.close();
      await store.remove();
    }
  });
});

describe('the log of an agent that is deleted', () => {
  it.each(['', '?delete-backup-too=true'])('goes with it (%s)', async (query) => {
    const session = await newSession(app, uniqueId());
    await remember(session, { content: 'Likes tea' });
    expect(await logOf(session.agentId)).toHaveLength(1);
    await remember(session, { content: 'Not written yet' });

    await request(app.url).delete(`/api/v2/agents/${session.agentId}${query}`).expect(200);

    expect(await logOf(session.agentId)).toEqual([]);
  });

  it('is another than that of an agent of the same id that comes at once', async () => {
    const former = await newSession(app, uniqueId());
    await remember(former, { content: 'Likes tea' });
    await request(app.url).delete(`/api/v2/agents/${former.agentId}`).expect(200);
    const session = await newSession(app, former.agentId);
    await session.call('post', 'recall/recent').expect(200);

    const rows = await logOf(session.agentId);

    expect(rows.map(({ session_id }) => session_id)).toEqual([session.sessionId]);
  });

  it('stays when the agent is not there to delete', async () => {
    await request(app.url).delete('/api/v2/agents/nobody').expect(404);
    await createAgent(app, 'nobody');
    const session = await activate(app, 'nobody');
    await remember(session, { content: 'Likes tea' });
    expect(await logOf('nobody')).toHaveLength(1);
  });
});

describe('every route of a session', () => {
  it('says what the log is to hold of it', () => {
    const handlers = [...app.app.get(ModulesContainer).values()].flatMap((module) =>
      [...module.controllers.values()].flatMap(({ metatype }) =>
        handlersOf(metatype as unknown as Controller),
      ),
    );
    expect(handlers.length).toBeGreaterThan(10);
    expect(handlers.filter(({ logged }) => !logged).map(({ name }) => name)).toEqual([]);
  });
});

type Controller = { name: string; prototype: Record<string, unknown> };

/** The handlers of a controller that need a session's token. */
function handlersOf(controller: Controller): { name: string; logged: boolean }[] {
  return Object.getOwnPropertyNames(controller.prototype).flatMap((method) => {
    const handler = controller.prototype[method];
    if (typeof handler !== 'function' || !Reflect.hasMetadata(METHOD_METADATA, handler)) return [];
    const guards = [controller, handler].flatMap(
      (guarded) => (Reflect.getMetadata(GUARDS_METADATA, guarded) ?? []) as unknown[],
    );
    if (!guards.includes(SessionTokenGuard)) return [];
    return [{ name: `${controller.name}.${method}`, logged: Reflect.hasMetadata(LOGGED, handler) }];
  });
}
