import type { IndexMemory } from './index-memory';
import { judgeScale, type CaseFigures, type ScaleFigures } from './scale-targets';

function measured(memories: number, p50: number, crowd = 0): CaseFigures {
  return { size: { memories, crowd, crowdAgents: 1_000 }, p50, p99: 2 * p50, firstRecall: 10, grownBy: 1 };
}

function built(p99: number) {
  const others = { p50: 1, p95: 2, p99: 3 };
  const delays = { p50: 1, p99, max: 60 };
  return { memories: 100_000, clients: 16, build: 2_000, delays, delaysBefore: delays, others };
}

function index(truth: number): IndexMemory {
  const recall = { p50: 0, p95: 0, p99: 0 };
  return { memories: 100_000, milliseconds: 1_000, estimate: 20_000_000, truth, recall };
}

function figures(changes: Partial<ScaleFigures> = {}): ScaleFigures {
  return {
    cases: [
      measured(1_000, 1),
      measured(10_000, 2),
      measured(100_000, 2.5),
      measured(10_000, 2.4, 1_000_000),
    ],
    indexes: [index(25_000_000)],
    builds: [built(5), built(29)],
    ...changes,
  };
}

function missed(changes: Partial<ScaleFigures>): string[] {
  return judgeScale(figures(changes)).flatMap((target) => (target.isMet ? [] : [target.name]));
}

describe('judgeScale', () => {
  it('misses nothing when every figure is just reached', () => {
    expect(judgeScale(figures())).toHaveLength(6);
    expect(missed({})).toEqual([]);
  });

  it('wants a hundred thousand memories at most 2.5 times as slow as a thousand, and at most 10 ms', () => {
    expect(missed({ cases: [measured(1_000, 1), measured(100_000, 2.6)] })).toEqual([
      'p50 at 100,000 to that at 1,000',
    ]);
    expect(missed({ cases: [measured(1_000, 9), measured(100_000, 11)] })).toEqual(['p50 at 100,000']);
  });

  it('wants a crowd to cost at most a fifth', () => {
    expect(missed({ cases: [measured(10_000, 1), measured(10_000, 1.21, 1_000_000)] })).toEqual([
      'p50 in the crowd to that alone',
    ]);
  });

  it('wants at most 250 bytes a memory, and an estimate within a fifth of them', () => {
    expect(missed({ indexes: [index(25_100_000)] })).toEqual([
      'index bytes a memory at 100,000',
      'error of the estimate at 100,000',
    ]);
  });

  it('wants an event loop that is never late for long in any process', () => {
    expect(missed({ builds: [built(30), built(1)] })).toEqual(['event loop delay p99 during a build']);
  });

  it('wants nothing of what was not measured', () => {
    expect(judgeScale({ cases: [measured(2_000, 1)], indexes: [], builds: [] })).toEqual([]);
  });
});
