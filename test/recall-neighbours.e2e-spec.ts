import { activate, newSession, remember, type TestSession } from './support/agents';
import { uniqueId } from './support/sessions';
import { TEAM_FACTS } from './support/team-facts';
import { useTestApp } from './support/test-app';

interface Found {
  memories: { id: string; score: number; tags: string[] }[];
  explained?: { reason: string; failed_filters: string[] }[];
}

const app = useTestApp();
let session: TestSession;

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
  it('finds what shares a word with the query, or has a similar one, and nothing beside it', async () => {
    await store(TEAM_FACTS);
    expect(await found('Who must never push to main?')).toEqual(['Never push directly to main.']);
    expect(await found('Who is Maria?')).toEqual(['Maria runs the payments team.']);
    expect(await found('Who runs payments?')).toEqual([
      'Maria runs the payments team.',
      'Customers in Japan pay by invoice.',
    ]);
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

describe('summaries of sessions', () => {
  let session: TestSession;
  let fact: string;
  let summary: string;

  /** One memory, the summary of its session, and a later session of the agent. */
  beforeAll(async () => {
    const former = await newSession(app, uniqueId());
    fact = await remember(former, { content: 'The session store lasted two hours.' });
    const { body } = await former.call('post', 'deactivate').expect(200);
    summary = (body as { summary_memory_id: string }).summary_memory_id;
    session = await activate(app, former.agentId);
  });

  async function recall(fields: object): Promise<Found> {
    const query = { query: 'Which session lasted hours and created 1 memory?', ...fields };
    const { body } = await session.call('post', 'recall').send(query).expect(200);
    return body as Found;
  }

  const idsOf = ({ memories }: { memories: { id: string }[] }): string[] => memories.map(({ id }) => id);

  it('recall passes over session summaries', async () => {
    expect(idsOf(await recall({}))).toEqual([fact]);
    expect(idsOf(await recall({ status: 'all', type: ['context', 'fact'] }))).toEqual([fact]);
  });

  it('recall says that the filter passes over them', async () => {
    const { explained } = await recall({ explain_ids: [summary] });
    expect(explained).toMatchObject([{ id: summary, reason: 'filtered', failed_filters: ['source'] }]);
  });

  it.each([
    ['tag', { tags: ['session-summary'] }],
    ['source', { source: ['service'] }],
  ])('recall finds them when the filter asks for their %s', async (_, filter) => {
    expect(idsOf(await recall(filter))).toEqual([summary]);
  });

  it('a summary lends its neighbours no score', async () => {
    const alone = await recall({ neighbours: 'off' });
    expect(idsOf(await recall({ neighbours: 'on' }))).toEqual([fact]);
    expect((await recall({ neighbours: 'on' })).memories[0]?.score).toBe(alone.memories[0]?.score);
  });

  it('a summary that is edited to be no summary is found', async () => {
    const former = await newSession(app, uniqueId());
    await remember(former, { content: 'Blue cups' });
    const { body } = await former.call('post', 'deactivate').expect(200);
    const id = (body as { summary_memory_id: string }).summary_memory_id;
    const next = await activate(app, former.agentId);
    const found = async () => {
      const answer = await next.call('post', 'recall').send({ query: 'session hours memory' }).expect(200);
      return idsOf(answer.body as Found);
    };
    expect(await found()).toEqual([]);
    await next
      .call('patch', `memories/${id}`)
      .send({ tags: ['kept'] })
      .expect(200);
    expect(await found()).toEqual([id]);
  });

  it('an answer does not cite them', async () => {
    const { body } = await session
      .call('post', 'answer')
      .send({ question: 'How many hours did the session last, and which memory was created?' })
      .expect(200);
    const { sources } = body as { sources: { memory_id: string }[] };
    expect(sources.map(({ memory_id }) => memory_id)).not.toContain(summary);
  });

  it('listings keep them', async () => {
    const { body } = await session.call('post', 'recall/recent').send({}).expect(200);
    expect(idsOf(body as Found).sort()).toEqual([fact, summary].sort());
  });
});
