import { activate, newSession, type TestSession } from './support/agents';
import { useTestApp } from './support/test-app';

// Longer sessions than a key lives, so that a test of its expiry is about the key.
const app = useTestApp({ env: { SESSION_DEFAULT_DURATION_HOURS: 168 } });
let session: TestSession;
let agents = 0;

beforeEach(async () => {
  session = await newSession(app, `repeater-${agents++}`);
});

function remember(key: string, body: object = { content: 'Once' }, by = session) {
  return by.call('post', 'remember').set('Idempotency-Key', key).send(body);
}

function batch(key: string, body: object = { memories: [{ content: 'Once' }] }) {
  return session.call('post', 'batch-remember').set('Idempotency-Key', key).send(body);
}

async function count(): Promise<number> {
  const { body } = await session.call('post', 'recall/recent').send({}).expect(200);
  return body.total_available;
}

describe('a repeated Idempotency-Key', () => {
  it('answers the first response, marked as replayed, and stores nothing', async () => {
    const first = await remember('k').expect(200);
    const second = await remember('k').expect(200);
    expect(second.body).toEqual(first.body);
    expect(first.headers['idempotency-replayed']).toBeUndefined();
    expect(second.headers['idempotency-replayed']).toBe('true');
    expect(await count()).toBe(1);
  });

  it('answers the first response of a batch', async () => {
    const first = await batch('k').expect(200);
    const second = await batch('k').expect(200);
    expect(second.body).toEqual(first.body);
    expect(second.headers['idempotency-replayed']).toBe('true');
    expect(await count()).toBe(1);
  });

  it('is the same request with its fields in another order', async () => {
    await remember('k', { content: 'Once', type: 'goal' }).expect(200);
    const second = await remember('k', { type: 'goal', content: 'Once' }).expect(200);
    expect(second.headers['idempotency-replayed']).toBe('true');
  });

  it('is 409 with another body', async () => {
    await remember('k').expect(200);
    const { body } = await remember('k', { content: 'Another' }).expect(409);
    expect(body.detail).toMatchObject({ error: 'IdempotencyConflict', message: expect.any(String) });
    expect(await count()).toBe(1);
  });

  it('is 409 on another operation', async () => {
    await remember('k').expect(200);
    await batch('k').expect(409);
    expect(await count()).toBe(1);
  });

  it('is another key for another agent', async () => {
    await remember('k').expect(200);
    const other = await newSession(app, `repeater-${agents++}`);
    const { headers } = await remember('k', { content: 'Once' }, other).expect(200);
    expect(headers['idempotency-replayed']).toBeUndefined();
  });

  it('outlives the session', async () => {
    const first = await remember('k').expect(200);
    const next = await activate(app, session.agentId);
    const second = await remember('k', { content: 'Once' }, next).expect(200);
    expect(second.body).toEqual(first.body);
  });

  it('replays also when the memory has been deleted since', async () => {
    const first = await remember('k').expect(200);
    await session.call('delete', `memories/${first.body.memory_id}`).expect(200);
    expect((await remember('k').expect(200)).body).toEqual(first.body);
    expect(await count()).toBe(0);
  });

  it('stands for 24 hours and is free after them', async () => {
    await remember('k').expect(200);
    app.clock.advance({ hours: 24 });
    expect((await remember('k').expect(200)).headers['idempotency-replayed']).toBe('true');
    app.clock.advance({ ms: 1 });
    const { headers } = await remember('k', { content: 'Another' }).expect(200);
    expect(headers['idempotency-replayed']).toBeUndefined();
    expect(await count()).toBe(2);
  });

  it('is free after a request that was refused', async () => {
    await remember('k', { content: '' }).expect(422);
    await remember('k', { content: 'x'.repeat(10_001) }).expect(413);
    await remember('k').expect(200);
  });

  it('is free after a request that failed', async () => {
    await batch('k', { memories: [{ content: 'x', type: 'nonsense' }] }).expect(422);
    expect((await batch('k').expect(200)).headers['idempotency-replayed']).toBeUndefined();
  });

  it('stores one memory of 32 parallel requests, and answers all the same', async () => {
    const answers = await Promise.all(Array.from({ length: 32 }, () => remember('k').expect(200)));
    expect(new Set(answers.map((answer) => answer.body.memory_id)).size).toBe(1);
    const replayed = answers.filter((answer) => answer.headers['idempotency-replayed'] === 'true');
    expect(replayed).toHaveLength(31);
    expect(await count()).toBe(1);
  });

  it('stores one of two different bodies sent at once', async () => {
    const answers = await Promise.all([remember('k'), remember('k', { content: 'Another' })]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409]);
    expect(await count()).toBe(1);
  });
});

describe('the header', () => {
  it.each([
    ['longer than 255 characters', 'k'.repeat(256)],
    ['with a space', 'a b'],
    ['empty', ''],
    ['outside ASCII', 'clé'],
  ])('is refused when it is %s', async (_, key) => {
    const { body } = await remember(key).expect(422);
    expect(body.detail[0]).toMatchObject({ type: 'value_error', loc: ['header', 'Idempotency-Key'] });
    expect(await count()).toBe(0);
  });

  it('may have 255 characters', async () => {
    await remember('k'.repeat(255)).expect(200);
  });
});
