import { Env } from '../config/env';
import { chooseTextGenerator } from './inference.module';
import { LentTextGenerator } from './lent-text-generator';
import {
  ModelUnavailable,
  TextGenerator,
  type Generation,
  type StructuredGeneration,
} from './text-generator';

class Lender extends TextGenerator {
  readonly model = 'lent';

  generate(): Promise<Generation> {
    return Promise.resolve({ text: 'Yes.', model: this.model });
  }

  async *stream(): AsyncIterable<string> {
    yield await Promise.resolve('Yes.');
  }

  generateJson(): Promise<StructuredGeneration> {
    return Promise.resolve({ value: { yes: true }, model: this.model });
  }
}

describe('a lent model', () => {
  const request = { system: '', prompt: 'Is it?', model: null, temperature: 0, schemaName: 'x', schema: {} };

  it('is none until it is lent', async () => {
    const generator = new LentTextGenerator();
    expect(generator.model).toBeNull();
    await expect(generator.generate(request)).rejects.toThrow(ModelUnavailable);
  });

  it('is used from then on', async () => {
    const generator = new LentTextGenerator();
    generator.lend(new Lender());
    expect(generator.model).toBe('lent');
    expect(await generator.generate(request)).toEqual({ text: 'Yes.', model: 'lent' });
    expect(await generator.generateJson(request)).toEqual({ value: { yes: true }, model: 'lent' });
    for await (const piece of generator.stream(request)) expect(piece).toBe('Yes.');
  });

  it('is what a service in the cloud has without one of its own', () => {
    const cloud = { BACKEND_MODE: 'cloud' } as const;
    const own = { LLM_BASE_URL: 'http://localhost:11434/v1', LLM_MODEL: 'llama3.2' };
    expect(chooseTextGenerator(Object.assign(new Env(), cloud))).toBeInstanceOf(LentTextGenerator);
    expect(chooseTextGenerator(Object.assign(new Env(), cloud, own)).model).toBe('llama3.2');
  });
});
