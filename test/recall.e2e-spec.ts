import { newSession, remember as rememberIn, type TestSession } from './support/agents';
import { useTestApp } from './support/test-app';
import { describeEmbedded } from './support/kind-of-run';

interface Found {
  id: string;
  content: string;
  score: number;
  [field: string]: unknown;
}

interface Explanation {
  lexical: { score: number };
  neighbours: number;
  time: number;
  speaker: number;
}

interface Answer {
  memories: Found[];
  [field: string]: unknown;
}

const START = '2026-05-01T12:00:00.000Z';

// Sessions that outlast the days between memories.
const app = useTestApp({ env: { SESSION_DEFAULT_DURATION_HOURS: 168 } });
let session: TestSession;
let agents = 0;

beforeEach(async () => {
  app.clock.set(new Date(START));
  session = await newSession(app, `seeker-${agents++}`);
});

const remember = (content: string, fields: object = {}): Promise<string> =>
  rememberIn(session, { content, ...fields });

async function recall(query: string, fields: object = {}): Promise<Answer> {
  const { body } = await session
    .call('post', 'recall')
    .send({ query, ...fields })
    .expect(200);
  return body;
}

async function found(query: string, fields: object = {}): Promise<string[]> {
  return (await recall(query, fields)).memories.map((memory) => memory.content);
}

describe('recall', () => {
  it('answers records with a score, best first', async () => {
    await remember('The cat sleeps on the sofa');
    const id = await remember('The user likes green tea', { tags: ['drink'] });
    const answer = await recall('green tea', { neighbours: 'on' });
    expect(answer).toEqual({
      agent_id: session.agentId,
      session_id: session.sessionId,
      query: 'green tea',
      memories: [
        expect.objectContaining({ id, content: 'The user likes green tea', tags: ['drink'] }),
        // Its neighbour in the session.
        expect.objectContaining({ content: 'The cat sleeps on the sofa' }),
      ],
      count: 2,
      retrieval: 'lexical',
    });
    expect(answer.memories[0]?.score).toBeGreaterThan(0);
    expect(answer.memories[0]?.score).toBeLessThanOrEqual(1);
  });

  it('shows the same record as a get, but for the score', async () => {
    const id = await remember('The user likes green tea');
    const { body } = await session.call('get', `memories/${id}`).expect(200);
    const [memory] = (await recall('tea')).memories;
    expect({ ...memory, score: null }).toEqual({ ...body, conflicts_with: [] });
  });

  it('finds other forms of a word', async () => {
    await remember('She is running marathons');
    expect(await found('who runs a marathon?')).toEqual(['She is running marathons']);
  });

  it('finds by the words of a given title', async () => {
    await remember('Every Friday at ten', { title: 'Retrospective' });
    expect(await found('retrospective')).toEqual(['Every Friday at ten']);
  });

  it('puts what has more of the words first', async () => {
    await remember('green paint');
    await remember('green tea from Japan');
    expect((await found('green tea'))[0]).toBe('green tea from Japan');
  });

  it('scores from 0 to 1, in descending order', async () => {
    for (let i = 0; i < 30; i++) await remember(`tea ${'and more '.repeat(i)}words`);
    const scores = (await recall('tea words', { limit: 100 })).memories.map((memory) => memory.score);
    expect(scores).toHaveLength(30);
    expect(scores.every((score) => score >= 0 && score <= 1)).toBe(true);
    expect([...scores].sort((a, b) => b - a)).toEqual(scores);
  });

  it('answers the same request in the same order', async () => {
    const memories = Array.from({ length: 50 }, () => ({ content: 'all the same tea' }));
    await session.call('post', 'batch-remember').send({ memories }).expect(200);
    const ids = async () => (await recall('tea', { limit: 20 })).memories.map((memory) => memory.id);
    const first = await ids();
    expect([await ids(), await ids()]).toEqual([first, first]);
  });

  it('finds nothing where no word matches', async () => {
    await remember('green tea');
    expect(await recall('zeppelin')).toMatchObject({ memories: [], count: 0 });
  });

  it('finds nothing for an agent without memories', async () => {
    expect(await recall('tea')).toMatchObject({ memories: [], count: 0 });
  });

  it.each(['?!', 'the of and', '\u{1F375}', "'; DROP TABLE memories; --", '%', '\\'])(
    'bears the query %j',
    async (query) => {
      await remember('green tea');
      expect((await recall(query)).query).toBe(query);
    },
  );
});

