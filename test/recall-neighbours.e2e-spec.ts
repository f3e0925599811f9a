import { newSession, type TestSession } from './support/agents';
import { uniqueId } from './support/sessions';
import { TEAM_FACTS } from './support/team-facts';
import { startTestApp, type TestApp } from './support/test-app';

let app: TestApp;
let session: TestSession;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  session = await newSession(app, uniqueId());
});

async function store(contents: readonly string[], fields: object = {}): Promise<string[]> {
  const memories = contents.map((content) => ({ content, ...fields }));
  const { body } = await session.call('post', 'batch-remember').send({ memories }).expect(200);
  return (body as { results: { id: string }[] }).results.map(({ id }) => id);
}

async function found(query: string, fields: object = {}): Promise<string[]> {
  const { body } = await session
    .call('post', 'recall')
    .send({ query, ...fields })
    .expect(200);
  return (body as { memories: { content: string }[] }).memories.map(({ content }) => content);
}

const CHAT = [
  '[2023-05-08 13:56] Caroline: Where did you spend the summer?',
  '[2023-05-08 13:57] Melanie: In Lisbon, it was wonderful.',
  '[2023-05-08 13:58] Caroline: I would love to see it.',
];

describe('recall of independent facts', () => {
  it('finds what shares a word with the query, and nothing beside it', async () => {
    await store(TEAM_FACTS);
    expect(await found('Who must never push to main?')).toEqual(['Never push directly to main.']);
    expect(await found('Who runs payments?')).toEqual(['Maria runs the payments team.']);
  });

  it('finds their neighbours in the session when it is asked to', async () => {
    await store(['red apples', 'green tea', 'blue cups']);
    expect(await found('green', { neighbours: 'auto' })).toEqual(['green tea']);
    expect((await found('green', { neighbours: 'on' })).sort()).toEqual([
      'blue cups',
      'green tea',
      'red apples',
    ]);
  });
});

describe('recall of a conversation', () => {
  it('finds the turns beside a match', async () => {
    await store(CHAT);
    expect((await found('Where was the summer spent?'))[0]).toBe(CHAT[0]);
    expect(await found('Where was the summer spent?')).toHaveLength(3);
    expect(await found('Where was the summer spent?', { neighbours: 'off' })).toEqual([CHAT[0]]);
  });

  it('finds no fact that was stored beside it', async () => {
    await store([CHAT[1] ?? '', CHAT[0] ?? '', 'Never push directly to main.']);
    expect((await found('Where was the summer spent?')).sort()).toEqual(CHAT.slice(0, 2));
  });
});

describe('a thread', () => {
  it('makes neighbours of its memories, whatever their form, and is kept by an edit', async () => {
    const [id = ''] = await store(['red apples', 'green tea'], { thread: 'kitchen' });
    await store(['blue cups']);
    expect((await found('green')).sort()).toEqual(['green tea', 'red apples']);
    await session.call('patch', `memories/${id}`).send({ content: 'ripe pears' }).expect(200);
    expect((await found('green')).sort()).toEqual(['green tea', 'ripe pears']);
    const { body } = await session.call('get', `memories/${id}`).expect(200);
    expect(body).toMatchObject({ content: 'ripe pears', thread: 'kitchen' });
  });

  it('is given to what is extracted from one conversation', async () => {
    const messages = ['I prefer dark themes.', 'We decided not to use Redis.'].map((content) => ({
      role: 'user',
      content,
    }));
    await session.call('post', 'remember/extract').send({ messages }).expect(200);
    const { body } = await session.call('post', 'recall/all').send({}).expect(200);
    const threads = (body as { memories: { thread: string }[] }).memories.map(({ thread }) => thread);
    expect(threads).toHaveLength(2);
    expect(threads[0]).toMatch(/^conversation-/);
    expect(threads[1]).toBe(threads[0]);
  });

  it.each([
    ['remember', { content: 'x', thread: 'x'.repeat(65) }, ['body', 'thread']],
    ['remember', { content: 'x', thread: ' ' }, ['body', 'thread']],
    ['remember', { content: 'x', thread: 7 }, ['body', 'thread']],
    ['batch-remember', { memories: [{ content: 'x', thread: '' }] }, ['body', 'memories', 0, 'thread']],
    ['recall', { query: 'x', neighbours: 'some' }, ['body', 'neighbours']],
    ['answer', { question: 'x', neighbours: true }, ['body', 'neighbours']],
  ])('refuses %s with %j', async (path, sent, loc) => {
    const { body } = await session.call('post', path).send(sent).expect(422);
    expect((body as { detail: { loc: unknown }[] }).detail[0]?.loc).toEqual(loc);
  });
});
