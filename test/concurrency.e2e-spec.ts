import request from 'supertest';
import { newSession, remember as rememberIn, type TestSession } from './support/agents';
import { newTestStore, type TestStore } from './support/database';
import { startTestApp, type TestApp } from './support/test-app';

let store: TestStore;
/** Replicas on one database; the embedded one has room for a single process. */
let apps: TestApp[];
let session: TestSession;
let agents = 0;

beforeAll(async () => {
  store = await newTestStore();
  const first = await startTestApp({ store });
  apps =
    store.env.DATABASE_URL === null ? [first] : [first, await startTestApp({ store, clock: first.clock })];
});

afterAll(async () => {
  await Promise.all(apps.map((app) => app.close()));
  await store.remove();
});

beforeEach(async () => {
  session = await newSession(apps[0]!, `parallel-${agents++}`);
});

/** A request to one replica after the other. */
function call(i: number, method: 'get' | 'post' | 'patch' | 'delete', path: string) {
  const { url } = apps[i % apps.length]!;
  const test = request(url)[method](`/api/v2/agents/${session.agentId}/${path}`);
  return test.set('X-Session-Token', session.token);
}

function inParallel<T>(count: number, work: (i: number) => PromiseLike<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, (_, i) => work(i)));
}

const remember = (content: string): Promise<string> => rememberIn(session, { content });

async function total(): Promise<number> {
  const { body } = await session.call('post', 'recall/recent').send({}).expect(200);
  return body.total_available;
}

describe('parallel requests', () => {
  it('store every memory, each under its own id', async () => {
    const answers = await inParallel(64, (i) =>
      call(i, 'post', 'remember')
        .send({ content: `Number ${i}` })
        .expect(200),
    );
    expect(new Set(answers.map((answer) => answer.body.memory_id)).size).toBe(64);
    expect(await total()).toBe(64);
  });

  it('store one memory under one Idempotency-Key', async () => {
    const answers = await inParallel(32, (i) =>
      call(i, 'post', 'remember').set('Idempotency-Key', 'k').send({ content: 'Once' }).expect(200),
    );
    const bodies: unknown[] = answers.map((answer) => answer.body);
    expect(bodies).toEqual(bodies.map(() => bodies[0]));
    expect(await total()).toBe(1);
  });

  it('store one of equal memories with dedupe', async () => {
    const body = { memories: [{ content: 'Same' }, { content: 'Other' }], dedupe: true };
    await inParallel(16, (i) => call(i, 'post', 'batch-remember').send(body).expect(200));
    expect(await total()).toBe(2);
  });

  it('keep both of two edits that touch different fields', async () => {
    const id = await remember('x');
    await Promise.all([
      call(0, 'patch', `memories/${id}`)
        .send({ tags: ['t'] })
        .expect(200),
      call(1, 'patch', `memories/${id}`).send({ confidence: 0.1 }).expect(200),
    ]);
    const { body } = await session.call('get', `memories/${id}`).expect(200);
    expect(body).toMatchObject({ tags: ['t'], confidence: 0.1 });
  });

  it('leave a history in which each edit replaced what the one before it wrote', async () => {
    const id = await remember('start');
    await inParallel(16, (i) =>
      call(i, 'patch', `memories/${id}`)
        .send({ content: `edit ${i}` })
        .expect(200),
    );
    const { body } = await session.call('get', `memories/${id}/history`).expect(200);
    const { entries } = body as { entries: { former: { content: string } | null }[] };
    const former = entries.flatMap((entry) => entry.former?.content ?? []);
    expect(new Set(former).size).toBe(16);
    expect(former).toContain('start');
    const now = (await session.call('get', `memories/${id}`).expect(200)).body.content;
    expect(former).not.toContain(now);
  });

  it('stamp an expiry once, and all answer that stamp', async () => {
    const id = await remember('x');
    const answers = await inParallel(16, (i) =>
      call(i, 'post', `memories/${id}/expire`)
        .send({ reason: `reason-${i}` })
        .expect(200),
    );
    expect(new Set(answers.map((answer) => answer.body.expired_by)).size).toBe(1);
  });

  it('delete a memory once', async () => {
    const id = await remember('x');
    const answers = await inParallel(16, (i) => call(i, 'delete', `memories/${id}`));
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    expect(answers.filter((answer) => answer.status === 404)).toHaveLength(15);
  });

  it('of every kind, on one memory, are answered by 200 or 404', async () => {
    const id = await remember('x');
    const kinds = [
      (i: number) => call(i, 'patch', `memories/${id}`).send({ content: `edit ${i}` }),
      (i: number) => call(i, 'post', `memories/${id}/expire`),
      (i: number) => call(i, 'post', `memories/${id}/restore`),
      (i: number) => call(i, 'get', `memories/${id}/history`),
      (i: number) => call(i, 'post', 'recall').send({ query: 'edit' }),
      (i: number) => (i < 35 ? call(i, 'get', `memories/${id}`) : call(i, 'delete', `memories/${id}`)),
    ];
    const answers = await inParallel(48, (i) => kinds[i % kinds.length]!(i));
    expect(
      answers.map((answer) => answer.status).filter((status) => status !== 200 && status !== 404),
    ).toEqual([]);
  });
});
