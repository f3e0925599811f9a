import { Module } from '@nestjs/common';
import { Env } from '../config/env';
import { Embedder } from './embedder';
import { LocalEmbedder } from './local-embedder';
import { NoEmbedder } from './no-embedder';
import { OpenAiEmbedder } from './openai-embedder';

@Module({
  providers: [{ provide: Embedder, useFactory: chooseEmbedder, inject: [Env] }],
  exports: [Embedder],
})
export class InferenceModule {}

export function chooseEmbedder(env: Env): Embedder {
  if (env.EMBEDDINGS_BASE_URL !== null && env.EMBEDDINGS_MODEL !== null) {
    return new OpenAiEmbedder({
      baseUrl: env.EMBEDDINGS_BASE_URL,
      apiKey: env.EMBEDDINGS_API_KEY,
      model: env.EMBEDDINGS_MODEL,
      timeoutMs: env.EMBEDDINGS_TIMEOUT_MS,
    });
  }
  if (env.EMBEDDINGS_MODEL_PATH !== null) {
    return new LocalEmbedder(env.EMBEDDINGS_MODEL_PATH, env.EMBEDDINGS_TIMEOUT_MS);
  }
  return new NoEmbedder();
}
