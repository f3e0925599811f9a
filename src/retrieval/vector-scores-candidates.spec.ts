import { DocumentTable } from './document-table';
import { document } from '../../test/support/index-samples';
import { EXACT, nearestSlots, QueryDirection, vectorCandidates } from './vector-scores';
import { quantize } from './vectors';
import { clusteredVectors, nearestByContrast } from '../../test/support/vector-samples';
import { VectorTable } from './vector-table';

const EVERY = (): boolean => true;

function filled(vectors: readonly Float32Array[]): { table: DocumentTable; vectors: VectorTable } {
  const table = new DocumentTable();
  const filled = new VectorTable(vectors[0]!.length);
  vectors.forEach((vector, n) =>
    filled.put(table.add(document({ id: `m${n}`, order: n }), 1), quantize(vector)),
  );
  return { table, vectors: filled };
}

function directionOf(vectors: VectorTable, query: Float32Array): QueryDirection {
  return new QueryDirection(query, vectors, { id: 1, dimensions: query.length, mean: 0, deviation: 0.1 });
}

describe('vectorCandidates', () => {
  const DOCUMENTS = 3_000;
  const WANTED = 10;

  describe.each([
    { clusters: 1000, noise: 1, offset: 1 },
    { clusters: 100, noise: 1, offset: 1 },
  ])('among vectors in $clusters clusters', (shape) => {
    const next = clusteredVectors({ dimensions: 384, ...shape }, 20_261_121);
    const originals = Array.from({ length: DOCUMENTS }, next);
    const { table, vectors } = filled(originals);
    const queries = Array.from({ length: 10 }, next);

    it('finds at least 0.97 of the ten nearest', () => {
      let found = 0;
      for (const query of queries) {
        const exact = new Set(nearestByContrast(originals, query, WANTED));
        const best = vectorCandidates(directionOf(vectors, query), table, WANTED, EVERY);
        // Ordinals are given out in the order of the originals.
        found += best.filter((ordinal) => exact.has(ordinal)).length;
      }
      expect(found / (queries.length * WANTED)).toBeGreaterThanOrEqual(0.97);
    });
  });

  it('answers best first, equal ones by id, of those that pass', () => {
    const { table, vectors } = filled(
      [
        [1, 0],
        [1, 1],
        [1, 0],
        [0, 1],
        [2, 0],
      ].map((each) => Float32Array.from(each)),
    );
    const direction = directionOf(vectors, Float32Array.of(1, 0));
    expect(vectorCandidates(direction, table, 10, EVERY)).toEqual([0, 2, 4, 1, 3]);
    expect(vectorCandidates(direction, table, 2, (ordinal) => ordinal !== 2)).toEqual([0, 4]);
  });
});

describe('nearestSlots', () => {
  const next = clusteredVectors({ dimensions: 16, clusters: 5, noise: 1, offset: 0 }, 7);
  const originals = Array.from({ length: EXACT * 3 }, next);
  const query = next();

  it('takes all that pass where they are few', () => {
    const { vectors } = filled(originals);
    const some = nearestSlots(directionOf(vectors, query), (ordinal) => ordinal % 4 === 1);
    expect([...some]).toEqual(Array.from({ length: (EXACT * 3) / 4 }, (_, n) => n * 4 + 1));
  });

  it('takes the same ones in any order, with all that tie', () => {
    const there = filled(originals);
    const back = filled(originals.toReversed());
    const last = originals.length - 1;
    const nearest = [...nearestSlots(directionOf(there.vectors, query), EVERY)];
    const reversed = [...nearestSlots(directionOf(back.vectors, query), EVERY)];
    expect(reversed.map((slot) => last - slot).toReversed()).toEqual(nearest);
    expect(nearest.length).toBeGreaterThanOrEqual(EXACT);
    expect(nearest.length).toBeLessThan(originals.length);
  });

  it('takes everything where all are alike', () => {
    const { vectors } = filled(Array.from({ length: EXACT + 500 }, () => query));
    expect(nearestSlots(directionOf(vectors, query), EVERY)).toHaveLength(EXACT + 500);
  });
});
