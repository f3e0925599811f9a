import request from 'supertest';
import { newSession, remember as rememberIn, type TestSession } from './support/agents';
import { useTestApp } from './support/test-app';

const START = '2026-05-01T12:00:00.000Z';

const app = useTestApp();
let session: TestSession;

beforeAll(async () => {
  session = await newSession(app, 'keeper');
});

beforeEach(() => app.clock.set(new Date(START)));

const remember = (fields: object): Promise<string> => rememberIn(session, fields);

async function get(id: string) {
  const { body } = await session.call('get', `memories/${id}`).expect(200);
  return body;
}

describe('expiring', () => {
  it('stamps, with the reason given, and answers the stamp', async () => {
    const id = await remember({ content: 'x' });
    const { body } = await session
      .call('post', `memories/${id}/expire`)
      .send({ reason: 'old.news' })
      .expect(200);
    expect(body).toEqual({
      agent_id: 'keeper',
      session_id: session.sessionId,
      memory_id: id,
      status: 'expired',
      expired_at: START,
      expired_by: 'old.news',
    });
  });

  it('needs no body, and is manual then', async () => {
    const id = await remember({ content: 'x' });
    const { body } = await session.call('post', `memories/${id}/expire`).expect(200);
    expect(body.expired_by).toBe('manual');
  });

  it('needs no body with a JSON content type either', async () => {
    const id = await remember({ content: 'x' });
    const sent = session.call('post', `memories/${id}/expire`).set('Content-Type', 'application/json');
    expect((await sent.expect(200)).body.expired_by).toBe('manual');
  });

  it('touches nothing but the stamp', async () => {
    const id = await remember({ content: 'x', tags: ['t'] });
    const before = await get(id);
    app.clock.advance({ minutes: 1 });
    await session.call('post', `memories/${id}/expire`).expect(200);
    const stamp = { status: 'expired', expired_at: '2026-05-01T12:01:00.000Z', expired_by: 'manual' };
    expect(await get(id)).toEqual({ ...before, ...stamp, current: false });
  });

  it('keeps the first stamp when it is done again, and answers it', async () => {
    const id = await remember({ content: 'x' });
    const first = await session.call('post', `memories/${id}/expire`).send({ reason: 'first' }).expect(200);
    app.clock.advance({ minutes: 1 });
    const second = await session.call('post', `memories/${id}/expire`).send({ reason: 'second' }).expect(200);
    expect(second.body).toEqual(first.body);
  });

  it('survives an edit', async () => {
    const id = await remember({ content: 'x' });
    await session.call('post', `memories/${id}/expire`).expect(200);
    await session.call('patch', `memories/${id}`).send({ content: 'y' }).expect(200);
    expect(await get(id)).toMatchObject({
      status: 'expired',
      expired_at: START,
      expired_by: 'manual',
      content: 'y',
    });
  });
});

describe('restoring', () => {
  it('clears the stamp and moves updated_at', async () => {
    const id = await remember({ content: 'x' });
    const before = await get(id);
    await session.call('post', `memories/${id}/expire`).expect(200);
    app.clock.advance({ minutes: 1 });
    const { body } = await session.call('post', `memories/${id}/restore`).expect(200);
    expect(body).toEqual({
      agent_id: 'keeper',
      session_id: session.sessionId,
      memory_id: id,
      status: 'active',
    });
    expect(await get(id)).toEqual({ ...before, updated_at: '2026-05-01T12:01:00.000Z' });
  });

  it('changes nothing of an active memory', async () => {
    const id = await remember({ content: 'x' });
    const before = await get(id);
    app.clock.advance({ minutes: 1 });
    const { body } = await session.call('post', `memories/${id}/restore`).expect(200);
    expect(body.status).toBe('active');
    expect(await get(id)).toEqual(before);
  });
});

describe('many at once', () => {
  const setStatus = (memory_ids: string[], status: string, more = {}) =>
    session.call('post', 'batch-status').send({ memory_ids, status, ...more });
  const some = (count: number) =>
    Promise.all(Array.from({ length: count }, (_, n) => remember({ content: `Of many ${n}` })));
  const MISSING = '019ab3f2-6c1e-7d10-8a3b-2f6f0c9f1d2e';

  it('expire with one stamp and become active again; the answer names the changed and the missing ones', async () => {
    const [first, ...rest] = (await some(3)) as [string, string, string];
    await session.call('post', `memories/${first}/expire`).send({ reason: 'first' }).expect(200);
    app.clock.advance({ minutes: 1 });
    const { body } = await setStatus([MISSING, ...rest, first, 'none'], 'expired', { reason: 'old' }).expect(
      200,
    );
    expect(body).toEqual({
      agent_id: 'keeper',
      session_id: session.sessionId,
      changed: rest,
      unchanged: 1,
      missing: [MISSING, 'none'],
    });
    expect(await get(first)).toMatchObject({ expired_at: START, expired_by: 'first' });
    for (const id of rest)
      expect(await get(id)).toMatchObject({ expired_at: '2026-05-01T12:01:00.000Z', expired_by: 'old' });
    const restored = await setStatus([...rest, MISSING], 'active').expect(200);
    expect(restored.body).toMatchObject({ changed: rest, unchanged: 0, missing: [MISSING] });
    for (const id of rest) expect(await get(id)).toMatchObject({ status: 'active', expired_at: null });
  });

  it('stand in the histories and in one record of the audit, without those that stay as they are', async () => {
    const [first, second] = (await some(2)) as [string, string];
    await setStatus([first], 'expired').expect(200);
    await setStatus([first, second], 'expired').expect(200);
    await setStatus([first, second], 'expired').expect(200);
    for (const id of [first, second]) {
      const { body } = await session.call('get', `memories/${id}/history`).expect(200);
      const { entries } = body as { entries: { event: string }[] };
      expect(entries.map(({ event }) => event)).toEqual(['expired', 'created']);
    }
    const audit = await request(app.url)
      .get('/api/v2/agents/keeper/audit?operation=setMemoryStatus')
      .expect(200);
    const { records } = audit.body as { records: { targets: object[] }[] };
    expect(records.slice(0, 2).map(({ targets }) => targets)).toEqual([
      [{ kind: 'memory', ids: [second] }],
      [{ kind: 'memory', ids: [first] }],
    ]);
  });

  it('answers a repetition with its key as the first time', async () => {
    const ids = await some(2);
    const once = () => setStatus(ids, 'expired').set('Idempotency-Key', 'many-once').expect(200);
    const [first, again] = [await once(), await once()];
    expect(first.body.changed).toEqual(ids);
    expect(again.body).toEqual(first.body);
    expect(again.headers['idempotency-replayed']).toBe('true');
  });

  it('are 1 to 1,000, with one of two states', async () => {
    await setStatus([], 'expired').expect(422);
    await setStatus(
      Array.from({ length: 1_001 }, (_, n) => `${n}`),
      'expired',
    ).expect(422);
    await setStatus([MISSING], 'all').expect(422);
    const { body } = await setStatus(
      Array.from({ length: 1_000 }, (_, n) => `${n}`),
      'active',
    ).expect(200);
    expect(body.missing).toHaveLength(1_000);
  });
});
