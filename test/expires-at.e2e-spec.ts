import request from 'supertest';
import { DueMemories } from '../src/memories/due-memories.service';
import { newTestStore, type TestStore } from './support/database';
import { activate, newSession, remember, type TestSession } from './support/agents';
import { describeEmbedded } from './support/kind-of-run';
import { startTestApp, type TestApp } from './support/test-app';
import { exported, NDJSON } from './support/transfers';

const START = Date.UTC(2026, 4, 1, 12);
const HOUR = 3_600_000;
const inHours = (hours: number): string => new Date(START + hours * HOUR).toISOString();
const onServer = process.env.TEST_DATABASE_URL ? describe : describe.skip;
const TEXT = 'The deploy window is open';

interface Shown {
  id: string;
  content: string;
}

let store: TestStore;
let app: TestApp;
let session: TestSession;

beforeAll(async () => {
  store = await newTestStore();
  app = await startTestApp({ store });
});
afterAll(async () => {
  await app.close();
  await store.remove();
});

let agents = 0;
beforeEach(async () => {
  app.clock.set(new Date(START));
  session = await newSession(app, `keeper-${++agents}`);
});

async function ids(call: ReturnType<TestSession['call']>): Promise<string[]> {
  const { body } = await call.expect(200);
  return (body as { memories: Shown[] }).memories.map(({ id }) => id);
}

async function memory(id: string): Promise<Record<string, unknown>> {
  const { body } = await session.call('get', `memories/${id}`).expect(200);
  return body as Record<string, unknown>;
}

/** What each kind of read shows, by its name. */
function reads(): Record<string, () => Promise<string[]>> {
  return {
    recall: () => ids(session.call('post', 'recall').send({ query: 'deploy window' })),
    recent: () => ids(session.call('post', 'recall/recent').send({ status: 'active' })),
    list: () => ids(session.call('get', 'memories')),
    'since 2026': () =>
      ids(session.call('post', 'recall/changed-since').send({ since: '2026-01-01', status: 'active' })),
    answer: async () => {
      const { body } = await session.call('post', 'answer').send({ question: 'deploy window' }).expect(200);
      return (body as { sources: { memory_id: string }[] }).sources.map((each) => each.memory_id);
    },
    'as of now': () =>
      ids(session.call('post', 'recall/as-of').send({ as_of: app.clock.now().toISOString() })),
  };
}

async function shownIn(): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  for (const [name, read] of Object.entries(reads())) found[name] = await read();
  return found;
}

const everywhere = (shown: string[]) => Object.fromEntries(Object.keys(reads()).map((name) => [name, shown]));

