import { ACTIVE, document, indexOf, query } from '../../test/support/index-samples';
import { SeededRandom } from '../../test/support/seeded-random';
import type { IndexDocument } from './change-feed';
import type { MemoryIndex } from './memory-index';
import { NEIGHBOUR_MODES } from './search-query';
import { PostingCursor } from './word-scores';
import { PostingStore } from './postings';
import type { SearchHit, SearchQuery } from './search-query';

const SPACE = { id: 1, dimensions: 8, mean: 0, deviation: 0.3 };
const WORDS = Array.from({ length: 60 }, (_, n) => `w${n}x`);
const DOCUMENTS = 900;
const QUERIES = 40;

const seeded = new SeededRandom(7);
const below = (count: number): number => seeded.below(count);
// The first words are in most documents, the last ones in few.
const word = (): string => WORDS[below(1 + below(1 + below(WORDS.length)))]!;
const wordsOf = (count: number): string => Array.from({ length: count }, word).join(' ');
const vectorOf = (): Int8Array => Int8Array.from({ length: SPACE.dimensions }, () => below(255) - 127);

function randomDocument(order: number, hasThreads: boolean): IndexDocument {
  return document({
    id: `m${order}`,
    order,
    group: `g${Math.floor(order / 9)}`,
    isThread: hasThreads && order % 3 > 0,
    text: `${seeded.next() < 0.3 ? 'Ann: ' : ''}${wordsOf(1 + below(12))}${seeded.next() < 0.2 ? '?' : ''}`,
    type: seeded.next() < 0.5 ? 'fact' : 'event',
    createdAt: below(4) * 86_400_000,
    vector: seeded.next() < 0.7 ? vectorOf() : null,
  });
}

/** With a tenth of the documents removed again. */
function randomIndex(hasThreads: boolean): MemoryIndex {
  const index = indexOf(
    Array.from({ length: DOCUMENTS }, (_, order) => randomDocument(order, hasThreads)),
    SPACE,
  );
  for (let order = 0; order < DOCUMENTS; order += 10) index.remove(`m${order}`);
  return index;
}

function randomQuery(): Partial<SearchQuery> & { text: string } {
  const when = seeded.pick(['', ' yesterday', ' Ann']);
  return {
    text: wordsOf(1 + below(6)) + when,
    now: 2 * 86_400_000,
    limit: 1 + below(12),
    neighbours: seeded.pick(NEIGHBOUR_MODES),
    vector: seeded.next() < 0.3 ? { spaceId: 1, values: Float32Array.from(vectorOf()) } : null,
    filter: seeded.next() < 0.5 ? ACTIVE : { ...ACTIVE, types: ['fact'] },
  } as Partial<SearchQuery> & { text: string };
}

/** What an explanation adds is left out. */
function shown({ hits }: { hits: SearchHit[] }): unknown[] {
  return hits.map(({ lexical, vector, ...hit }) => ({
    ...hit,
    lexical: lexical && { score: lexical.score },
    vector: vector && { ...vector, rank: null },
  }));
}

describe('A search that does not read all postings', () => {
  it.each([false, true])(
    'finds the same documents with the same scores as one that reads all of them, with threads: %s',
    (hasThreads) => {
      const index = randomIndex(hasThreads);
      let found = 0;
      for (let n = 0; n < QUERIES; n++) {
        const { text, ...fields } = randomQuery();
        const some = index.search(query(text, { ...fields, explain: false }));
        expect(shown(some)).toEqual(shown(index.search(query(text, fields))));
        found += some.hits.length;
      }
      expect(found).toBeGreaterThan(QUERIES);
    },
  );
});

describe('PostingStore.peakOf', () => {
  it('is the greatest frequency in a list, also after the list has grown', () => {
    const store = new PostingStore();
    for (let ordinal = 0; ordinal < 3000; ordinal++) {
      store.count(0, ordinal);
      if (ordinal === 1500) expect(store.peakOf(0)).toBe(1);
    }
    store.count(0, 2999);
    expect(store.peakOf(0)).toBe(2);
    store.count(0, 2999);
    store.count(0, 3000);
    expect(store.peakOf(0)).toBe(3);
    expect(new PostingStore().peakOf(0)).toBe(0);
  });
});

describe('PostingCursor', () => {
  it('finds the frequency of any document in any order', () => {
    const store = new PostingStore();
    for (let ordinal = 0; ordinal < 300; ordinal++) {
      for (let times = 0; times < ordinal % 4; times++) store.count(0, ordinal);
    }
    const cursor = new PostingCursor(store.at(0));
    const ordinals = Array.from({ length: 1000 }, (_, n) => (n < 500 ? below(310) : n - 500));
    expect(ordinals.map((ordinal) => cursor.frequencyIn(ordinal))).toEqual(
      ordinals.map((ordinal) => (ordinal < 300 ? ordinal % 4 : 0)),
    );
  });
});
