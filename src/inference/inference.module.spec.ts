import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Test, type TestingModule } from '@nestjs/testing';
import { isLocalModelLibraryInstalled } from '../config/local-model-library';
import { Env } from '../config/env';
import { AppConfigModule } from '../config/config.module';
import { Embedder, EmbedderUnavailable, NoEmbedder } from './embedder';
import { InferenceModule } from './inference.module';
import { LocalEmbedder } from './local-embedder';
import { OpenAiEmbedder } from './openai-embedder';
import { OpenAiTextGenerator } from './openai-text-generator';
import { ModelUnavailable, TextGenerator, type StructuredRequest, NoTextGenerator } from './text-generator';

const itLocalModel = isLocalModelLibraryInstalled() ? it : it.skip;

async function moduleOf(settings: Partial<Env>): Promise<TestingModule> {
  return Test.createTestingModule({ imports: [AppConfigModule.forRoot(), InferenceModule] })
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

  describe('with an installed model', () => {
    let dataDir: string;

    beforeEach(async () => {
      dataDir = await mkdtemp(join(tmpdir(), 'installed-'));
      for (const [place, name] of ['e5-small-v2', 'multilingual-e5-base'].entries()) {
        const folder = join(dataDir, 'models', name);
        await mkdir(folder, { recursive: true });
        await writeFile(join(folder, 'config.json'), '{}');
        await utimes(folder, place, place);
      }
    });

    afterEach(() => rm(dataDir, { recursive: true }));

    itLocalModel('uses the one installed last, with its prefixes', async () => {
      const embedder = await embedderOf({ DATA_DIR: dataDir });
      expect(embedder.model).toBe('multilingual-e5-base');
      expect(embedder.prefixesOf('multilingual-e5-base')).toMatchObject({ text: 'passage: ' });
    });

    it('can be switched off', async () => {
      expect((await embedderOf({ DATA_DIR: dataDir, EMBEDDINGS_MODEL_PATH: 'none' })).model).toBeNull();
    });
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