describe('a memory with a time of its own', () => {
  it('is in every read until that instant, and in none from then on', async () => {
    const id = await remember(session, { content: TEXT, expires_at: inHours(1) });
    expect(await memory(id)).toMatchObject({ status: 'active', expires_at: inHours(1), expired_at: null });
    app.clock.advance({ hours: 1, ms: -1 });
    expect(await shownIn()).toEqual(everywhere([id]));
    app.clock.advance({ ms: 1 });
    // At the very instant of an expiry, a listing of the past still has the memory.
    expect(await shownIn()).toEqual({ ...everywhere([]), 'as of now': [id] });
    app.clock.advance({ ms: 1 });
    expect(await shownIn()).toEqual(everywhere([]));
    app.clock.advance({ minutes: 10 });
    expect(await memory(id)).toMatchObject({
      status: 'expired',
      expires_at: inHours(1),
      expired_at: inHours(1),
      expired_by: 'ttl',
      current: false,
    });
  });

  it.each(Object.keys(reads()))('has expired for %s, though nothing else was asked since', async (name) => {
    await remember(session, { content: TEXT, expires_at: inHours(1) });
    app.clock.advance({ hours: 2 });
    expect(await reads()[name]?.()).toEqual([]);
  });

  it('is counted and listed as expired', async () => {
    const id = await remember(session, { content: TEXT, expires_at: inHours(1) });
    await remember(session, { content: 'Likes tea' });
    app.clock.advance({ hours: 1 });
    const { body } = await session.call('post', 'recall/recent').send({ status: 'active' }).expect(200);
    expect(body).toMatchObject({ total_available: 1 });
    expect(await ids(session.call('get', 'memories').query({ status: 'expired' }))).toEqual([id]);
    expect(await ids(session.call('post', 'recall').send({ query: 'deploy', status: 'expired' }))).toEqual([
      id,
    ]);
  });

  it('was active before, as listings of the past and its history say', async () => {
    const id = await remember(session, { content: TEXT, expires_at: inHours(1) });
    app.clock.advance({ hours: 5 });
    const then = (at: number) => ids(session.call('post', 'recall/as-of').send({ as_of: inHours(at) }));
    expect(await then(0.5)).toEqual([id]);
    expect(await then(1.001)).toEqual([]);
    const { body } = await session.call('get', `memories/${id}/history`).expect(200);
    expect(body).toMatchObject({ entries: [{ event: 'expired', at: inHours(1), by: 'ttl' }, {}] });
  });

  it.each([inHours(0), inHours(-1)])('is refused for %s, which is not in the future', async (expires_at) => {
    const says = `Value error, expires_at must be in the future (after ${inHours(0)})`;
    const row = { content: TEXT, expires_at };
    const single = await session.call('post', 'remember').send(row).expect(422);
    expect(single.body).toMatchObject({
      detail: [{ loc: ['body', 'expires_at'], msg: says, input: expires_at }],
    });
    const rows = { memories: [{ content: 'Likes tea' }, row] };
    const batch = await session.call('post', 'batch-remember').send(rows).expect(422);
    expect(batch.body).toMatchObject({ detail: [{ loc: ['body', 'memories', 1, 'expires_at'], msg: says }] });
    const id = await remember(session, { content: TEXT });
    await session.call('patch', `memories/${id}`).send({ expires_at }).expect(422);
    expect(await ids(session.call('get', 'memories'))).toEqual([id]);
  });

  it('gets it, another one and none by edits', async () => {
    const id = await remember(session, { content: TEXT });
    const edit = (fields: object) => session.call('patch', `memories/${id}`).send(fields).expect(200);
    await edit({ expires_at: inHours(2) });
    await edit({ expires_at: inHours(1) });
    app.clock.advance({ minutes: 59 });
    await edit({ clear: ['expires_at'] });
    app.clock.advance({ hours: 3 });
    expect(await memory(id)).toMatchObject({ status: 'active', expires_at: null });
    await edit({ expires_at: inHours(5) });
    app.clock.set(new Date(inHours(5)));
    expect(await memory(id)).toMatchObject({ status: 'expired', expired_at: inHours(5) });
  });

  it('stays active when it is restored, and keeps a time that is still to come', async () => {
    const due = await remember(session, { content: TEXT, expires_at: inHours(1) });
    const later = await remember(session, { content: 'Likes tea', expires_at: inHours(9) });
    await session.call('post', `memories/${later}/expire`).send({}).expect(200);
    app.clock.advance({ hours: 2 });
    for (const id of [due, later]) await session.call('post', `memories/${id}/restore`).expect(200);
    expect(await memory(due)).toMatchObject({ status: 'active', expires_at: null });
    expect(await memory(later)).toMatchObject({ status: 'active', expires_at: inHours(9) });
    const before = await session
      .call('post', 'recall/as-of')
      .send({ as_of: inHours(0.5) })
      .expect(200);
    expect(before.body).toMatchObject({ memories: [{ id: due, expires_at: inHours(1) }] });
    app.clock.advance({ hours: 8 });
    expect(await ids(session.call('get', 'memories'))).toEqual([due]);
  });

  it('does not count for upserts, duplicates, references and keys once it is due', async () => {
    const fields = { content: TEXT, source_ref: 'r', key: 'window', expires_at: inHours(1) };
    const old = await remember(session, { ...fields, valid_from: '2026-04-01' });
    const older = await remember(session, {
      content: 'The window was open',
      key: 'window',
      valid_from: '2026-01-01',
    });
    // Keys of an external backend decide only among the memories of one answer.
    const isOutdone = process.env.TEST_BACKEND !== 'on-prem';
    expect(await memory(older)).toMatchObject({ current: !isOutdone });
    app.clock.advance({ hours: 1 });
    await session.call('get', 'memories/by-ref/r').expect(404);
    expect(await memory(older)).toMatchObject({ current: true });
    const batch = { memories: [{ content: TEXT }], dedupe: true };
    const { body } = await session.call('post', 'batch-remember').send(batch).expect(200);
    expect(body).toMatchObject({ results: [{ action: 'store' }] });
    const id = await remember(session, { ...fields, expires_at: inHours(2), upsert: true });
    expect(id).not.toBe(old);
    const found = await session.call('get', 'memories/by-ref/r').expect(200);
    expect(found.body).toMatchObject({ id });
  });

  it('is stored once by a repeated request, which gets its first answer also afterwards', async () => {
    const send = (key: string) =>
      session
        .call('post', 'remember')
        .set('Idempotency-Key', key)
        .send({ content: TEXT, expires_at: inHours(1) });
    const first = await send('k').expect(200);
    app.clock.advance({ hours: 1 });
    expect(await ids(session.call('get', 'memories'))).toEqual([]);
    const again = await send('k').expect(200);
    expect(again.body).toEqual(first.body);
    await send('other').expect(422);
  });

  it('takes a new time by an upsert', async () => {
    const fields = { content: TEXT, source_ref: 'r', upsert: true };
    const id = await remember(session, { ...fields, expires_at: inHours(1) });
    await remember(session, { ...fields, expires_at: inHours(2) });
    app.clock.advance({ hours: 1 });
    expect(await memory(id)).toMatchObject({ status: 'active', expires_at: inHours(2) });
    app.clock.advance({ hours: 1 });
    expect(await memory(id)).toMatchObject({ status: 'expired', expired_at: inHours(2) });
  });
});

