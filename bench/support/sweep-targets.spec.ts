import type { SweepFigures } from './sweep-run';
import { judgeSweep } from './sweep-targets';

const delays = { p50: 0, p99: 0, max: 0 };
const figures = (seconds: number, p99: number, peakMemory: number): SweepFigures => ({
  quiet: { times: [5], delays, peakMemory: 600 },
  during: { times: [p99], delays, peakMemory },
  sweep: { scanned: 1_000_000, matched: 500_000, expired: 500_000, seconds },
});
const met = (given: SweepFigures) => judgeSweep(given).map(({ isMet }) => isMet);

describe('judgeSweep', () => {
  it('wants a million memories a minute, recall at less than three times its time, and no growth to speak of', () => {
    expect(met(figures(59, 14, 700))).toEqual([true, true, true]);
    expect(met(figures(61, 15, 800))).toEqual([false, false, false]);
  });
});
