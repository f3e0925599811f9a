import { fusedScore, HALF_WAY, FAR, NEAR } from './score-formulas';
import type { IndexDocument } from './change-feed';
import { document, indexOf, query } from '../../test/support/index-samples';
import { quantize, type VectorSpace } from './vectors';
import type { SearchResult } from './search-query';

const DIMENSIONS = 5;
/** A cosine of 1 is worth a half. */
const SPACE: VectorSpace = { id: 7, dimensions: DIMENSIONS, mean: 0, deviation: 1 / HALF_WAY };
const EAST = [1, 0, 0, 0, 0];
const NORTH = [0, 1, 0, 0, 0];
const BETWEEN = [1, 1, 0, 0, 0];

function asked(text: string, vector: readonly number[], spaceId = SPACE.id) {
  return query(text, { vector: { spaceId, values: Float32Array.from(vector) } });
}

function embedded(
  id: string,
  text: string,
  vector: readonly number[] | null,
  fields: Partial<IndexDocument> = {},
) {
  return document({ ...fields, id, text, vector: vector && quantize(vector) });
}

function idsOf({ hits }: SearchResult): string[] {
  return hits.map(({ id }) => id);
}

describe('MemoryIndex with vectors', () => {
  const documents = [
    embedded('a', 'red', NORTH),
    embedded('b', 'blue', EAST),
    embedded('c', 'green', null),
    embedded('d', 'red sun', BETWEEN),
  ];

  it('finds a document that shares no word with the query', () => {
    const found = indexOf(documents, SPACE).search(asked('tea', EAST));
    const ofEast = found.hits[0]?.vector?.score ?? 0;
    expect(ofEast).toBeGreaterThan(0.25);
    expect(idsOf(found)).toEqual(['b', 'd']);
    expect(found.hits[0]).toMatchObject({
      score: fusedScore(0, ofEast),
      neighbourScore: 0,
      lexical: null,
      vector: { rank: 1, score: ofEast, similarity: 1 },
      matchedTerms: [],
    });
    expect(found).toMatchObject({ retrieval: 'hybrid', spaceId: SPACE.id, notEmbedded: 1, candidates: 3 });
  });

  it('finds a document that has no vector by its words', () => {
    const index = indexOf(documents, SPACE);
    const [hit] = index.search(asked('green', NORTH)).hits;
    const [byWords] = index.search(query('green')).hits;
    expect(hit).toEqual(byWords);
    expect(hit).toMatchObject({ id: 'c', vector: null });
  });

  it('puts what both words and vector speak for first', () => {
    const index = indexOf(documents, SPACE);
    expect(idsOf(index.search(asked('red', NORTH)))[0]).toBe('a');
    expect(idsOf(index.search(asked('sun', NORTH)))[0]).toBe('d');
  });

  it('explains the ranks by words and by vectors', () => {
    const index = indexOf(documents, SPACE);
    const ranks = (explain: boolean) =>
      index
        .search({ ...asked('red', EAST), explain })
        .hits.map(({ id, lexical, vector }) => [id, lexical && lexical.rank, vector && vector.rank])
        .toSorted();
    expect(ranks(true)).toEqual([
      ['a', 1, 3],
      ['b', null, 1],
      ['d', 2, 2],
    ]);
    expect(ranks(false)).toEqual([
      ['a', null, null],
      ['b', null, null],
      ['d', null, null],
    ]);
  });

  it('lets neighbours lend what their vectors score', () => {
    const session = ['s0', 's1', 's2', 's3'].map((id, order) =>
      embedded(id, 'tea', order === 0 ? EAST : null, { group: 's', order }),
    );
    const { hits } = indexOf(session, SPACE).search(asked('red', EAST));
    const own = fusedScore(0, hits[0]?.vector?.score ?? 0);
    expect(own).toBeGreaterThan(0.1);
    expect(hits.map(({ id }) => id)).toEqual(['s0', 's1', 's2']);
    [own, NEAR * own, FAR * own].forEach((score, at) => {
      expect(hits[at]?.score).toBeCloseTo(score, 12);
      expect(hits[at]?.neighbourScore).toBeCloseTo(at === 0 ? 0 : score, 12);
    });
  });

  it('counts a part of the vectors beside a memory for its own', () => {
    const scoreAmong = (beside: readonly number[], neighbours: 'on' | 'off'): number => {
      const turns = [beside, BETWEEN].map((each, order) =>
        embedded(`s${order}`, 'tea', each, { group: 's', order }),
      );
      const { hits } = indexOf(turns, SPACE).search({ ...asked('red', EAST), neighbours });
      return hits.find(({ id }) => id === 's1')?.vector?.score ?? 0;
    };
    expect(scoreAmong(EAST, 'on')).toBeGreaterThan(scoreAmong(EAST, 'off'));
    expect(scoreAmong(NORTH, 'on')).toBeLessThan(scoreAmong(NORTH, 'off'));
  });

  it.each([
    ['of another space', asked('red', EAST, SPACE.id + 1)],
    ['of other dimensions', asked('red', [1, 0])],
    ['that is not there', query('red')],
  ])('compares words alone with a query vector %s', (_, asking) => {
    const plain = indexOf(documents.map((each) => ({ ...each, vector: null }))).search(query('red'));
    const found = indexOf(documents, SPACE).search(asking);
    expect(found).toEqual({ ...plain, spaceId: SPACE.id, notEmbedded: 1 });
    expect(found.retrieval).toBe('lexical');
  });

  it('compares words alone while no document has a vector, or in an index without a space', () => {
    const bare = documents.map((each) => ({ ...each, vector: null }));
    expect(indexOf(bare, SPACE).search(asked('red', EAST))).toMatchObject({
      retrieval: 'lexical',
      spaceId: SPACE.id,
      notEmbedded: 4,
    });
    expect(indexOf(documents).search(asked('red', EAST))).toMatchObject({
      retrieval: 'lexical',
      spaceId: null,
      notEmbedded: null,
    });
  });

  it('takes the vector of a version that it holds, and loses it with a version that has none', () => {
    const index = indexOf([embedded('a', 'red', null)], SPACE);
    index.upsert(embedded('a', 'red', EAST));
    expect(idsOf(index.search(asked('tea', EAST)))).toEqual(['a']);
    index.upsert(embedded('a', 'red', EAST, { version: 2, tags: ['new'] }));
    expect(idsOf(index.search(asked('tea', EAST)))).toEqual(['a']);
    index.upsert(embedded('a', 'blue', null, { version: 3 }));
    expect(index.search(asked('tea', EAST))).toMatchObject({ hits: [], notEmbedded: 1 });
  });

  it('gives no vector to a document that is not there', () => {
    const index = indexOf(documents, SPACE);
    const before = index.search(asked('red', EAST));
    index.embed('z', quantize(EAST));
    index.remove('a');
    index.embed('a', quantize(EAST));
    expect(idsOf(index.search(asked('tea', EAST)))).toEqual(['b', 'd']);
    index.upsert(documents[0]!);
    expect(index.search(asked('red', EAST))).toEqual(before);
  });

  it('counts vectors in its bytes', () => {
    const space = { ...SPACE, dimensions: 384 };
    const many = Array.from({ length: 2000 }, (_, n) => document({ id: `m${n}`, order: n }));
    const vector = new Int8Array(384).fill(1);
    const without = indexOf(many).bytes;
    const added =
      indexOf(
        many.map((each) => ({ ...each, vector })),
        space,
      ).bytes - without;
    expect(added / many.length).toBeGreaterThan(384 + 48 + 4);
    expect(added / many.length).toBeLessThan((384 + 48 + 4 + 8) * 1.2);
  });
});
