import { firstIdAt, newTraceId } from './recall-trace';

describe('the id of a trace', () => {
  it('has the order of the times', () => {
    const times = [0, 1, 59_999, Date.UTC(2026, 4, 1), Date.UTC(2026, 4, 1) + 1].map((ms) => new Date(ms));
    for (const [at, time] of times.entries()) {
      const id = newTraceId(time);
      expect(id >= firstIdAt(time)).toBe(true);
      const next = times[at + 1];
      if (next) expect(id < firstIdAt(next)).toBe(true);
    }
  });

  it('is another one for each trace of a millisecond', () => {
    const at = new Date(Date.UTC(2026, 4, 1));
    expect(new Set(Array.from({ length: 10_000 }, () => newTraceId(at))).size).toBe(10_000);
  });

  it('is a UUID for times that none has', () => {
    expect(firstIdAt(new Date(-1))).toBe('00000000-0000-0000-0000-000000000000');
    expect(firstIdAt(new Date(8.64e15))).toMatch(/^ffffffff-ffff-/);
  });
});
