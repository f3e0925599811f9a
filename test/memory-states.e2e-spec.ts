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
