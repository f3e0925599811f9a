import { RequestCounter } from './request-counter';

describe('RequestCounter', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('admits so many requests a minute, of each key by itself', async () => {
    const counter = new RequestCounter('admits');
    const waits = async (key: string, count: number) => {
      const seconds: number[] = [];
      for (let i = 0; i < count; i++) seconds.push(await counter.secondsToWait(key, 2));
      return seconds;
    };
    expect(await waits('a', 3)).toEqual([0, 0, 60]);
    expect(await waits('b', 1)).toEqual([0]);
    await jest.advanceTimersByTimeAsync(58_500);
    expect(await waits('a', 1)).toEqual([2]);
    await jest.advanceTimersByTimeAsync(1_500);
    expect(await waits('a', 3)).toEqual([0, 0, 60]);
  });

  it('admits more at once when the limit of a key is raised', async () => {
    const counter = new RequestCounter('raised');
    expect(await counter.secondsToWait('a', 1)).toBe(0);
    expect(await counter.secondsToWait('a', 1)).toBe(60);
    expect(await counter.secondsToWait('a', 10)).toBe(0);
  });
});
