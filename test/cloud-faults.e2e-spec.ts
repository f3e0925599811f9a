import request, { type Response } from 'supertest';
import { activate, createAgent, newSession, remember, type TestSession } from './support/agents';
import { CloudBackend } from './support/cloud-backend';
import { eventually } from './support/eventually';
import { startFaultProxy, type FakeServer } from './support/fake-server';
import type { Fault } from './support/server-fault';
import { startTestApp, type TestApp } from './support/test-app';

const LOST: Fault = { kind: 'lost' };
const DOWN: Fault = { kind: 'status', status: 500 };

let cloud: CloudBackend;
let proxy: FakeServer;
let app: TestApp;
let session: TestSession;
let agents = 0;

beforeAll(async () => {
  cloud = await CloudBackend.start();
  proxy = await startFaultProxy(cloud.http.url);
  app = await startTestApp({ env: { ...cloud.env, BACKEND_URL: proxy.url, BACKEND_TIMEOUT_MS: 2_000 } });
});

afterAll(async () => {
  await app.close();
  await proxy.close();
  await cloud.close();
});

beforeEach(async () => {
  cloud.reset();
  session = await newSession(app, `unlucky-${agents++}`);
});

afterEach(healed);

/** The service may have stopped to ask for a while, each replica for itself: it begins again by itself. */
async function healed(): Promise<void> {
  proxy.heal();
  await eventually(
    () => Promise.all(app.replicas.map(() => request(app.url).get('/ready'))),
    (answers) => answers.every(({ status }) => status === 200),
  );
}

function expectUnavailable({ status, body, text }: Response): void {
  expect([status, body.detail.error]).toEqual([503, 'BackendUnavailable']);
  expect(text).not.toContain(new URL(proxy.url).host);
}

async function contents(): Promise<string[]> {
  const { body } = await session.call('post', 'recall/all').send({}).expect(200);
  return (body as { memories: { content: string }[] }).memories.map(({ content }) => content);
}

describe('a request with a key and an unknown outcome', () => {
  const batch = (key: string) =>
    session
      .call('post', 'batch-remember')
      .set('Idempotency-Key', key)
      .send({ memories: [{ content: 'First' }, { content: 'Second' }, { content: 'Third' }] });

  it.each<[string, Fault]>([
    ['was done', LOST],
    ['was not done', DOWN],
  ])('stores once when it is repeated, and it %s', async (_, fault) => {
    proxy.failAll(fault, '/documents');
    expectUnavailable(await batch('k'));
    await healed();
    const { body, headers } = await batch('k').expect(200);
    expect(headers['idempotency-replayed']).toBeUndefined();
    expect(body.results).toMatchObject([1, 2, 3].map(() => ({ action: 'store' })));
    expect(await contents()).toEqual(['First', 'Second', 'Third']);
    const replayed = await batch('k').expect(200);
    expect(replayed.body).toEqual(body);
    expect(replayed.headers['idempotency-replayed']).toBe('true');
  });

  it('is free for another body when it came to nothing', async () => {
    proxy.failAll(DOWN, '/documents');
    expectUnavailable(await batch('k'));
    await healed();
    const other = session.call('post', 'batch-remember').set('Idempotency-Key', 'k');
    await other.send({ memories: [{ content: 'Other' }] }).expect(200);
    expect(await contents()).toContain('Other');
    await batch('k').expect(409);
  });
});

describe('agents while the backend is down', () => {
  const withMemories = () =>
    request(app.url).delete(`/api/v2/agents/${session.agentId}?delete-backup-too=true`);

  it('are not created, and can be afterwards', async () => {
    proxy.failAll(DOWN);
    const body = { agent_id: `unlucky-${agents++}` };
    expectUnavailable(await request(app.url).post('/api/v2/agents').send(body));
    await healed();
    await createAgent(app, body.agent_id);
  });

  it('keep everything when they were to be deleted with their memories', async () => {
    await remember(session, { content: 'Kept' });
    proxy.failAll(DOWN, 'DELETE /namespaces');
    const { body } = await withMemories().expect(400);
    expect(body.detail.error).toBe('NamespaceError');
    await healed();
    expect(await contents()).toEqual(['Kept']);
    await withMemories().expect(200);
    await withMemories().expect(404);
  });

  it('are deleted when their memories are kept', async () => {
    proxy.failAll(DOWN);
    await request(app.url).delete(`/api/v2/agents/${session.agentId}`).expect(200);
  });
});

