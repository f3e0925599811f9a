import { runToEnd } from '../../../retrieval/time-slices';
import { loadBudgetMs, withinBudget } from './segment-budget';
import { DamagedSegment } from './segment-chunks';

/** A clock, and endless work of which each step takes so long. */
function endless(stepMs: number) {
  const clock = { ms: 0, steps: 0 };
  function* work(): Generator<void, never> {
    for (;;) {
      clock.ms += stepMs;
      clock.steps++;
      yield;
    }
  }
  return { clock, now: () => clock.ms, work: work() };
}

describe('the time that the load of a segment may take', () => {
  it('ends a load that does not end', () => {
    const { clock, now, work } = endless(10);
    expect(() => runToEnd(withinBudget(work, 1000, now))).toThrow(DamagedSegment);
    expect(clock.steps).toBe(101);
  });

  it('does not count pauses', () => {
    const { clock, now, work } = endless(10);
    const bounded = withinBudget(work, 1000, now);
    for (let n = 0; n < 50; n++) {
      expect(bounded.next().done).toBe(false);
      clock.ms += 5000;
    }
  });

  it('passes the result on, and grows with the segment', () => {
    function* work(): Generator<void, string> {
      yield;
      return 'loaded';
    }
    expect(runToEnd(withinBudget(work(), 1000))).toBe('loaded');
    expect(loadBudgetMs(100) - loadBudgetMs(0)).toBeGreaterThan(1000);
  });
});
