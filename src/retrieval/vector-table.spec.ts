import { quantize } from './vectors';
import { QueryDirection } from './vector-scores';
import { BLOCK_SLOTS } from './vector-block';
import { NO_SLOT, VectorTable } from './vector-table';

const SPACE = { id: 1, dimensions: 4, mean: 0, deviation: 0.1 };

function similarity(table: VectorTable, ordinal: number, query: number[]): number | null {
  return new QueryDirection(Float32Array.from(query), table, SPACE).similarityOf(ordinal);
}

describe('VectorTable', () => {
  it('keeps a vector by document, and none of those that have none', () => {
    const table = new VectorTable(4);
    table.put(2, quantize([1, 0, 0, 0]));
    expect(similarity(table, 2, [1, 0, 0, 0])).toBe(1);
    expect(similarity(table, 2, [-3, 0, 0, 0])).toBe(-1);
    expect(similarity(table, 2, [0, 1, 0, 0])).toBe(0);
    expect(similarity(table, 1, [1, 0, 0, 0])).toBeNull();
    expect(table.slotOf(1_000_000)).toBe(NO_SLOT);
    expect(table.live).toBe(1);
  });

  it('replaces the vector of a document in its place', () => {
    const table = new VectorTable(4);
    table.put(0, quantize([1, 1, 1, 1]));
    table.put(0, quantize([-1, -1, -1, -1]));
    expect(similarity(table, 0, [-1, -1, -1, -1])).toBe(1);
    expect(table.blockOf(0).distance(0, new Int32Array(4))).toBe(0);
    expect(table).toMatchObject({ size: 1, live: 1 });
  });

  it('takes no vector of other dimensions', () => {
    const table = new VectorTable(4);
    table.put(0, quantize([1, 0, 0]));
    expect(table).toMatchObject({ size: 0, live: 0 });
  });

  it('counts the live ones', () => {
    const table = new VectorTable(4);
    table.put(0, quantize([1, 0, 0, 0]));
    table.put(1, quantize([1, 0, 0, 0]));
    table.forget(0);
    table.forget(7);
    expect(table.live).toBe(1);
  });

  it('grows over many blocks, and says what it takes', () => {
    const dimensions = 384;
    const table = new VectorTable(dimensions);
    const count = BLOCK_SLOTS * 8 + 1;
    const vector = (n: number): Int8Array =>
      new Int8Array(dimensions).fill(-1, 0, n % dimensions).fill(1, n % dimensions);
    for (let n = 0; n < count; n++) table.put(n, vector(n));
    const query = new QueryDirection(Float32Array.from(vector(0)), table, { ...SPACE, dimensions });
    for (const n of [0, BLOCK_SLOTS - 1, BLOCK_SLOTS, count - 1]) {
      expect(query.similarityOf(n)).toBeCloseTo(1 - (2 * (n % dimensions)) / dimensions, 6);
    }
    const needed = count * (dimensions + dimensions / 8 + 4 + 8);
    expect(table.bytes).toBeGreaterThan(needed);
    expect(table.bytes).toBeLessThan(needed * 1.2);
  });

  it('takes little for a few vectors', () => {
    const table = new VectorTable(384);
    table.put(0, new Int8Array(384));
    expect(table.bytes).toBeLessThan(13_000);
  });

  it('samples all of a few vectors, and a share of many, whatever their order', () => {
    const sampleOf = (vectors: readonly Int8Array[]): string[] => {
      const table = new VectorTable(8);
      vectors.forEach((each, ordinal) => table.put(ordinal, each));
      const sampled: string[] = [];
      table.eachSampled((slot) =>
        sampled.push(
          table
            .blockOf(slot)
            .codesAt(slot % BLOCK_SLOTS)
            .join(),
        ),
      );
      return sampled.toSorted();
    };
    const vectorAt = (n: number) =>
      quantize(Array.from({ length: 8 }, (_, i) => Math.sin(n * 13 + i * 7 + 1)));
    const many = Array.from({ length: 10_000 }, (_, n) => vectorAt(n));
    expect(sampleOf(many.slice(0, 1_000))).toHaveLength(1_000);
    expect(sampleOf(many).length).toBeGreaterThan(300);
    expect(sampleOf(many).length).toBeLessThan(1_200);
    expect(sampleOf(many.toReversed())).toEqual(sampleOf(many));
  });

  it('samples no vector of a dead document', () => {
    const table = new VectorTable(4);
    table.put(0, quantize([1, 0, 0, 0]));
    table.put(1, quantize([0, 1, 0, 0]));
    table.forget(0);
    const sampled: number[] = [];
    table.eachSampled((slot) => sampled.push(table.ordinalAt(slot)));
    expect(sampled).toEqual([1]);
  });
});
