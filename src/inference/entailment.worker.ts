import { parentPort } from 'node:worker_threads';
import { CrossEncoder } from './cross-encoder';
import type { ModelAnswer, ModelQuestion } from './model-worker';

let loaded: { folder: string; model: Promise<CrossEncoder> } | null = null;

// `ModelWorker` sends one question at a time: a premise and a hypothesis.
parentPort?.on('message', (question: ModelQuestion) => {
  void answer(question).then((message) => parentPort?.postMessage(message));
});

async function answer({
  folder,
  texts: [premise = '', hypothesis = ''],
}: ModelQuestion): Promise<ModelAnswer> {
  let model: CrossEncoder;
  try {
    if (loaded?.folder !== folder) loaded = { folder, model: CrossEncoder.load(folder, 1) };
    model = await loaded.model;
  } catch (error) {
    loaded = null;
    return { kind: 'unavailable', message: error instanceof Error ? error.message : String(error) };
  }
  // The reason of a failure may quote a text.
  return model.relate(premise, hypothesis).then(
    (shares): ModelAnswer => ({ kind: 'vectors', vectors: [shares] }),
    (): ModelAnswer => ({ kind: 'refused', message: 'The NLI model failed on the texts' }),
  );
}
