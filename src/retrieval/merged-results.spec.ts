import fc from 'fast-check';
import { document, indexOf, query } from '../../test/support/index-samples';
import { mergedResults } from './merged-results';
import type { SearchHit, SearchResult } from './search-query';

const hit = (id: string, score: number): SearchHit => ({
  id,
  version: 1,
  score,
  neighbourScore: 0,
  timeScore: 0,
  speakerScore: 0,
  inThread: false,
  lexical: null,
  vector: null,
  matchedTerms: [],
});

const result = (hits: SearchHit[], fields: Partial<SearchResult> = {}): SearchResult => ({
  hits,
  places: hits.map(({ score }) => score),
  standings: [],
  candidates: null,
  retrieval: 'lexical',
  spaceId: null,
  notEmbedded: null,
  ...fields,
});

const merged = (results: SearchResult[], limit = 10) =>
  mergedResults(
    results.map((each, at) => ({ namespace: String(at), result: each })),
    limit,
  );
const placesOf = ({ hits }: ReturnType<typeof merged>) =>
  hits.map(({ namespace, id }) => `${namespace}/${id}`);

it('the best of all are taken, equal ones in the order of the namespaces', () => {
  const all = [result([hit('a', 0.5), hit('b', 0.2)]), result([hit('c', 0.9), hit('d', 0.5)])];
  expect(placesOf(merged(all))).toEqual(['1/c', '0/a', '1/d', '0/b']);
  expect(placesOf(merged(all, 2))).toEqual(['1/c', '0/a']);
});

it('a memory that several have is that of the first, whatever it scores', () => {
  const all = [result([hit('a', 0.1)]), result([hit('a', 0.9), hit('b', 0.5)])];
  expect(placesOf(merged(all))).toEqual(['1/b', '0/a']);
});

it('a rank counts the candidates of all', () => {
  const scores = (...each: number[]) => ({ scores: Float64Array.from(each) });
  const [own, other] = [hit('a', 0.5), hit('b', 0.5)];
  const { standings } = merged([
    result([], { standings: [{ hit: own, rank: 2 }], ...scores(0.7, 0.5) }),
    result([], { standings: [{ hit: other, rank: 2 }], ...scores(0.9, 0.5) }),
    result([], { standings: [{ hit: hit('c', 0), rank: null }], ...scores() }),
  ]);
  expect(standings.map(({ namespace, rank }) => [namespace, rank])).toEqual([
    ['0', 3],
    ['1', 4],
    ['2', null],
  ]);
});

it('numbers are added up where they are known, and one namespace with vectors is enough for a hybrid search', () => {
  const found = merged([
    result([], { candidates: 3 }),
    result([], { candidates: 4, retrieval: 'hybrid', spaceId: 7, notEmbedded: 2 }),
  ]);
  expect(found).toMatchObject({ candidates: 7, notEmbedded: 2, retrieval: 'hybrid', spaceId: 7 });
  expect(merged([result([])])).toMatchObject({ candidates: null, notEmbedded: null, retrieval: 'lexical' });
});

describe('a chat with an assistant among them', () => {
  const question = 'When does the first sprint end?';
  const chat = indexOf(
    [
      'User: My first sprint ends on March 29.',
      'Assistant: Great! A first sprint that ends in March leaves time. For the first sprint, plan how the sprint ends.',
      'User: Thanks, that helps.',
      'Assistant: You are welcome.',
    ].map((text, order) => document({ id: `m${order}`, text, group: 's', order })),
  );
  const facts = indexOf([
    document({ id: 'likely', text: 'The first sprint is short.' }),
    document({ id: 'hardly', text: 'Nothing has an end.', order: 1 }),
  ]);

  it('gives a message that stands for its exchange the place of the reply, and puts the reply behind all others', () => {
    const results = [facts, chat].map((index) => index.search(query(question)));
    const scores = new Map(results.flatMap(({ hits }) => hits.map(({ id, score }) => [id, score])));
    expect(scores.get('m1')).toBeGreaterThan(scores.get('m0') ?? 1);
    const places = merged(results).hits.map(({ id }) => id);
    expect(places[0]).toBe('m0');
    expect(places.indexOf('m1')).toBeGreaterThan(places.indexOf('hardly'));
    expect(merged(results, 3).hits.map(({ id }) => id)).toEqual(places.slice(0, 3));
  });

  it('keeps the order that each has alone', () => {
    const said = fc.array(fc.stringMatching(/^(a|b|c|d)( (a|b|c|d)){0,5}$/), { maxLength: 8 });
    fc.assert(
      fc.property(fc.array(said, { minLength: 2, maxLength: 4 }), (chats) => {
        const results = chats.map((texts, at) => {
          const turns = texts.map((text, order) => {
            const role = order % 2 === 0 ? 'User' : 'Assistant';
            return document({ id: `${at}.${order}`, text: `${role}: ${text}`, group: 's', order });
          });
          return indexOf(turns).search(query('a b c'));
        });
        const { hits } = merged(results, 100);
        const alone = results.map((each) => each.hits.map(({ id }) => id));
        const among = results.map((_, at) => hits.filter((each) => each.namespace === String(at)));
        expect(among.map((own) => own.map(({ id }) => id))).toEqual(alone);
      }),
    );
  });
});