describe('the filters of recall', () => {
  beforeEach(async () => {
    await remember('tea goal', { type: 'goal' });
    app.clock.advance({ hours: 24 });
    await remember('tea tagged', { tags: ['a', 'b'] });
    app.clock.advance({ hours: 24 });
    await remember('tea sourced', { source: 'ci', type: 'event' });
    await session
      .call('post', `memories/${await remember('tea gone', { type: 'event' })}/expire`)
      .expect(200);
  });

  it.each([
    [{}, ['tea goal', 'tea sourced', 'tea tagged']],
    [{ type: ['goal'] }, ['tea goal']],
    [{ type: ['goal', 'event'] }, ['tea goal', 'tea sourced']],
    [{ tags: ['b', 'z'] }, ['tea tagged']],
    [{ tags: ['z'] }, []],
    [{ source: ['ci', 'other'] }, ['tea sourced']],
    [{ status: 'expired' }, ['tea gone']],
    [{ status: 'all' }, ['tea goal', 'tea gone', 'tea sourced', 'tea tagged']],
    [{ created_after: '2026-05-02' }, ['tea sourced', 'tea tagged']],
    [{ created_before: '2026-05-02' }, ['tea goal', 'tea tagged']],
    [{ created_after: '2026-05-02T12:00:00Z', created_before: '2026-05-02T12:00:00Z' }, ['tea tagged']],
    [
      { type: ['event'], status: 'all', created_after: '2026-05-03T12:00:00.000Z' },
      ['tea gone', 'tea sourced'],
    ],
    [{ type: null, tags: null, source: [], status: null }, ['tea goal', 'tea sourced', 'tea tagged']],
  ])('with %j find %j', async (filter, expected) => {
    expect((await found('tea', filter)).sort()).toEqual(expected);
  });

  it('apply before the limit', async () => {
    expect(await found('tea goal', { type: ['event'], limit: 1 })).toEqual(['tea sourced']);
  });
});

describe('the limits of recall', () => {
  it('are the server setting of 10 where none is named', async () => {
    const memories = Array.from({ length: 12 }, (_, i) => ({ content: `tea ${i}` }));
    await session.call('post', 'batch-remember').send({ memories }).expect(200);
    expect((await recall('tea')).count).toBe(10);
    expect((await recall('tea', { limit: 12 })).count).toBe(12);
  });

  it('are at most 100', async () => {
    const { body } = await session.call('post', 'recall').send({ query: 'tea', limit: 101 }).expect(400);
    expect(body.detail).toMatchObject({ error: 'k_too_large', actual_k: 101, max_k: 100 });
  });

  it('leave out what scores less than min_similarity', async () => {
    await remember('green tea');
    await remember('a very long text about many other things and one cup of something like tea perhaps');
    const scores = (await recall('green tea')).memories.map((memory) => memory.score);
    expect(scores).toHaveLength(2);
    const between = (scores[0]! + scores[1]!) / 2;
    expect(await found('green tea', { min_similarity: between })).toEqual(['green tea']);
    expect(await found('green tea', { min_similarity: scores[0] })).toEqual(['green tea']);
  });

  it.each(['', ' \n'])('refuse the blank query %j', async (query) => {
    const { body } = await session.call('post', 'recall').send({ query }).expect(422);
    expect(body.detail[0].loc).toEqual(['body', 'query']);
  });

  it('refuse a query of more than 1000 code points with 413', async () => {
    await session
      .call('post', 'recall')
      .send({ query: '😀'.repeat(1000) })
      .expect(200);
    const { body } = await session
      .call('post', 'recall')
      .send({ query: '😀'.repeat(1001) })
      .expect(413);
    expect(body.detail).toMatchObject({ error: 'query_too_long', actual_length: 1001, max_length: 1000 });
  });
});

describeEmbedded('recall with explain', () => {
  it('has each memory’s rank, score and matched terms', async () => {
    await remember('green tea');
    await remember('black tea');
    const [first] = (await recall('green tea', { explain: true })).memories;
    expect(first?.explain).toEqual({
      lexical: { rank: 1, score: expect.any(Number) },
      vector: null,
      neighbours: expect.any(Number),
      time: 0,
      speaker: 0,
      matched_terms: expect.arrayContaining(['green', 'tea']),
    });
  });

  it('has what the words, the neighbours and the time add to the score', async () => {
    await remember('green tea');
    await remember('black coffee');
    const { memories } = await recall('green tea today', { explain: true, neighbours: 'on' });
    const explained = memories.map(({ explain }) => explain as Explanation);
    expect(memories.map(({ content }) => content)).toEqual(['green tea', 'black coffee']);
    expect(explained.map(({ lexical, neighbours }) => [lexical.score > 0, neighbours > 0])).toEqual([
      [true, false],
      [false, true],
    ]);
    memories.forEach(({ score }, at) => {
      const { lexical, neighbours, time } = explained[at]!;
      expect(time).toBeGreaterThan(0);
      expect(lexical.score + neighbours + time).toBeCloseTo(score);
    });
  });

  it('has what the speaker adds to the score', async () => {
    await remember('[10:01 am on 8 May, 2023] Ann: I drink green tea');
    const [found] = (await recall('What tea does Ann drink?', { explain: true })).memories;
    const { lexical, speaker } = found?.explain as Explanation;
    expect(speaker).toBeGreaterThan(0);
    expect(lexical.score + speaker).toBeCloseTo(found?.score ?? 0);
  });

  it('has the filters applied and the candidates considered', async () => {
    await remember('green tea');
    await remember('black tea', { type: 'goal' });
    await remember('coffee');
    const answer = await recall('tea', {
      explain: true,
      limit: 1,
      type: ['goal', 'fact'],
      neighbours: 'on',
    });
    expect(answer.explain).toEqual({
      filters: { type: ['goal', 'fact'], status: 'active' },
      // Coffee is next to tea.
      candidates: 3,
      embedding_model: null,
      not_embedded: null,
      lexical_reason: 'no_model',
    });
  });

  it('is only returned on request', async () => {
    await remember('green tea');
    const answer = await recall('tea', { explain: false });
    expect(answer.explain).toBeUndefined();
    expect(answer.memories[0]?.explain).toBeUndefined();
  });
});
