import fc from 'fast-check';
import { percentiles } from './percentiles';

describe('percentiles', () => {
  it('takes the nearest rank', () => {
    const samples = Array.from({ length: 100 }, (_, index) => 100 - index);
    expect(percentiles(samples)).toEqual({ p50: 50, p95: 95, p99: 99 });
  });

  it('answers zeros for no samples', () => {
    expect(percentiles([])).toEqual({ p50: 0, p95: 0, p99: 0 });
  });

  it('answers samples, in order of size', () => {
    fc.assert(
      fc.property(fc.array(fc.integer(), { minLength: 1 }), (samples) => {
        const { p50, p95, p99 } = percentiles(samples);
        expect(samples).toEqual(expect.arrayContaining([p50, p95, p99]));
        expect(p50 <= p95 && p95 <= p99).toBe(true);
      }),
    );
  });
});
