import { once } from 'node:events';
import { ModelUnavailable, type StructuredRequest } from '../../inference/text-generator';
import { BackendTextGenerator } from './backend-text-generator';
import type { RemoteQuestion } from './protocol/backend-api';
import { BackendFailure, NO_ANSWER } from './protocol/call';

const REQUEST: StructuredRequest = {
  system: 'Be brief.',
  prompt: 'Why?',
  model: null,
  temperature: 1.7,
  schemaName: 'reason',
  schema: { type: 'object' },
};

describe('the model of the backend', () => {
  const ask = jest.fn<Promise<{ answer: string; model: string }>, [RemoteQuestion]>();
  const generator = new BackendTextGenerator({ ask }, { LLM_TIMEOUT_MS: 60_000, LLM_CONCURRENCY: 2 });
  const says = (answer: string) => ask.mockResolvedValue({ answer, model: 'large' });

  beforeEach(() => ask.mockReset());

  it('is asked without memories, and named by its answer', async () => {
    says(' Because. ');
    expect(await generator.generate(REQUEST)).toEqual({ text: 'Because.', model: 'large' });
    expect(ask.mock.lastCall?.[0]).toMatchObject({
      query: 'Why?',
      header: 'Be brief.',
      model: null,
      temperature: 1,
    });
  });

  it('gets the schema of the JSON, and its answer is read tolerantly', async () => {
    says('Here it is:\n```json\n{"reason": "so",}\n```');
    expect(await generator.generateJson(REQUEST)).toEqual({ value: { reason: 'so' }, model: 'large' });
    expect(ask.mock.lastCall?.[0].header).toContain('{"type":"object"}');
  });

  it('streams its answer in one piece', async () => {
    says('<think>hm</think>Because.');
    const pieces = [];
    for await (const piece of generator.stream(REQUEST)) pieces.push(piece);
    expect(pieces).toEqual(['Because.']);
  });

  it.each([
    ['the backend fails', () => Promise.reject(new BackendFailure(NO_ANSWER, 'unknown'))],
    ['it says nothing', () => Promise.resolve({ answer: ' \n', model: 'large' })],
  ])('is unavailable when %s', async (_, answer) => {
    ask.mockImplementation(answer);
    await expect(generator.generate(REQUEST)).rejects.toThrow(ModelUnavailable);
  });

  it('is given up with its caller, and after its time limit', async () => {
    ask.mockImplementation(async ({ signal }) => {
      if (signal?.aborted === false) await once(signal, 'abort');
      throw new Error('gone');
    });
    const gone = new AbortController();
    const asked = generator.generate({ ...REQUEST, signal: gone.signal });
    gone.abort();
    await expect(asked).rejects.toThrow(ModelUnavailable);
    const hasty = new BackendTextGenerator({ ask }, { LLM_TIMEOUT_MS: 5, LLM_CONCURRENCY: 1 });
    await expect(hasty.generate(REQUEST)).rejects.toThrow(ModelUnavailable);
  });

  it('answers so many at a time', async () => {
    let open = 0;
    let most = 0;
    ask.mockImplementation(async () => {
      most = Math.max(most, ++open);
      await new Promise(setImmediate);
      open--;
      return { answer: 'Because.', model: 'large' };
    });
    await Promise.all(Array.from({ length: 8 }, () => generator.generate(REQUEST)));
    expect(most).toBe(2);
  });
});
