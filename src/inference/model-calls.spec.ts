import { counted, modelUsage } from './model-calls';

describe('counted', () => {
  it('counts answers, failures and the reported tokens', async () => {
    const before = { ...modelUsage() };
    const answer = { usage: { prompt_tokens: 12, completion_tokens: 3 } };
    expect(await counted(Promise.resolve(answer))).toBe(answer);
    await expect(counted(Promise.reject(new Error('away')))).rejects.toThrow('away');
    expect(modelUsage()).toEqual({
      answered: before.answered + 1,
      failed: before.failed + 1,
      promptTokens: before.promptTokens + 12,
      completionTokens: before.completionTokens + 3,
    });
  });

  it.each([
    [null],
    ['text'],
    [{}],
    [{ usage: null }],
    [{ usage: 5 }],
    [{ usage: { prompt_tokens: -1, completion_tokens: '3' } }],
    [{ usage: { prompt_tokens: 1.5, completion_tokens: Infinity } }],
  ])('counts no tokens of %j', async (answer) => {
    const { promptTokens, completionTokens } = modelUsage();
    await counted(Promise.resolve(answer));
    expect(modelUsage()).toMatchObject({ promptTokens, completionTokens });
  });
});