onServer('on another replica (PostgreSQL server only)', () => {
  it('a memory has expired too: one that starts later, and one that has learned of the time', async () => {
    const replica = await startTestApp({ store, clock: app.clock, alone: true });
    const replicas = [replica];
    try {
      await remember(session, { content: TEXT, expires_at: inHours(1) });
      await replica.app.get(DueMemories).poll();
      app.clock.advance({ hours: 1 });
      replicas.push(await startTestApp({ store, clock: app.clock, alone: true }));
      for (const each of replicas) {
        const elsewhere = await activate(each, session.agentId);
        expect(await ids(elsewhere.call('get', 'memories'))).toEqual([]);
      }
    } finally {
      await Promise.all(replicas.map((each) => each.close()));
    }
  });
});

describeEmbedded('an import', () => {
  it('brings the time of a memory, and what is due has expired', async () => {
    const from = await startTestApp({ clock: app.clock });
    try {
      const agentId = `moved-${agents}`;
      const there = await newSession(from, agentId);
      const due = await remember(there, { content: TEXT, expires_at: inHours(1) });
      const later = await remember(there, { content: 'Likes tea', expires_at: inHours(2) });
      const text = await exported(from, agentId);
      app.clock.advance({ hours: 1 });
      const importing = request(app.url).post('/api/v2/import').set('Content-Type', NDJSON);
      await importing.send(text).expect(200);
      session = await activate(app, agentId);
      expect(await ids(session.call('get', 'memories'))).toEqual([later]);
      expect(await memory(due)).toMatchObject({ expired_at: inHours(1), expired_by: 'ttl' });
      app.clock.advance({ hours: 1 });
      expect(await ids(session.call('get', 'memories'))).toEqual([]);
    } finally {
      await from.close();
    }
  });
});

describe('many memories that are due at once', () => {
  it('expire before the next request, of all agents', async () => {
    const other = await newSession(app, `other-${agents}`);
    const rows = Array.from({ length: 100 }, (_, at) => ({ content: `Note ${at}`, expires_at: inHours(1) }));
    for (let batch = 0; batch < 6; batch++) {
      await session.call('post', 'batch-remember').send({ memories: rows }).expect(200);
    }
    await remember(other, { content: TEXT, expires_at: inHours(1) });
    app.clock.advance({ hours: 1 });
    expect(await ids(other.call('post', 'recall/recent').send({ status: 'active' }))).toEqual([]);
    const { body } = await session.call('post', 'recall/recent').send({ status: 'active' }).expect(200);
    expect(body).toMatchObject({ total_available: 0 });
  });
});

describe('a memory that a sweep expired before its time', () => {
  it('comes back by the undo of a sweep as expired as it is by then', async () => {
    const content = 'The user is in a meeting';
    const id = await remember(session, { content, type: 'context', expires_at: inHours(100) });
    await session
      .call('put', 'policy')
      .send({ retention: { context: '1d' } })
      .expect(200);
    app.clock.advance({ hours: 48 });
    session = await activate(app, session.agentId);
    const { body } = await session.call('post', 'policy/apply').send({}).expect(200);
    const undo = `policy/sweeps/${(body as { sweep_id: string }).sweep_id}/undo`;
    await session.call('post', undo).expect(200);
    expect(await memory(id)).toMatchObject({ status: 'active', expires_at: inHours(100) });
    app.clock.set(new Date(inHours(100)));
    const again = await activate(app, session.agentId);
    expect(await ids(again.call('get', 'memories'))).toEqual([]);
  });
});
