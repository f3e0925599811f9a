import { damagedImages } from '../../test/support/damaged-images';
import { compactedNow, document, EVERYTHING, indexOf, query } from '../../test/support/index-samples';
import type { IndexDocument } from './change-feed';
import { ImageMismatch, type IndexImage } from './index-image';
import { MemoryIndex } from './memory-index';
import { runToEnd } from './time-slices';
import { quantize, type VectorSpace } from './vectors';

const SPACE: VectorSpace = { id: 7, dimensions: 12, mean: 0, deviation: 0.5 };
const SEED = 20_261_124;
/**
 * Other values are as possible as the right ones: type, source, creation, days, question, version, the texts of types,
 * sources and groups, the sets of tags, scopes and metadata with their texts, and the texts of terms.
 */
const ONLY_IN_ROWS = new Set(
  [7, 8, 9, 10, 11, 12, 14, 15, 17, 19, 34, 35, 37, 38, 40, 41, 43].map((column) => `column ${column}`),
);
/** Steps of a load: many times what an index of this size needs. */
const MOST_STEPS = 100_000;

function sample(n: number): IndexDocument {
  return document({
    id: n % 50 === 7 ? `file${n}` : `00000000-0000-7000-8000-${String(n * 7).padStart(12, '0')}`,
    order: n,
    version: n + 1,
    text: n % 4 === 0 ? `User: word${n % 40} tea?` : `Ann: word${n} red on 3 May 20${10 + (n % 15)}`,
    group: n % 3 === 0 ? null : `session:${n % 25}`,
    type: n % 2 === 0 ? 'fact' : 'event',
    tags: n % 5 === 0 ? ['x', 'ÿ'] : [],
    source: n % 7 === 0 ? 'user' : 'agent',
    scope: n % 4 === 0 ? null : `user:${n % 3}`,
    metadata: n % 3 === 0 ? {} : { project: ['atlas', 'ÿ'], place: n % 7 },
    createdAt: n * 86_400_000,
    vector: n % 6 === 0 ? null : quantize(Array.from({ length: 12 }, (_, i) => ((n * (i + 3)) % 17) - 8)),
  });
}

/** It has a list of postings of each kind, replaced and removed documents, and free blocks. */
function sampleIndex(): MemoryIndex {
  const index = indexOf(
    Array.from({ length: 1500 }, (_, n) => sample(n)),
    SPACE,
  );
  for (let n = 0; n < 60; n += 3) index.remove(sample(n).id);
  for (let n = 100; n < 130; n++) index.upsert({ ...sample(n), version: 9000 + n, text: `blue word${n}` });
  return index;
}

const QUERIES = [
  query('red tea', { limit: 20 }),
  query('word3 word11 blue', { limit: 20 }),
  query('what was on 3 May 2014', { limit: 10 }),
  query('tea', {
    limit: 10,
    vector: { spaceId: 7, values: Float32Array.from({ length: 12 }, (_, i) => i - 5) },
  }),
  query('red', {
    limit: 10,
    filter: {
      types: ['fact'],
      tags: ['ÿ'],
      sources: ['agent'],
      createdAfter: new Date(0),
      createdBefore: new Date(864e10),
      status: 'active',
    },
  }),
  query('red', {
    limit: 20,
    filter: { ...EVERYTHING, scopes: ['user:*'], metadata: { project: ['ÿ'], place: [1, 2, 3] } },
  }),
];

function resultsOf(index: MemoryIndex) {
  return QUERIES.map((each) => index.search(each));
}

function loaded(image: IndexImage): MemoryIndex | null {
  try {
    const index = bounded(MemoryIndex.ofImage('english', SPACE, image));
    bounded(index.check());
    return index;
  } catch (error) {
    if (error instanceof ImageMismatch) return null;
    throw error;
  }
}

function bounded<R>(work: Generator<void, R>): R {
  for (let steps = 0; steps < MOST_STEPS; steps++) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
  throw new Error('A load takes too many steps');
}

/** What a process does with an index after it was loaded. */
function changeAll(index: MemoryIndex): void {
  for (let n = 0; n < 1500; n += 4) index.upsert({ ...sample(n), version: 50_000 + n });
  for (let n = 1; n < 1500; n += 4) index.remove(sample(n).id);
  for (let n = 1500; n < 1600; n++) index.upsert(sample(n));
  compactedNow(index);
}

describe('a damaged image', () => {
  const image = runToEnd(sampleIndex().toImage());
  const right = resultsOf(sampleIndex());

  it('is accepted when it is not damaged', () => {
    const index = loaded(structuredClone(image));
    expect(index).not.toBeNull();
    expect(resultsOf(index!)).toEqual(right);
  });

  it('is refused, or makes an index whose searches and changes end without an error', () => {
    const other = new Set<string>();
    let refused = 0;
    for (const { name, image: damaged } of damagedImages(image, SEED)) {
      const index = loaded(damaged);
      if (index === null) refused++;
      if (index === null) continue;
      if (JSON.stringify(resultsOf(index)) !== JSON.stringify(right)) other.add(name.split(':')[0]!);
      changeAll(index);
      resultsOf(index);
    }
    expect([...other].filter((name) => !ONLY_IN_ROWS.has(name))).toEqual([]);
    expect(refused).toBeGreaterThan(400);
  });
});
