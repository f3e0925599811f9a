import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { Logger, Module } from '@nestjs/common';
import { Env } from '../config/env';
import { NO_MODEL } from '../config/env-choices';
import { isLocalModelLibraryInstalled } from '../config/local-model-library';
import { Embedder, NoEmbedder } from './embedder';
import { EntailmentModel, NoEntailmentModel } from './entailment';
import { knownModel, type Prefixes } from './known-models';
import { LocalEmbedder } from './local-embedder';
import { LocalEntailment } from './local-entailment';
import { installedModels, modelsDirOf } from './model-folder';
import type * as ServerEmbedder from './openai-embedder';
import type * as ServerTextGenerator from './openai-text-generator';
import { DecisionModel, DeferredTextGenerator, NoTextGenerator, TextGenerator } from './text-generator';

/** The OpenAI client has 600 modules, so it is loaded only when needed. */
const load = createRequire(__filename);

@Module({
  providers: [
    { provide: Embedder, useFactory: chooseEmbedder, inject: [Env] },
    { provide: TextGenerator, useFactory: chooseTextGenerator, inject: [Env] },
    { provide: EntailmentModel, useFactory: chooseEntailmentModel, inject: [Env] },
    { provide: DecisionModel, useFactory: chooseDecisionModel, inject: [Env] },
  ],
  exports: [DecisionModel, Embedder, EntailmentModel, TextGenerator],
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
      prefixes: { query: env.EMBEDDINGS_QUERY_PREFIX, text: env.EMBEDDINGS_TEXT_PREFIX },
    });
  }
  const model = chooseLocalModel(env);
  if (model === null) return new NoEmbedder();
  return new LocalEmbedder({
    model,
    modelsDir: modelsDirOf(env.DATA_DIR),
    timeoutMs: env.EMBEDDINGS_TIMEOUT_MS,
    prefixesOf: (name) => prefixesOf(name, env),
  });
}

/** The configured folder, else the model installed last, else null. */
function chooseLocalModel(env: Env): string | null {
  const path = env.EMBEDDINGS_MODEL_PATH;
  if (path !== null) return path === NO_MODEL ? null : resolve(path);
  const installed = installedModels(env.DATA_DIR).find(({ kind }) => kind === 'embedding');
  if (installed === undefined || isLocalModelLibraryInstalled()) return installed?.name ?? null;
  new Logger('Embeddings').warn(
    `The model ${installed.name} is not used, because its libraries are missing: run \`npm run model -- packages\``,
  );
  return null;
}

/** The NLI model that was installed last, if it is to judge. */
function chooseEntailmentModel({ CONFLICT_JUDGE, DATA_DIR }: Env): EntailmentModel {
  const installed = installedModels(DATA_DIR).find(({ kind }) => kind === 'nli');
  const isUsed = CONFLICT_JUDGE === 'nli' && installed !== undefined && isLocalModelLibraryInstalled();
  if (!isUsed) return new NoEntailmentModel();
  return new LocalEntailment(installed.name, join(modelsDirOf(DATA_DIR), installed.name));
}

/** The configured prefixes, else those that are known for the model. */
function prefixesOf(model: string, env: Env): Prefixes {
  const known = knownModel(model);
  return {
    query: env.EMBEDDINGS_QUERY_PREFIX || (known?.query ?? ''),
    text: env.EMBEDDINGS_TEXT_PREFIX || (known?.text ?? ''),
  };
}

export function chooseTextGenerator(env: Env): TextGenerator {
  if (env.LLM_BASE_URL === null || env.LLM_MODEL === null) {
    // A cloud backend has a model, which is set after start.
    return env.BACKEND_MODE === 'cloud' ? new DeferredTextGenerator() : new NoTextGenerator();
  }
  return serverGenerator(env, { baseUrl: env.LLM_BASE_URL, apiKey: env.LLM_API_KEY, model: env.LLM_MODEL });
}

function chooseDecisionModel(env: Env): DecisionModel {
  const { DECISION_BASE_URL: baseUrl, DECISION_API_KEY: apiKey, DECISION_MODEL: model } = env;
  return baseUrl === null || model === null
    ? new NoTextGenerator()
    : serverGenerator(env, { baseUrl, apiKey, model });
}

function serverGenerator(
  env: Env,
  server: { baseUrl: string; apiKey: string | null; model: string },
): TextGenerator {
  const { OpenAiTextGenerator } = load('./openai-text-generator') as typeof ServerTextGenerator;
  return new OpenAiTextGenerator({
    ...server,
    timeoutMs: env.LLM_TIMEOUT_MS,
    concurrency: env.LLM_CONCURRENCY,
    maxTokens: env.LLM_MAX_TOKENS,
    contextTokens: env.LLM_CONTEXT_TOKENS,
  });
}
