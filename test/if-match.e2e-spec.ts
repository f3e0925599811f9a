import { newSession, remember, type TestSession } from './support/agents';
import { CLOUD_KEY, CloudBackend } from './support/cloud-backend';
import { startTestApp, useTestApp, type TestApp } from './support/test-app';

const WRITERS = 6;

interface Read {
  updated_at: string;
  content: string;
}

const quoted = (updatedAt: string | null) => `"${updatedAt ?? 'null'}"`;

const edit = (session: TestSession, id: string, content: string, updatedAt: string | null) =>
  session.call('patch', `memories/${id}`).set('If-Match', quoted(updatedAt)).send({ content });

async function read(session: TestSession, id: string): Promise<Read> {
  const { body } = await session.call('get', `memories/${id}`).expect(200);
  return body as Read;
}

/** What holds for a memory, wherever memories are. */
function editsOf(open: () => TestApp) {
  let session: TestSession;
  let id: string;
  let agents = 0;

  beforeEach(async () => {
    session = await newSession(open(), `edited-${agents++}`);
    id = await remember(session, { content: 'Ana lives in Porto.' });
  });

  it('is edited as it was read', async () => {
    const before = await read(session, id);
    await edit(session, id, 'Ana lives in Lisbon.', before.updated_at).expect(200);
    const after = await read(session, id);
    expect(after.content).toBe('Ana lives in Lisbon.');
    expect(after.updated_at > before.updated_at).toBe(true);
  });

  it('is not overwritten by who read it before another change', async () => {
    const { updated_at } = await read(session, id);
    await edit(session, id, 'Ana lives in Lisbon.', updated_at).expect(200);
    const changed = await read(session, id);
    const { body } = await edit(session, id, 'Ana lives in Faro.', updated_at).expect(412);
    expect(body).toEqual({
      detail: {
        error: 'PreconditionFailed',
        message: expect.stringContaining('read it again') as string,
        details: { updated_at: changed.updated_at },
      },
    });
    expect(await read(session, id)).toEqual(changed);
  });

  it('takes one of many edits at once', async () => {
    const { updated_at } = await read(session, id);
    const contents = Array.from({ length: WRITERS }, (_, at) => `Ana lives in city ${at}.`);
    const answers = await Promise.all(contents.map((content) => edit(session, id, content, updated_at)));
    const won = contents.filter((_, at) => answers[at]?.status === 200);
    expect(answers.filter(({ status }) => status === 412)).toHaveLength(WRITERS - 1);
    expect(won).toEqual([(await read(session, id)).content]);
  });

  it('is also guarded where its times change, and replaces nothing then', async () => {
    const older = await remember(session, { content: 'Ana lives in Braga.' });
    const stale = '2020-01-01T00:00:00.000Z';
    await session
      .call('patch', `memories/${id}`)
      .set('If-Match', quoted(stale))
      .send({ valid_from: '2026-01-01', supersedes: [older] })
      .expect(412);
    const { body } = await session.call('get', `memories/${older}`).expect(200);
    expect(body).toMatchObject({ superseded_by: null, valid_to: null });
  });

  it('is missing before it is changed', async () => {
    await session.call('delete', `memories/${id}`).expect(200);
    await edit(session, id, 'Ana lives in Faro.', '2026-05-01T12:00:00.000Z').expect(404);
  });

  it('is edited without a condition as before', async () => {
    await session.call('patch', `memories/${id}`).send({ content: 'Ana lives in Evora.' }).expect(200);
    expect((await read(session, id)).content).toBe('Ana lives in Evora.');
  });
}

describe('a memory with If-Match', () => {
  const app = useTestApp();

  editsOf(() => app);

  it.each(['*', '2026-05-01T12:00:00.000Z', '"yesterday"'])('refuses %s', async (value) => {
    const session = await newSession(app, `refused-${value.length}`);
    const id = await remember(session, { content: 'Ana lives in Porto.' });
    const { body } = await session
      .call('patch', `memories/${id}`)
      .set('If-Match', value)
      .send({ content: 'x' })
      .expect(422);
    expect(body).toMatchObject({ detail: [{ loc: ['header', 'If-Match'] }] });
  });
});

describe('a memory in the cloud with If-Match', () => {
  let cloud: CloudBackend;
  let app: TestApp;

  beforeAll(async () => {
    cloud = await CloudBackend.start();
    app = await startTestApp({ env: { ...cloud.env, BACKEND_API_KEY: CLOUD_KEY } });
  });

  afterAll(async () => {
    await app.close();
    await cloud.close();
  });

  editsOf(() => app);
});

describe('the policy with If-Match', () => {
  const app = useTestApp();
  let session: TestSession;
  let agents = 0;

  beforeEach(async () => {
    session = await newSession(app, `planner-${agents++}`);
  });

  const put = (days: number, updatedAt: string | null) =>
    session
      .call('put', 'policy')
      .set('If-Match', quoted(updatedAt))
      .send({ retention: { event: `${days}d` } });

  async function current() {
    const { body } = await session.call('get', 'policy').expect(200);
    return body as { policy: { retention: object }; updated_at: string | null };
  }

  it('is set for the first time by one of many', async () => {
    expect((await current()).updated_at).toBeNull();
    const answers = await Promise.all(Array.from({ length: WRITERS }, (_, at) => put(at + 1, null)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 412)).toHaveLength(WRITERS - 1);
  });

  it('is replaced as it was read only, also within one millisecond', async () => {
    await put(1, null).expect(200);
    const first = await current();
    await put(2, first.updated_at).expect(200);
    const { body } = await put(3, first.updated_at).expect(412);
    const second = await current();
    expect(body).toMatchObject({
      detail: { error: 'PreconditionFailed', details: { updated_at: second.updated_at } },
    });
    expect(second.policy.retention).toEqual({ event: '2d' });
  });

  it('is replaced by one of many who read the same', async () => {
    await put(1, null).expect(200);
    const { updated_at } = await current();
    const days = Array.from({ length: WRITERS }, (_, at) => at + 2);
    const answers = await Promise.all(days.map((each) => put(each, updated_at)));
    const won = days.filter((_, at) => answers[at]?.status === 200);
    expect(won).toHaveLength(1);
    expect((await current()).policy.retention).toEqual({ event: `${won[0]}d` });
  });
});
