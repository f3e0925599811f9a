import { repeatRounds } from './file-sync';

const INTERVAL_MS = 1_000;

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

/** Rounds that last until they are ended. */
function slowRounds() {
  const ends: { resolve: () => void; reject: (error: Error) => void }[] = [];
  const round = () => new Promise<void>((resolve, reject) => ends.push({ resolve, reject }));
  return { ends, round };
}

describe('rounds', () => {
  it('are skipped while one runs, and not caught up', async () => {
    const { ends, round } = slowRounds();
    repeatRounds(round, INTERVAL_MS);
    await jest.advanceTimersByTimeAsync(60 * INTERVAL_MS);
    expect(ends).toHaveLength(1);
    ends[0]?.resolve();
    await jest.advanceTimersByTimeAsync(INTERVAL_MS - 1);
    expect(ends).toHaveLength(1);
    await jest.advanceTimersByTimeAsync(1);
    expect(ends).toHaveLength(2);
  });

  it('go on after one that failed', async () => {
    const { ends, round } = slowRounds();
    repeatRounds(round, INTERVAL_MS);
    await jest.advanceTimersByTimeAsync(INTERVAL_MS);
    ends[0]?.reject(new Error('a folder is gone'));
    await jest.advanceTimersByTimeAsync(INTERVAL_MS);
    expect(ends).toHaveLength(2);
  });

  it('end with a last one, after the one that runs', async () => {
    const { ends, round } = slowRounds();
    const stop = repeatRounds(round, INTERVAL_MS);
    await jest.advanceTimersByTimeAsync(INTERVAL_MS);
    const stopped = stop();
    await jest.advanceTimersByTimeAsync(10 * INTERVAL_MS);
    expect(ends).toHaveLength(1);
    ends[0]?.resolve();
    await jest.advanceTimersByTimeAsync(10 * INTERVAL_MS);
    expect(ends).toHaveLength(2);
    ends[1]?.resolve();
    await stopped;
  });
});
