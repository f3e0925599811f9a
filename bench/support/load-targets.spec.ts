import { judge, type LoadFigures } from './load-targets';

function phase(rate: number, p50 = 2, failures = 0, late = 10) {
  const delays = { p50: 1, p99: late, max: 60 };
  return { rate, p50, p95: p50, p99: p50, requests: rate, failures, cpu: 1, delays };
}

function figures(changes: Partial<LoadFigures> = {}): LoadFigures {
  return {
    ceiling: { remember: phase(1000), recall: phase(1000) },
    service: { remember: phase(600), recall: phase(500, 6) },
    key: { remember: phase(600), recall: phase(500, 6) },
    memory: { before: 100, peak: 180, after: 150 },
    ...changes,
  };
}

function missed(changes: Partial<LoadFigures>): string[] {
  return judge(figures(changes)).flatMap((target) => (target.isMet ? [] : [target.name]));
}

describe('judge', () => {
  it('misses nothing when every figure is reached', () => {
    expect(missed({})).toEqual([]);
  });

  it('wants half of the rate of the ceiling on remember', () => {
    expect(missed({ service: { remember: phase(499), recall: phase(500) } })).toEqual([
      'remember, share of the ceiling',
    ]);
  });

  it('wants two fifths of it on recall, and a median at most 5 ms above', () => {
    expect(missed({ service: { remember: phase(500), recall: phase(399, 7.1) } })).toEqual([
      'recall, share of the ceiling',
      'recall p50 above the ceiling',
    ]);
  });

  it('wants an event loop that is never late for long', () => {
    const service = { remember: phase(600, 2, 0, 50), recall: phase(500, 2, 0, 49) };
    expect(missed({ service })).toEqual(['event loop delay p99, remember']);
  });

  it('wants memory that grows by less than 150 MB and falls back', () => {
    expect(missed({ memory: { before: 100, peak: 250, after: 250 } })).toEqual([
      'memory growth under load',
      'memory 30 s after the load',
    ]);
  });

  it('wants a key to cost at most a tenth more than a session token', () => {
    const key = { remember: { ...phase(600), cpu: 1.11 }, recall: { ...phase(500), cpu: 1.1 } };
    expect(missed({ key })).toEqual(['remember, cost of a key by that of a session token']);
  });

  it('counts failures of either side', () => {
    expect(missed({ ceiling: { remember: phase(1000, 2, 1), recall: phase(1000) } })).toEqual([
      'failed requests',
    ]);
  });
});
