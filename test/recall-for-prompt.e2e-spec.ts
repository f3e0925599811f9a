import { newSession, remember, type TestSession } from './support/agents';
import { uniqueId } from './support/sessions';
import { useTestApp } from './support/test-app';

interface Explained {
  id: string;
  reason: string;
  failed_filters: string[];
  rank: number | null;
  score: number | null;
}

interface Answer {
  memories: { id: string; content: string; score: number }[];
  count: number;
  truncated?: boolean;
  left_out?: number;
  explained?: Explained[];
}

const app = useTestApp();
let session: TestSession;

beforeEach(async () => {
  session = await newSession(app, uniqueId());
});

const store = (content: string, fields: object = {}): Promise<string> =>
  remember(session, { content, ...fields });

async function recall(query: string, fields: object = {}): Promise<Answer> {
  const { body } = await session
    .call('post', 'recall')
    .send({ query, ...fields })
    .expect(200);
  return body as Answer;
}

const contentsOf = ({ memories }: Answer): string[] => memories.map(({ content }) => content);

describe('recall with max_tokens', () => {
  it('returns whole memories that fit together, and how many did not', async () => {
    const [short, other] = ['green tea', 'green tea from Japan'];
    const long = `green tea ${'and many other words '.repeat(20)}`;
    for (const content of [short, long, other]) await store(content);
    const all = await recall('green tea');
    expect(all.truncated).toBeUndefined();
    const some = await recall('green tea', { max_tokens: 20 });
    expect(contentsOf(some)).toEqual(contentsOf(all).filter((content) => content !== long));
    expect(some).toMatchObject({ count: 2, truncated: true, left_out: 1 });
    expect(await recall('green tea', { max_tokens: 1_000 })).toMatchObject({
      count: 3,
      truncated: false,
      left_out: 0,
    });
    expect(await recall('green tea', { max_tokens: 1 })).toMatchObject({ memories: [], left_out: 3 });
  });
});

describe('recall with diversity', () => {
  it('puts something else before near-identical memories', async () => {
    for (let i = 0; i < 12; i++) await store(`The green tea of batch ${i} comes from Japan`);
    await store('Jasmine also goes with green tea, for guests who like it sweet');
    const plain = await recall('green tea', { limit: 2 });
    expect(contentsOf(plain).every((content) => content.includes('Japan'))).toBe(true);
    const diverse = await recall('green tea', { limit: 2, diversity: 0.7 });
    expect(diverse.memories[0]).toEqual(plain.memories[0]);
    expect(contentsOf(diverse)[1]).toContain('Jasmine');
  });
});

describe('recall with explain_ids', () => {
  it('says where each memory stands and why', async () => {
    const best = await store('green tea');
    const behind = await store('green tea and a great many other words that have nothing to do with it');
    const goal = await store('drink more green tea', { type: 'goal' });
    const expired = await store('green tea was sold out');
    await session.call('post', `memories/${expired}/expire`).expect(200);
    const other = await store('blue cups');
    const missing = '0190b5a0-7c00-7000-8000-0000000000ff';
    const { explained } = await recall('green tea', {
      type: ['fact'],
      limit: 1,
      explain_ids: [best.toUpperCase(), behind, goal, expired, other, missing],
    });
    expect(explained).toEqual([
      expect.objectContaining({ id: best, reason: 'returned', failed_filters: [], rank: 1 }),
      expect.objectContaining({ id: behind, reason: 'beyond_limit', failed_filters: [], rank: 2 }),
      expect.objectContaining({ id: goal, reason: 'filtered', failed_filters: ['type'], rank: null }),
      expect.objectContaining({ id: expired, reason: 'filtered', failed_filters: ['status'], rank: null }),
      expect.objectContaining({ id: other, reason: 'no_match', rank: null, score: 0 }),
      { id: missing, reason: 'not_found', failed_filters: [], rank: null, score: null, explain: null },
    ]);
    expect(explained?.[2]?.score).toBeGreaterThan(0);
    expect(explained?.[1]).toMatchObject({ explain: { matched_terms: ['green', 'tea'] } });
  });

  it('names the limit of score, of likeness and of length', async () => {
    const ids: string[] = [];
    for (const content of ['green tea', 'green tea!', 'the tea is a very long story about other things']) {
      ids.push(await store(content));
    }
    const reasons = async (fields: object) => {
      const { explained = [] } = await recall('green tea', { explain_ids: ids, ...fields });
      return explained.map(({ reason }) => reason);
    };
    expect(await reasons({ min_similarity: 0.3 })).toEqual(['returned', 'returned', 'below_min_similarity']);
    expect(await reasons({ limit: 2, diversity: 0.9 })).toEqual(['returned', 'too_similar', 'returned']);
    expect(await reasons({ max_tokens: 6 })).toEqual(['returned', 'returned', 'over_max_tokens']);
  });
});

it.each([
  [{ max_tokens: 0 }, 'max_tokens'],
  [{ max_tokens: 1.5 }, 'max_tokens'],
  [{ diversity: 1.1 }, 'diversity'],
  [{ diversity: '0.5' }, 'diversity'],
  [{ explain_ids: [] }, 'explain_ids'],
  [{ explain_ids: Array.from({ length: 11 }, (_, i) => `id-${i}`) }, 'explain_ids'],
  [{ explain_ids: ['x'.repeat(257)] }, 'explain_ids'],
])('recall refuses %j', async (fields, name) => {
  const { body } = await session
    .call('post', 'recall')
    .send({ query: 'tea', ...fields })
    .expect(422);
  expect((body as { detail: { loc: unknown[] }[] }).detail[0]?.loc.slice(0, 2)).toEqual(['body', name]);
});
