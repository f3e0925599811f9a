import request from 'supertest';
import { activate, createAgent, newSession, remember } from './support/agents';
import { CLOUD_KEY, CloudBackend, type CloudScript } from './support/cloud-backend';
import { judgeBySubject, TornAgent } from './support/conflicts';
import { newTestStore } from './support/database';
import { eventually } from './support/eventually';
import { startTestApp, type TestApp } from './support/test-app';
import { WatchedRun } from './support/watched-run';

const STREAM = '/api/ui/conflicts/generate/stream';

let cloud: CloudBackend;
let app: TestApp;
let agents = 0;

beforeAll(async () => {
  cloud = await CloudBackend.start();
  app = await startTestApp({ env: cloud.env });
});

afterAll(async () => {
  await app.close();
  await cloud.close();
});

beforeEach(() => cloud.reset());

afterEach(() => jest.restoreAllMocks());

const uniqueId = () => `cloudy-${agents++}`;

describe('conflicts of memories in the cloud', () => {
  let agent: TornAgent;
  let older: string;
  let newer: string;

  beforeEach(async () => {
    agent = await TornAgent.create(app, uniqueId());
    older = await agent.remember('City: Berlin');
    newer = await agent.remember('City: Munich');
  });

  const conflict = (fields: object = {}) => ({
    type: 'update',
    title: 'Moved',
    old_memory_id: older,
    new_memory_id: newer,
    description: 'From Berlin to Munich',
    recommendation: 'Keep the newer one',
    ...fields,
  });
  const saying =
    (...conflicts: object[]): CloudScript =>
    () => ({ says: { conflicts, count: conflicts.length } });

  it('are those that the backend finds', async () => {
    cloud.script = saying(conflict());
    expect(await agent.generate()).toMatchObject({
      conflicts: { status: 'success', conflict_count: 1 },
      generated_by: 'backend',
    });
    expect(await agent.open()).toMatchObject([
      {
        index: 0,
        type: 'update',
        title: 'Moved',
        description: 'From Berlin to Munich',
        old_memory_id: older,
        new_memory_id: newer,
        old_content: 'City: Berlin',
        new_content: 'City: Munich',
      },
    ]);
    expect(cloud.asked).toEqual([expect.objectContaining({ namespace: `service_agent_${agent.id}` })]);
    for (const part of [older, newer, 'City: Munich']) expect(cloud.asked[0]?.prompt).toContain(part);
  });

  it('are settled in the cloud, and not found again', async () => {
    cloud.script = saying(conflict());
    await agent.generate();
    const { body } = await agent.resolve(0, 'keep_new').expect(200);
    expect(body).toMatchObject({ deleted: [older], expired: [], new_memory_id: null });
    expect(await agent.contents()).toEqual(['City: Munich']);
    expect(await agent.generate()).toMatchObject({ conflicts: { conflict_count: 0 } });
    const again = await agent.resolve(0, 'keep_new').expect(500);
    expect(again.body.detail.details.original_error).toContain('already resolved');
  });

  it('are settled by one of many resolutions at the same time', async () => {
    cloud.script = saying(conflict());
    await agent.generate();
    const actions = ['keep_old', 'keep_new', 'expire_both', 'manual'];
    const answers = await Promise.all(
      actions.map((action) => agent.resolve(0, action, { manual_content: 'City: Bonn' })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 500, 500, 500]);
    expect(await agent.open()).toEqual([]);
  });

  it('are each given one place by generations that find something else each', async () => {
    const third = await agent.remember('City: Hamburg');
    const pairs = [conflict(), conflict({ new_memory_id: third }), conflict({ old_memory_id: third })];
    let runs = 0;
    cloud.script = () => ({ says: { conflicts: [pairs[runs++ % pairs.length]] } });
    for (const _ of pairs) await agent.generate();
    expect((await agent.open()).map(({ index }) => index)).toEqual([0, 1, 2]);
  });

  it('are never of memories of other agents, unknown ones, or one memory twice', async () => {
    const other = await newSession(app, uniqueId());
    const foreign = await remember(other, { content: 'City: Bonn' });
    cloud.script = saying(
      conflict({ new_memory_id: foreign }),
      conflict({ old_memory_id: '019ab3f2-6c1e-7d10-8a3b-2f6f0c9f1d2e' }),
      conflict({ old_memory_id: 'no id of this service' }),
      conflict({ old_memory_id: newer }),
      conflict({ type: 'compatible' }),
      conflict({ type: 'conflict' }),
    );
    await agent.generate();
    expect(await agent.open()).toMatchObject([
      { type: 'contradiction', old_memory_id: older, new_memory_id: newer },
    ]);
  });

  it('are found by asking again when the stream breaks off', async () => {
    cloud.script = () => ({ stream: 'break', says: { conflicts: [conflict()] } });
    expect(await agent.generate()).toMatchObject({ generated_by: 'backend' });
    expect(await agent.open()).toHaveLength(1);
    expect(cloud.http.count('GET /agent/runs')).toBe(1);
  });

  it.each<[string, CloudScript]>([
    ['finds none by itself', () => ({ status: 404 })],
    ['fails', () => ({ stream: 'break', failed: true })],
    ['answers what nobody can read', () => ({ says: 'I would rather not.' })],
    ['breaks down', () => ({ status: 500 })],
  ])('are found by the service when the backend %s', async (_, script) => {
    const judge = judgeBySubject(app);
    cloud.script = script;
    expect(await agent.generate()).toMatchObject({
      conflicts: { conflict_count: 1 },
      generated_by: 'test-judge',
    });
    expect(judge).toHaveBeenCalledTimes(1);
    expect(await agent.open()).toMatchObject([{ title: 'On City', old_memory_id: older }]);
  });

  it('report the progress of the backend to the page', async () => {
    cloud.script = () => ({
      events: [
        { event: 'status', data: { phase: 'searching', query: 'City: Munich' } },
        { event: 'search_completed', data: { context_count: 2 } },
        { event: 'conflict_detection_completed', data: { count: 1 } },
      ],
      says: { conflicts: [conflict()] },
    });
    const run = await WatchedRun.start(app.url + STREAM, { agent_id: agent.id });
    await run.ended;
    expect(run.of('progress').map(({ step, message }) => [step, message])).toEqual([
      ['start', 'Reading the memories of 2026-05-01'],
      ['search', 'The backend looks for conflicts'],
      ['search', 'The backend looks for similar memories'],
      ['search', 'The backend found 2 similar memories'],
      ['detect', 'The backend found 1 conflicts'],
      ['done', '1 unresolved conflicts'],
    ]);
    expect(run.of('result')).toMatchObject([{ generated_by: 'backend', conflicts: { conflict_count: 1 } }]);
  });

  it('end when the page is closed, without a judge of the service', async () => {
    const judge = judgeBySubject(app);
    cloud.script = () => ({ stream: 'wait' });
    const run = await WatchedRun.start(app.url + STREAM, { agent_id: agent.id });
    await eventually(
      () => cloud.asked.length,
      (runs) => runs === 1,
    );
    run.close();
    await eventually(
      () => cloud.http.abandoned,
      (abandoned) => abandoned === 1,
    );
    expect(judge).not.toHaveBeenCalled();
    expect(await agent.open()).toEqual([]);
  });
});

