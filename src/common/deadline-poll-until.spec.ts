import { pollUntil } from './deadline';

const NO_PAUSE = { firstPauseMs: 0, longestPauseMs: 0 };

describe('pollUntil', () => {
  it('asks until there is an answer', async () => {
    const answers = [null, null, 'third'];
    const ask = jest.fn(() => Promise.resolve(answers.shift() ?? null));
    expect(await pollUntil({ ...NO_PAUSE, timeoutMs: 60_000 }, ask)).toBe('third');
    expect(ask).toHaveBeenCalledTimes(3);
  });

  it('answers null when time is up', async () => {
    expect(await pollUntil({ ...NO_PAUSE, timeoutMs: 5 }, () => Promise.resolve(null))).toBeNull();
  });

  it('fails at once when asking fails', async () => {
    const polling = pollUntil({ ...NO_PAUSE, timeoutMs: 60_000 }, () => Promise.reject(new Error('Broken')));
    await expect(polling).rejects.toThrow('Broken');
  });
});
