import { judge, type LoadFigures } from './load-targets';

function phase(rate: number, p50 = 2, failures = 0) {
  return { rate, p50, p95: p50, p99: p50, requests: rate, failures };
}

function figures(changes: Partial<LoadFigures> = {}): LoadFigures {
  const delays = { p50: 1, p99: 10, max: 40 };
  return {
    ceiling: { remember: phase(1000), recall: phase(1000) },
    service: { remember: phase(600), recall: phase(500, 6) },
    delays: { remember: delays, recall: delays },
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
    const late = { p50: 1, p99: 50, max: 60 };
    const fine = { p50: 1, p99: 49, max: 60 };
    expect(missed({ delays: { remember: late, recall: fine } })).toEqual(['event loop delay p99, remember']);
  });

  it('wants memory that grows by less than 150 MB and falls back', () => {
    expect(missed({ memory: { before: 100, peak: 250, after: 250 } })).toEqual([
      'memory growth under load',
      'memory 30 s after the load',
    ]);
  });

  it('counts failures of either side', () => {
    expect(missed({ ceiling: { remember: phase(1000, 2, 1), recall: phase(1000) } })).toEqual([
      'failed requests',
    ]);
  });
});
