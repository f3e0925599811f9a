import fc from 'fast-check';
import { compactedNow, document, indexOf, query } from '../../test/support/index-samples';
import type { IndexDocument } from './change-feed';
import { ImageMismatch, type IndexImage } from './index-image';
import { MemoryIndex } from './memory-index';
import { runToEnd } from './time-slices';
import { quantize, type VectorSpace } from './vectors';
import { propertyCases } from '../../test/support/property-cases';

const SPACE: VectorSpace = { id: 7, dimensions: 5, mean: 0, deviation: 0.5 };
const WORDS = ['red', 'blue', 'sun', 'moon', 'cat', 'User: why?', 'Assistant: tea', 'on 3 May 2024', 'ห้อง'];
const vector = fc
  .array(fc.integer({ min: -9, max: 9 }), { minLength: 5, maxLength: 5 })
  .map((each) => quantize(each));

interface Change {
  kind: 'put' | 'amend' | 'remove' | 'embed';
  document: IndexDocument;
}

/** UUIDs and other ids, of few documents, so that many changes meet. */
const id = fc.nat(9).map((n) => (n < 5 ? `00000000-0000-7000-8000-${String(n).padStart(12, '0')}` : `m${n}`));
const change: fc.Arbitrary<Change> = fc.record({
  kind: fc.constantFrom('put', 'put', 'put', 'amend', 'remove', 'embed'),
  document: fc
    .record({
      id,
      version: fc.nat(1000),
      text: fc.array(fc.constantFrom(...WORDS), { maxLength: 12 }).map((words) => words.join(' ')),
      group: fc.constantFrom(null, 'session:1', 'session:2', 'thread:\ud800'),
      isThread: fc.boolean(),
      type: fc.constantFrom('fact', 'event'),
      tags: fc.subarray(['x', 'ÿ', '"']),
      source: fc.constantFrom('user', 'agent'),
      status: fc.constantFrom('active' as const, 'expired' as const),
      createdAt: fc.nat(5),
      vector: fc.option(vector),
    })
    .map((fields) => document({ ...fields, order: Number(fields.id.at(-1)) })),
});
const changes = fc.array(change, { maxLength: 40 });

function applyTo(index: MemoryIndex, { kind, document: changed }: Change): void {
  if (kind === 'remove') index.remove(changed.id);
  else if (kind === 'embed') index.embed(changed.id, changed.vector ?? quantize([1, 2, 3, 4, 5]));
  else if (kind === 'put' || !has(index, changed.id)) index.upsert(changed);
  else index.upsert({ ...changed, text: null, vector: null });
}

function has(index: MemoryIndex, wanted: string): boolean {
  const found = index.search(query('', { explainIds: [wanted] }));
  return found.standings.length > 0;
}

/** As another thread or a file gives it back: no array is shared. */
function copied(image: IndexImage): IndexImage {
  return structuredClone(image);
}

function throughImage(index: MemoryIndex): MemoryIndex {
  return runToEnd(MemoryIndex.ofImage('english', SPACE, copied(runToEnd(index.toImage()))));
}

const QUERIES = [
  query('red sun'),
  query('tea moon'),
  query('what was on 3 May 2024'),
  query('ห้อง', { limit: 2 }),
  query('blue', {
    vector: { spaceId: 7, values: Float32Array.from([1, -2, 3, 0, 1]) },
    filter: {
      types: ['fact'],
      tags: ['ÿ', '"'],
      sources: null,
      createdAfter: null,
      createdBefore: null,
      status: 'active',
    },
  }),
  query('cat', { vector: { spaceId: 7, values: Float32Array.from([0, 1, 0, -1, 0]) } }),
];

function resultsOf(index: MemoryIndex) {
  return QUERIES.map((each) => index.search(each));
}

describe('the image of a MemoryIndex', () => {
  it('makes an index that finds the same and takes the same changes, whatever came before', () => {
    fc.assert(
      fc.property(changes, changes, (before, after) => {
        const index = indexOf([], SPACE);
        for (const each of before) applyTo(index, each);
        const loaded = throughImage(index);
        expect(resultsOf(loaded)).toEqual(resultsOf(index));
        for (const each of after) {
          applyTo(index, each);
          applyTo(loaded, each);
          expect(loaded.size).toBe(index.size);
        }
        expect(resultsOf(loaded)).toEqual(resultsOf(index));
        expect(resultsOf(throughImage(loaded))).toEqual(resultsOf(index));
        expect(resultsOf(compactedNow(loaded))).toEqual(resultsOf(index));
      }),
      { numRuns: propertyCases(300) },
    );
  });

  it('holds lists and tables of every size', () => {
    const words = (n: number) => `word${n} word${n % 7} word${n % 400} red`;
    const documents = Array.from({ length: 3000 }, (_, n) =>
      document({
        id: `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`,
        order: n,
        text: words(n),
        group: `session:${n % 50}`,
        vector: quantize([n % 3, n % 5, 1, -n % 7, 2]),
      }),
    );
    const index = indexOf(documents.slice(0, 2500), SPACE);
    const loaded = throughImage(index);
    for (const each of documents.slice(2500)) {
      index.upsert(each);
      loaded.upsert(each);
    }
    for (const { id: gone } of documents.slice(1000, 1400)) {
      index.remove(gone);
      loaded.remove(gone);
    }
    const asked = [query('word3 word11'), query('red word2999'), ...QUERIES];
    expect(asked.map((each) => loaded.search(each))).toEqual(asked.map((each) => index.search(each)));
    expect(loaded.bytes / index.bytes).toBeCloseTo(1, 0);
  });

  it('is refused when something is missing, left over or of another kind', () => {
    const image = runToEnd(indexOf([document({ id: 'a', text: 'red' })]).toImage());
    const load = (changed: Partial<IndexImage>) => () =>
      runToEnd(MemoryIndex.ofImage('english', null, copied({ ...image, ...changed })));
    expect(load({})).not.toThrow();
    expect(load({ numbers: image.numbers.slice(1) })).toThrow(ImageMismatch);
    expect(load({ numbers: [...image.numbers, 1] })).toThrow(ImageMismatch);
    expect(load({ columns: image.columns.slice(1) })).toThrow(ImageMismatch);
    expect(load({ columns: [...image.columns, image.columns[0]!] })).toThrow(ImageMismatch);
    expect(load({ columns: image.columns.toReversed() })).toThrow(ImageMismatch);
  });
});
