import { modelRoom } from './model-room';

const limits = { maxTokens: 2_048, timeoutMs: 600_000, contextTokens: null };

describe('modelRoom', () => {
  it('gives the answer the limit of tokens, and any length to the prompt, where no context is named', () => {
    expect(modelRoom(limits)).toEqual({ output: 2_048, prompt: null });
  });

  it('lets no answer be longer than the time-out allows at 20 tokens a second', () => {
    expect(modelRoom({ ...limits, timeoutMs: 60_000 }).output).toBe(1_200);
    expect(modelRoom({ ...limits, timeoutMs: 100 }).output).toBe(64);
  });

  it('shares the context between prompt and answer, with some caution', () => {
    expect(modelRoom({ ...limits, contextTokens: 4_096 })).toEqual({ output: 1_024, prompt: 2_457 });
    expect(modelRoom({ ...limits, contextTokens: 131_072 })).toEqual({ output: 2_048, prompt: 103_219 });
  });
});