describe('a service with its memories in the cloud', () => {
  it('keeps, changes and finds them there', async () => {
    const session = await newSession(app, uniqueId());
    const id = await remember(session, { content: 'The user likes tea.', tags: ['a, b', 'c'] });
    await session.call('patch', `memories/${id}`).send({ content: 'The user likes green tea.' }).expect(200);
    await session.call('post', `memories/${id}/expire`).send({}).expect(200);
    await session.call('post', `memories/${id}/restore`).expect(200);
    const { body } = await session.call('post', 'recall').send({ query: 'green tea' }).expect(200);
    expect(body.memories).toMatchObject([
      { id, content: 'The user likes green tea.', tags: ['a, b', 'c'], status: 'active' },
    ]);
    const history = await session.call('get', `memories/${id}/history`).expect(200);
    const events = ['restored', 'expired', 'edited', 'created'];
    expect(history.body.entries).toMatchObject(events.map((event) => ({ event })));
  });

  it('stores once what is asked for many times with one key', async () => {
    const session = await newSession(app, uniqueId());
    const ask = () =>
      session.call('post', 'remember').set('Idempotency-Key', 'k').send({ content: 'Once' }).expect(200);
    const answers = await Promise.all(Array.from({ length: 8 }, ask));
    expect(new Set(answers.map(({ body }) => body.memory_id)).size).toBe(1);
    expect(answers.filter(({ headers }) => headers['idempotency-replayed'] === 'true')).toHaveLength(7);
    const { body } = await session.call('post', 'recall/recent').send({}).expect(200);
    expect(body.total_available).toBe(1);
  });

  it('ends a session once, with one summary in the cloud', async () => {
    const id = uniqueId();
    const session = await newSession(app, id);
    await remember(session, { content: 'One' });
    const answers = await Promise.all([1, 2, 3].map(() => session.call('post', 'deactivate')));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
    const { body } = answers.find(({ status }) => status === 200)!;
    expect(body).toMatchObject({ memories_created: 1, summary_memory_id: expect.any(String) });
    const next = await activate(app, id);
    const all = await next
      .call('post', 'recall/all')
      .send({ tags: ['session-summary'] })
      .expect(200);
    expect(all.body.memories).toMatchObject([{ id: body.summary_memory_id, type: 'context' }]);
  });

  it('finds retained memories again, and deletes them with their agent, once', async () => {
    const id = uniqueId();
    await remember(await newSession(app, id), { content: 'Kept' });
    await request(app.url).delete(`/api/v2/agents/${id}`).expect(200);
    await createAgent(app, id);
    const path = `/api/v2/agents/${id}?delete-backup-too=true`;
    const found = await request(app.url).get(`/api/v2/agents/${id}`).expect(200);
    expect(found.body.memory_count).toBe(1);
    const answers = await Promise.all([1, 2, 3].map(() => request(app.url).delete(path)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
    await createAgent(app, id);
    const made = await request(app.url).get(`/api/v2/agents/${id}`).expect(200);
    expect(made.body.memory_count).toBe(0);
  });

  it('creates an agent once', async () => {
    const body = { agent_id: uniqueId() };
    const answers = await Promise.all(
      [1, 2, 3].map(() => request(app.url).post('/api/v2/agents').send(body)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  });
});

describe('the start of a service with its memories in the cloud', () => {
  it.each([
    ['is not configured', null],
    ['is invalid', `${CLOUD_KEY}x`],
  ])('fails when BACKEND_API_KEY %s', async (problem, key) => {
    const store = await newTestStore(cloud.env);
    const starting = startTestApp({ store, env: { ...cloud.env, BACKEND_API_KEY: key } });
    await expect(starting).rejects.toThrow(`BACKEND_API_KEY ${problem}`);
    await store.remove();
  });
});
