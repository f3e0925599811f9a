import request from 'supertest';
import {
  activate,
  createAgent,
  newSession,
  remember as rememberIn,
  type TestSession,
} from './support/agents';
import { newTestStore, type TestStore } from './support/database';
import { startTestApp, type TestApp } from './support/test-app';
import { DatabaseChangeFeed } from '../src/backend/embedded/database-change-feed';
import { eventually } from './support/eventually';
import { describeEmbedded } from './support/kind-of-run';

const TOKEN = 'X-Session-Token';

let store: TestStore;
let app: TestApp;
let session: TestSession;
let agents = 0;

beforeAll(async () => {
  store = await newTestStore();
  app = await startTestApp({ store });
});

afterAll(async () => {
  await app.close();
  await store.remove();
});

beforeEach(async () => {
  session = await newSession(app, `seeker-${agents++}`);
});

async function remember(content: string, fields: object = {}, by = session): Promise<string> {
  const { body } = await by
    .call('post', 'remember')
    .send({ content, ...fields })
    .expect(200);
  return body.memory_id;
}

async function found(query: string, fields: object = {}, by = session): Promise<string[]> {
  const answer = await by
    .call('post', 'recall')
    .send({ query, ...fields })
    .expect(200);
  const body = answer.body as { memories: { content: string }[] };
  return body.memories.map((memory) => memory.content);
}

/** Every write, and what recall must say right after it. */
function readsItsWrites(reader: () => TestSession): void {
  it('finds what was stored', async () => {
    expect(await found('tea', {}, reader())).toEqual([]);
    await remember('green tea');
    expect(await found('tea', {}, reader())).toEqual(['green tea']);
  });

  it('finds what a batch stored', async () => {
    await found('tea', {}, reader());
    const memories = Array.from({ length: 5 }, (_, i) => ({ content: `tea ${i}` }));
    await session.call('post', 'batch-remember').send({ memories }).expect(200);
    expect(await found('tea', {}, reader())).toHaveLength(5);
  });

  it('finds an edited memory by its new words only', async () => {
    const id = await remember('green tea');
    await found('tea', {}, reader());
    await session.call('patch', `memories/${id}`).send({ content: 'black coffee' }).expect(200);
    expect(await found('tea', {}, reader())).toEqual([]);
    expect(await found('coffee', {}, reader())).toEqual(['black coffee']);
  });

  it('filters by the fields that an edit gave', async () => {
    const id = await remember('green tea', { tags: ['old'] });
    await found('tea', {}, reader());
    await session
      .call('patch', `memories/${id}`)
      .send({ tags: ['new'], type: 'goal', source: 's' })
      .expect(200);
    const given = { tags: ['new'], type: ['goal'], source: ['s'] };
    expect(await found('tea', given, reader())).toEqual(['green tea']);
    expect(await found('tea', { tags: ['old'] }, reader())).toEqual([]);
  });

  it('does not find what was deleted', async () => {
    const id = await remember('green tea');
    await found('tea', {}, reader());
    await session.call('delete', `memories/${id}`).expect(200);
    expect(await found('tea', { status: 'all' }, reader())).toEqual([]);
  });

  it('finds what expired as expired only, until it is restored', async () => {
    const id = await remember('green tea');
    await found('tea', {}, reader());
    await session.call('post', `memories/${id}/expire`).expect(200);
    expect(await found('tea', {}, reader())).toEqual([]);
    expect(await found('tea', { status: 'expired' }, reader())).toEqual(['green tea']);
    await session.call('post', `memories/${id}/restore`).expect(200);
    expect(await found('tea', {}, reader())).toEqual(['green tea']);
  });

  it('finds each of many memories stored and sought side by side', async () => {
    const words = Array.from({ length: 20 }, (_, i) => `word${i}x`);
    const answers = await Promise.all(
      words.map(async (word) => {
        await remember(`tea ${word}`);
        return found(word, {}, reader());
      }),
    );
    // Others hold the word `tea`.
    expect(answers.map(([first]) => first)).toEqual(words.map((word) => `tea ${word}`));
  });
}

describe('recall right after a write', () => {
  readsItsWrites(() => session);
});

const onServer = process.env.TEST_DATABASE_URL ? describe : describe.skip;

onServer('recall on another replica right after a write (PostgreSQL server only)', () => {
  let replica: TestApp;

  beforeAll(async () => {
    replica = await startTestApp({ store, clock: app.clock });
  });

  afterAll(() => replica.close());

  readsItsWrites(() => ({
    ...session,
    call: (method, path) =>
      request(replica.url)[method](`/api/v2/agents/${session.agentId}/${path}`).set(TOKEN, session.token),
  }));
});

describe('an agent that is deleted and created again', () => {
  const remove = (query: string) =>
    request(app.url).delete(`/api/v2/agents/${session.agentId}${query}`).expect(200);

  it('finds its memories when the namespace was retained', async () => {
    await remember('green tea');
    await remove('');
    await createAgent(app, session.agentId);
    const again = await activate(app, session.agentId);
    expect(await found('tea', {}, again)).toEqual(['green tea']);
  });

  it('finds nothing when its memories were deleted with it', async () => {
    await remember('green tea');
    await found('tea');
    await remove('?delete-backup-too=true');
    await createAgent(app, session.agentId);
    const again = await activate(app, session.agentId);
    expect(await found('tea', { status: 'all' }, again)).toEqual([]);
    await remember('black tea', {}, again);
    expect(await found('tea', {}, again)).toEqual(['black tea']);
  });
});

describeEmbedded('a recall', () => {
  let app: TestApp;
  let session: TestSession;

  beforeAll(async () => {
    // What is counted happens in this process.
    app = await startTestApp({ alone: true });
    session = await newSession(app, 'seeker');
  });

  afterAll(() => app.close());

  async function recall(): Promise<unknown[]> {
    const { body } = await session.call('post', 'recall').send({ query: 'tea' }).expect(200);
    return body.memories;
  }

  it('reads what has changed only where anything has', async () => {
    const changes = jest.spyOn(DatabaseChangeFeed.prototype, 'changes');
    const readings = async (): Promise<number> => {
      changes.mockClear();
      await recall();
      return changes.mock.calls.length;
    };
    await rememberIn(session, { content: 'green tea' });
    expect(await readings()).toBe(1);
    // A transaction of anybody on the server that was open then counts as a change.
    await eventually(readings, (count) => count === 0);
    await rememberIn(session, { content: 'black tea' });
    expect(await readings()).toBe(1);
    expect(await recall()).toHaveLength(2);
  });
});
