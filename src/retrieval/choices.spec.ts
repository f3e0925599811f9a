import { ACTIVE, compactedNow, document, indexOf, query } from '../../test/support/index-samples';
import type { IndexDocument } from './change-feed';
import { MemoryIndex } from './memory-index';
import type { SearchFilter } from './search-query';
import { runToEnd } from './time-slices';
import { quantize, type VectorSpace } from './vectors';

const SPACE: VectorSpace = { id: 7, dimensions: 4, mean: 0, deviation: 0.5 };
const COUNT = 2_000;
const WORDS = ['tea', 'red', 'blue', 'sun', 'moon'];

function sample(n: number): IndexDocument {
  return document({
    id: `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`,
    order: n,
    text: `${WORDS[n % 5]} ${WORDS[(n * 7) % 5]} word${n % 200}`,
    group: n % 2 === 0 ? null : `thread:${n % 150}`,
    isThread: n % 2 === 1,
    tags: n % 40 === 3 ? ['rare', 'x'] : ['x'],
    scope: n % 3 === 0 ? null : `user:${n % 100}`,
    metadata: { project: `p${n % 7}`, labels: n % 11 === 0 ? ['a', 'b', 'a'] : ['b'], message: n },
    createdAt: n,
    vector: quantize([(n % 9) - 4, (n % 5) - 2, (n % 13) - 6, 1]),
  });
}

const documents = Array.from({ length: COUNT }, (_, n) => sample(n));
const byId = new Map(documents.map((each) => [each.id, each]));

const FILTERS: [string, Partial<SearchFilter>, (each: IndexDocument) => boolean][] = [
  ['a rare tag', { tags: ['rare'] }, ({ tags }) => tags.includes('rare')],
  ['one scope', { scopes: ['user:17'] }, ({ scope }) => scope === 'user:17'],
  ['scopes that begin so', { scopes: ['user:1*'] }, ({ scope }) => scope?.startsWith('user:1') ?? false],
  ['all scopes', { scopes: ['*'] }, ({ scope }) => scope !== null],
  ['a scope, or none', { scopes: [null, 'user:17'] }, ({ scope }) => scope === null || scope === 'user:17'],
  ['one memory', { metadata: { message: [77] } }, ({ metadata }) => metadata.message === 77],
  ['an item of a list', { metadata: { labels: ['a', 'b'] } }, () => true],
  [
    'two keys and a scope',
    { scopes: ['user:*'], metadata: { project: ['p3', 'p5'], labels: ['a'] } },
    ({ scope, metadata: { project, labels } }) =>
      scope !== null && ['p3', 'p5'].includes(String(project)) && (labels as string[]).includes('a'),
  ],
  ['nothing', { metadata: { project: ['p1'], message: [5] } }, () => false],
];

const QUERIES = [
  query('tea'),
  query('red moon word17 word21'),
  query('blue', { vector: { spaceId: 7, values: Float32Array.from([1, -1, 2, 0]) } }),
];

describe('a filter of tags, scopes or metadata', () => {
  const index = indexOf(documents, SPACE);
  const loaded = runToEnd(MemoryIndex.ofImage('english', SPACE, structuredClone(runToEnd(index.toImage()))));
  const compacted = compactedNow(index);

  it.each(FILTERS)('of %s finds the best of those that pass, with the same scores', (_, filter, passes) => {
    for (const asked of QUERIES) {
      const all = index.search({ ...asked, limit: COUNT, filter: ACTIVE }).hits;
      const expected = all.filter(({ id }) => passes(byId.get(id)!)).slice(0, 10);
      for (const each of [index, loaded, compacted]) {
        const { hits } = each.search({ ...asked, limit: 10, filter: { ...ACTIVE, ...filter } });
        expect(hits.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
        hits.forEach(({ score }, at) => expect(score).toBeCloseTo(expected[at]!.score, 9));
      }
    }
  });

  it('follows metadata that change in place', () => {
    const changing = indexOf(documents.slice(0, 100));
    const found = (metadata: SearchFilter['metadata']) =>
      changing.search(query('tea', { filter: { ...ACTIVE, metadata } })).hits.map(({ id }) => id);
    const [changed] = documents;
    const project = { project: ['p0'] };
    expect(found(project)).toContain(changed!.id);
    changing.upsert({ ...changed!, version: 2, text: null, metadata: { project: 'other' } });
    expect(found(project)).not.toContain(changed!.id);
    expect(found({ project: ['other'] })).toEqual([changed!.id]);
    changing.upsert({ ...changed!, version: 3, text: null, metadata: { project: 'p0' } });
    expect(found(project).filter((id) => id === changed!.id)).toEqual([changed!.id]);
    changing.remove(changed!.id);
    expect(found(project)).not.toContain(changed!.id);
  });
});
