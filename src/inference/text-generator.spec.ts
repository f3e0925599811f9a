import { Env } from '../config/env';
import { chooseTextGenerator } from './inference.module';
import {
  ModelUnavailable,
  TextGenerator,
  type Generation,
  type StructuredGeneration,
  DeferredTextGenerator,
} from './text-generator';

class OtherGenerator extends TextGenerator {
  readonly model = 'other';

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

describe('a deferred text generator', () => {
  const request = { system: '', prompt: 'Is it?', model: null, temperature: 0, schemaName: 'x', schema: {} };

  it('has no model until one is set', async () => {
    const generator = new DeferredTextGenerator();
    expect(generator.model).toBeNull();
    await expect(generator.generate(request)).rejects.toThrow(ModelUnavailable);
  });

  it('passes calls on from then on', async () => {
    const generator = new DeferredTextGenerator();
    generator.use(new OtherGenerator());
    expect(generator.model).toBe('other');
    expect(await generator.generate(request)).toEqual({ text: 'Yes.', model: 'other' });
    expect(await generator.generateJson(request)).toEqual({ value: { yes: true }, model: 'other' });
    for await (const piece of generator.stream(request)) expect(piece).toBe('Yes.');
  });

  it('is what a service with a cloud backend has without a model of its own', () => {
    const cloud = { BACKEND_MODE: 'cloud' } as const;
    const own = { LLM_BASE_URL: 'http://localhost:11434/v1', LLM_MODEL: 'llama3.2' };
    expect(chooseTextGenerator(Object.assign(new Env(), cloud))).toBeInstanceOf(DeferredTextGenerator);
    expect(chooseTextGenerator(Object.assign(new Env(), cloud, own)).model).toBe('llama3.2');
  });
});
