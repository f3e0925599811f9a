import { availableParallelism } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { LRUCache } from 'lru-cache';
import { TextsRefused } from './embedder';
import type { ModelAnswer, ModelQuestion } from './model-worker';
import { SentenceModel, SliceBudget } from './sentence-model';

/** The configured model and the previous one, whose vectors are still in use. */
const MOST_MODELS = 2;
/** Leaves processors to recall. */
const THREADS = availableParallelism() > 2 ? 2 : 1;

/** The pause before another attempt to load a model: an attempt can take seconds. */
const RETRY_MS = 10_000;

interface LoadedModel {
  model: SentenceModel;
  budget: SliceBudget;
}

const models = new LRUCache<string, LoadedModel>({
  max: MOST_MODELS,
  dispose: ({ model }) => void model.dispose(),
});
const failures = new LRUCache<string, Error>({ max: MOST_MODELS, ttl: RETRY_MS });

// `ModelWorker` sends one question at a time.
parentPort?.on('message', (question: ModelQuestion) => {
  void answer(question).then((message) => parentPort?.postMessage(message));
});

async function answer({ folder, texts }: ModelQuestion): Promise<ModelAnswer> {
  try {
    const loaded = models.get(folder) ?? (await load(folder));
    return { kind: 'vectors', vectors: await embed(loaded, texts) };
  } catch (error) {
    const kind = error instanceof TextsRefused ? 'refused' : 'unavailable';
    return { kind, message: error instanceof Error ? error.message : String(error) };
  }
}

async function embed({ model, budget }: LoadedModel, texts: string[]): Promise<Float32Array[]> {
  const start = performance.now();
  const { vectors, tokens } = await model.embed(texts, budget.tokens);
  budget.measured(tokens, performance.now() - start);
  return vectors;
}

async function load(folder: string): Promise<LoadedModel> {
  const failure = failures.get(folder);
  if (failure !== undefined) throw failure;
  try {
    const loaded = { model: await SentenceModel.load(folder, THREADS), budget: new SliceBudget() };
    models.set(folder, loaded);
    return loaded;
  } catch (error) {
    if (error instanceof Error) failures.set(folder, error);
    throw error;
  }
}
