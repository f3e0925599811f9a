import { batchesOf, type BenchMemory } from './dataset';

function memories(...sessions: string[]): BenchMemory[] {
  return sessions.map((session, index) => ({ id: `m${index}`, session, content: 'x' }));
}

function ids(batches: BenchMemory[][]): string[][] {
  return batches.map((batch) => batch.map((memory) => memory.id));
}

describe('batchesOf', () => {
  it('never lets a batch cross a session', () => {
    expect(ids(batchesOf(memories('a', 'a', 'b', 'a'), 100))).toEqual([['m0', 'm1'], ['m2'], ['m3']]);
  });

  it('cuts a long session into batches of the given size', () => {
    expect(ids(batchesOf(memories('a', 'a', 'a'), 2))).toEqual([['m0', 'm1'], ['m2']]);
  });

  it('makes no batch of nothing', () => {
    expect(batchesOf([], 100)).toEqual([]);
  });
});
