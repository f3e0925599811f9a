import { summarize } from './load-phase';

describe('summarize', () => {
  it('takes rates over the time of all rounds and percentiles over all their answers', () => {
    const summary = summarize([
      { requests: 300, duration: 1, failures: 1, latencies: [1, 2] },
      { requests: 100, duration: 1, failures: 0, latencies: [3, 9] },
    ]);
    expect(summary).toEqual({ requests: 400, rate: 200, failures: 1, p50: 2, p95: 9, p99: 9 });
  });

  it('answers zeros where nothing ran', () => {
    expect(summarize([])).toMatchObject({ requests: 0, rate: 0, p50: 0 });
  });
});
