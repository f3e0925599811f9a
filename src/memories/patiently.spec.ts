import { patiently } from './patiently';

const NO_PAUSE = { firstPauseMs: 0, longestPauseMs: 0 };

describe('patiently', () => {
  it('asks until there is an answer', async () => {
    const answers = [null, null, 'third'];
    const ask = jest.fn(() => Promise.resolve(answers.shift() ?? null));
    expect(await patiently(ask, 'Busy', { ...NO_PAUSE, waitMs: 60_000 })).toBe('third');
    expect(ask).toHaveBeenCalledTimes(3);
  });

  it('gives up with the reason', async () => {
    const asking = patiently(() => Promise.resolve(null), 'Busy', { ...NO_PAUSE, waitMs: 5 });
    await expect(asking).rejects.toMatchObject({ code: 'BackendUnavailable', message: 'Busy' });
  });

  it('fails at once when asking fails', async () => {
    const asking = patiently(() => Promise.reject(new Error('Broken')), 'Busy');
    await expect(asking).rejects.toThrow('Broken');
  });
});
