import { summarize } from './load-phase';

const quiet = { p50: 0, p99: 1, max: 2 };

describe('summarize', () => {
  const first = {
    requests: 300,
    duration: 1,
    failures: 1,
    latencies: [1, 2],
    cpuSeconds: 0.6,
    delays: quiet,
  };
  const second = {
    requests: 100,
    duration: 1,
    failures: 0,
    latencies: [3, 9],
    cpuSeconds: 0.2,
    delays: quiet,
  };

  it('takes rates over the time of all rounds and percentiles over all their answers', () => {
    expect(summarize([first, second])).toMatchObject({
      requests: 400,
      rate: 200,
      failures: 1,
      p50: 2,
      p95: 9,
      p99: 9,
    });
  });

  it('shares the processor time out among the requests', () => {
    expect(summarize([first, second]).cpu).toBeCloseTo(2);
  });

  it('keeps the latest event loop of all rounds', () => {
    const late = { ...second, delays: { p50: 1, p99: 30, max: 40 } };
    expect(summarize([first, late]).delays).toEqual({ p50: 1, p99: 30, max: 40 });
  });

  it('answers zeros where nothing ran', () => {
    expect(summarize([])).toMatchObject({ requests: 0, rate: 0, p50: 0, cpu: 0 });
  });
});
