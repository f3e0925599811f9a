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
