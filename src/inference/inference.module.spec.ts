import { Test, type TestingModule } from '@nestjs/testing';
import { Env } from '../config/env';
import { ConfigModule } from '../config/config.module';
import { Embedder, EmbedderUnavailable, NoEmbedder } from './embedder';
import { InferenceModule } from './inference.module';
import { LocalEmbedder } from './local-embedder';
import { OpenAiEmbedder } from './openai-embedder';
import { OpenAiTextGenerator } from './openai-text-generator';
import { ModelUnavailable, TextGenerator, type StructuredRequest, NoTextGenerator } from './text-generator';

async function moduleOf(settings: Partial<Env>): Promise<TestingModule> {
  return Test.createTestingModule({ imports: [ConfigModule, InferenceModule] })
    .overrideProvider(Env)
    .useValue(Object.assign(new Env(), settings))
    .compile();
}

async function embedderOf(settings: Partial<Env>): Promise<Embedder> {
  return (await moduleOf(settings)).get(Embedder);
}

async function generatorOf(settings: Partial<Env>): Promise<TextGenerator> {
  return (await moduleOf(settings)).get(TextGenerator);
}

describe('the embedder of the service', () => {
  it('is that of a server where one is named', async () => {
    const embedder = await embedderOf({
      EMBEDDINGS_BASE_URL: 'http://localhost:11434/v1',
      EMBEDDINGS_MODEL: 'nomic-embed-text',
    });
    expect(embedder).toBeInstanceOf(OpenAiEmbedder);
    expect(embedder.model).toBe('nomic-embed-text');
  });

  it('is that of a folder where one is named', async () => {
    const embedder = await embedderOf({ EMBEDDINGS_MODEL_PATH: '/models/minilm' });
    expect(embedder).toBeInstanceOf(LocalEmbedder);
    expect(embedder.model).toBe('/models/minilm');
  });

  it('is none unless one is configured', async () => {
    const embedder = await embedderOf({});
    expect(embedder).toBeInstanceOf(NoEmbedder);
    expect(embedder.model).toBeNull();
    await expect(embedder.embed(['cat'], 'any')).rejects.toThrow(EmbedderUnavailable);
  });
});

describe('the text generator of the service', () => {
  const request: StructuredRequest = {
    system: '',
    prompt: 'cat',
    model: null,
    temperature: 0,
    schemaName: 'any',
    schema: {},
  };

  it('is that of a server where one is named', async () => {
    const generator = await generatorOf({ LLM_BASE_URL: 'http://localhost:11434/v1', LLM_MODEL: 'llama3.2' });
    expect(generator).toBeInstanceOf(OpenAiTextGenerator);
    expect(generator.model).toBe('llama3.2');
  });

  it('is none unless one is configured', async () => {
    const generator = await generatorOf({});
    expect(generator).toBeInstanceOf(NoTextGenerator);
    expect(generator.model).toBeNull();
    await expect(generator.generate(request)).rejects.toThrow(ModelUnavailable);
    await expect(generator.generateJson(request)).rejects.toThrow(ModelUnavailable);
    await expect(generator.stream(request)[Symbol.asyncIterator]().next()).rejects.toThrow(ModelUnavailable);
  });
});
