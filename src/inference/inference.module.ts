import { createRequire } from 'node:module';
import { Module } from '@nestjs/common';
import { Env } from '../config/env';
import { Embedder, NoEmbedder } from './embedder';
import { LocalEmbedder } from './local-embedder';
import type * as ServerEmbedder from './openai-embedder';
import type * as ServerTextGenerator from './openai-text-generator';
import { DeferredTextGenerator, NoTextGenerator, TextGenerator } from './text-generator';

/** The OpenAI client has 600 modules, so it is loaded only when needed. */
const load = createRequire(__filename);

@Module({
  providers: [
    { provide: Embedder, useFactory: chooseEmbedder, inject: [Env] },
    { provide: TextGenerator, useFactory: chooseTextGenerator, inject: [Env] },
  ],
  exports: [Embedder, TextGenerator],
})
export class InferenceModule {}

function chooseEmbedder(env: Env): Embedder {
  if (env.EMBEDDINGS_BASE_URL !== null && env.EMBEDDINGS_MODEL !== null) {
    const { OpenAiEmbedder } = load('./openai-embedder') as typeof ServerEmbedder;
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

export function chooseTextGenerator(env: Env): TextGenerator {
  if (env.LLM_BASE_URL === null || env.LLM_MODEL === null) {
    // A cloud backend has a model, which is set after start.
    return env.BACKEND_MODE === 'cloud' ? new DeferredTextGenerator() : new NoTextGenerator();
  }
  const { OpenAiTextGenerator } = load('./openai-text-generator') as typeof ServerTextGenerator;
  return new OpenAiTextGenerator({
    baseUrl: env.LLM_BASE_URL,
    apiKey: env.LLM_API_KEY,
    model: env.LLM_MODEL,
    timeoutMs: env.LLM_TIMEOUT_MS,
    concurrency: env.LLM_CONCURRENCY,
    maxTokens: env.LLM_MAX_TOKENS,
  });
}