describe('the end of a session while the backend is down', () => {
  const summaries = async (): Promise<unknown[]> => {
    const { body } = await session
      .call('post', 'recall/all')
      .send({ tags: ['session-summary'] })
      .expect(200);
    return (body as { memories: unknown[] }).memories;
  };

  it.each<[string, Fault]>([
    ['was stored', LOST],
    ['was not stored', DOWN],
  ])('does not come, and comes with one summary afterwards, if the first one %s', async (_, fault) => {
    await remember(session, { content: 'One' });
    proxy.failAll(fault, '/documents');
    expectUnavailable(await session.call('post', 'deactivate'));
    await healed();
    const { body } = await session.call('post', 'deactivate').expect(200);
    expect(body).toMatchObject({ memories_created: 1, summary_memory_id: expect.any(String) });
    await session.call('post', 'deactivate').expect(401);
    session = await activate(app, session.agentId);
    expect(await summaries()).toMatchObject([{ id: body.summary_memory_id }]);
  });
});

describe('the resolution of a conflict while the backend is down', () => {
  it.each<[string, number, RegExp]>([
    ['keep_new', 0, /documents\/delete$/],
    ['remove_both', 0, /documents\/delete$/],
    ['expire_both', 1, /documents$/],
    ['manual', 0, /documents$/],
  ])('by %s changes nothing, though %i changes were made', async (action, good, pattern) => {
    const [older, newer] = [
      await remember(session, { content: 'The user lives in Berlin.' }),
      await remember(session, { content: 'The user lives in Munich.' }),
    ];
    const conflict = { type: 'update', old_memory_id: older, new_memory_id: newer };
    cloud.script = () => ({ says: [conflict] });
    proxy.reset();
    await session.call('post', 'conflicts/generate').send({}).expect(200);
    const resolve = () =>
      session
        .call('post', 'conflicts/resolve')
        .send({ conflict_index: 0, action, manual_content: 'The user lives in Bonn.' });
    proxy.failNext(good, { kind: 'none' }, pattern);
    proxy.failNext(4, DOWN, pattern);
    expectUnavailable(await resolve());
    expect(proxy.count(pattern)).toBeGreaterThan(good + 1);
    await healed();
    expect((await contents()).sort()).toEqual(['The user lives in Berlin.', 'The user lives in Munich.']);
    const open = await session.call('get', 'conflicts').expect(200);
    expect(open.body.conflicts).toMatchObject([{ index: 0, resolved: false }]);
    await resolve().expect(200);
    expect((await session.call('get', 'conflicts').expect(200)).body.count).toBe(0);
  });

  it.each<[string, number, string[]]>([
    ['manual', 503, ['The user lives in Berlin.', 'The user lives in Munich.']],
    ['remove_both', 200, []],
  ])('by %s loses nothing that it cannot put back: %i', async (action, status, left) => {
    const [older, newer] = [
      await remember(session, { content: 'The user lives in Berlin.' }),
      await remember(session, { content: 'The user lives in Munich.' }),
    ];
    cloud.script = () => ({ says: [{ type: 'update', old_memory_id: older, new_memory_id: newer }] });
    await session.call('post', 'conflicts/generate').send({}).expect(200);
    // One deletion is let through; from then on the backend takes no more writes.
    proxy.failNext(1, { kind: 'none' }, /documents\/delete$/);
    proxy.failAll(DOWN, /documents(\/delete)?$/);
    const body = { conflict_index: 0, action, manual_content: 'The user lives in Bonn.' };
    await session.call('post', 'conflicts/resolve').send(body).expect(status);
    await healed();
    expect((await contents()).sort()).toEqual(left);
    const open = await session.call('get', 'conflicts').expect(200);
    expect(open.body.count).toBe(left.length / 2);
  });
});
