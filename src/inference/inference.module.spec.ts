import { Test } from '@nestjs/testing';
import { Env } from '../config/env';
import { ConfigModule } from '../config/config.module';
import { Embedder, EmbedderUnavailable } from './embedder';
import { InferenceModule } from './inference.module';
import { LocalEmbedder } from './local-embedder';
import { NoEmbedder } from './no-embedder';
import { OpenAiEmbedder } from './openai-embedder';

async function embedderOf(settings: Partial<Env>): Promise<Embedder> {
  const module = await Test.createTestingModule({ imports: [ConfigModule, InferenceModule] })
    .overrideProvider(Env)
    .useValue(Object.assign(new Env(), settings))
    .compile();
  return module.get(Embedder);
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
