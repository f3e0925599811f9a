import { newSession, type TestSession } from './support/agents';
import { useTestApp } from './support/test-app';

const app = useTestApp();
let mine: TestSession;
let other: TestSession;
let secret: string;

beforeAll(async () => {
  mine = await newSession(app, 'agent');
  // Its id begins like the first one's: namespaces must not be matched by prefix or pattern.
  other = await newSession(app, 'agent_');
  const fields = { content: 'The secret zebra', tags: ['secret'], source: 'vault' };
  const { body } = await other.call('post', 'remember').send(fields).expect(200);
  secret = body.memory_id;
});

describe('the memories of another agent', () => {
  it.each([
    ['recall', { query: 'secret zebra', status: 'all' }],
    ['recall/recent', {}],
    ['recall/as-of', { as_of: '2099-01-01' }],
    ['recall/changed-since', { since: '2000-01-01' }],
    ['recall/all', { tags: ['secret'] }],
  ])('are not in %s', async (path, body) => {
    const answer = await mine.call('post', path).send(body).expect(200);
    expect(answer.body).toMatchObject({ memories: [], count: 0 });
  });

  it('are not in the stream of everything', async () => {
    const answer = await mine
      .call('post', 'recall/all')
      .set('Accept', 'application/x-ndjson')
      .buffer()
      .expect(200);
    expect(answer.text).toBe('');
  });

  it.each([
    ['get', ''],
    ['get', '/history'],
    ['patch', ''],
    ['delete', ''],
    ['post', '/expire'],
    ['post', '/restore'],
  ] as const)('are unknown to %s memories/{id}%s', async (method, suffix) => {
    const before = (await other.call('get', `memories/${secret}`).expect(200)).body;
    await mine.call(method, `memories/${secret}${suffix}`).send({ content: 'mine now' }).expect(404);
    expect((await other.call('get', `memories/${secret}`).expect(200)).body).toEqual(before);
  });

  it('are no duplicates of mine', async () => {
    const memories = [{ content: 'The secret zebra' }];
    const { body } = await mine.call('post', 'batch-remember').send({ memories, dedupe: true }).expect(200);
    expect(body.results[0]).toMatchObject({ action: 'store' });
    expect(body.results[0].id).not.toBe(secret);
    await mine.call('delete', `memories/${body.results[0].id}`).expect(200);
  });

  it('are not reached by a cursor of theirs', async () => {
    const memories = [{ content: 'second' }, { content: 'third' }];
    await other.call('post', 'batch-remember').send({ memories }).expect(200);
    const { body } = await other.call('post', 'recall/all').send({ limit: 1 }).expect(200);
    const answer = await mine.call('post', 'recall/all').send({ cursor: body.next_cursor }).expect(200);
    expect(answer.body.memories).toEqual([]);
  });

  it('are refused to my token, whatever is asked', async () => {
    const stranger: TestSession = {
      ...other,
      call: (method, path) => other.call(method, path).set('X-Session-Token', mine.token),
    };
    const { body } = await stranger.call('post', 'recall').send({ query: 'zebra' }).expect(500);
    expect(body.detail.error).toBe('InternalServerError');
    expect(JSON.stringify(body)).not.toContain('secret zebra');
  });
});

describe('hostile contents', () => {
  it.each([
    "'); DROP TABLE memories; --",
    '${jndi:ldap://x}',
    '{"$ne": null}',
    '\\u0000 \\x00',
    '<script>alert(1)</script>',
    '\u202eright\ufeff to left\u202c',
    'e\u0301 is not normalised',
  ])('%j come back as they went', async (content) => {
    const fields = { content, title: content, tags: [content] };
    const { body } = await mine.call('post', 'remember').send(fields).expect(200);
    expect((await mine.call('get', `memories/${body.memory_id}`).expect(200)).body).toMatchObject(fields);
  });
});
