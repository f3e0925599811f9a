import { percentiles } from '../percentiles';
import { summarizeMixed, type MixedPhase, type MixedSummary } from './mixed-phase';
import type { MixedFigures } from './mixed-run';
import { judgeMixed } from './mixed-targets';

function phase(answers: number, latency: number, failures = 0): MixedPhase {
  return {
    latencies: { recall: Array<number>(answers).fill(latency), remember: [], listing: [] },
    failures,
    example: failures > 0 ? 'a failure' : null,
    seconds: 1,
    cores: { server: 0.5, driver: 0.1, database: 0.25, machine: 1.5, stolen: 0 },
    delays: { p50: 0, p99: latency, max: latency },
    memory: answers,
  };
}

function summary(answers: number, latency = 10, failures = 0): MixedSummary {
  return summarizeMixed([phase(answers, latency, failures)]);
}

function figures(changes: Partial<MixedFigures> = {}): MixedFigures {
  return {
    closed: { ceiling: summary(1_000), 'bare ceiling': summary(2_000), service: summary(500) },
    half: { rate: 250, summary: summary(250, 39.9), ceiling: summary(250) },
    start: { building: 1, before: 100, after: 200 },
    tight: { indexMb: 256, summary: summary(100) },
    ...changes,
  };
}

function missed(changes: Partial<MixedFigures>): string[] {
  return judgeMixed(figures(changes)).flatMap(({ name, isMet }) => (isMet ? [] : [name]));
}

describe('judgeMixed', () => {
  it('misses nothing when every figure is just reached', () => {
    expect(missed({})).toEqual([]);
  });

  it('wants half of the rate of the ceiling that runs the same statements', () => {
    const closed = { ...figures().closed, service: summary(499) };
    expect(missed({ closed })).toEqual(['mixed, share of the ceiling']);
  });

  it('wants recall below 40 ms at half of the highest rate, and to have been measured', () => {
    const name = 'mixed, recall p99 at half of the highest rate';
    expect(missed({ half: { rate: 250, summary: summary(250, 40), ceiling: summary(250) } })).toEqual([name]);
    expect(missed({ half: { rate: 250, summary: summary(0), ceiling: summary(250) } })).toEqual([name]);
  });

  it('counts failures of every phase', () => {
    expect(missed({ tight: { indexMb: 256, summary: summary(100, 10, 1) } })).toEqual([
      'mixed, failed requests',
    ]);
  });
});

describe('summarizeMixed', () => {
  it('takes rates and processor time over the time of all rounds, and the best round', () => {
    const result = summarizeMixed([phase(300, 1), { ...phase(100, 3), seconds: 3 }]);
    expect(result).toMatchObject({ rate: 100, bestRate: 300, memory: 300, failures: 0 });
    expect(result).toMatchObject(percentiles([...Array<number>(300).fill(1), ...Array<number>(100).fill(3)]));
    expect(result.cores.server).toBeCloseTo(0.5);
    expect(result.cpu).toEqual({ server: 5, database: 2.5 });
    expect(result.kinds.recall.count).toBe(400);
    expect(result.kinds.listing).toEqual({ count: 0, p50: 0, p95: 0, p99: 0 });
  });
});
