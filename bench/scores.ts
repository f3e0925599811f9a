// Whether a score by words and vectors means the same in small and large stores (docs/adr/0034), with a
// sentence-transformer in a local folder, which `npm run model -- packages` installs the library for:
//   npm run bench -- scores --model PATH [--memories 100000]
import { calibrate, QUESTIONS, STATEMENTS } from '../src/backend/embedded/embeddings/calibration';
import { startProgress } from '../src/common/progress';
import { SentenceModel } from '../src/inference/sentence-model';
import { shownScore } from '../src/recall/shown-score';
import { quantize, type VectorSpace } from '../src/retrieval/vectors';
import { document, indexOf, query } from '../test/support/index-samples';
import { MEMORY, REPHRASED, RESTATED, unrelated } from '../test/support/restated-memory';
import { commandLine } from './support/command-line';
import { count, readOptions, required } from './support/options';
import { textTable } from './support/text-table';

const SMALL_STORES = [0, 10, 1_000];
const THREADS = 1;
const TEXTS_A_RUN = 32;
const TOKENS_A_RUN = 500;

/** One vector for each text, in order. */
async function embed(model: SentenceModel, texts: readonly string[]): Promise<Float32Array[]> {
  const found: Float32Array[] = [];
  const progress = startProgress('Embedding', texts.length);
  while (found.length < texts.length) {
    const some = texts.slice(found.length, found.length + TEXTS_A_RUN);
    const { vectors } = await model.embed(some, TOKENS_A_RUN);
    found.push(...vectors);
    progress.step(vectors.length);
  }
  progress.stop();
  return found;
}

export async function main(): Promise<number> {
  const options = readOptions({ model: required('PATH'), memories: count(100_000) });
  const sizes = [...SMALL_STORES, options.memories];
  const model = await SentenceModel.load(options.model, THREADS);
  const scale = calibrate(await embed(model, QUESTIONS), await embed(model, STATEMENTS));
  const texts = [MEMORY, ...Array.from({ length: Math.max(...sizes) }, (_, n) => unrelated(n))];
  const vectors = await embed(model, texts);
  const space: VectorSpace = { id: 1, dimensions: vectors[0]?.length ?? 0, ...scale };
  const documents = texts.map((text, order) =>
    document({ id: order === 0 ? 'm' : `u${order}`, text, order, vector: quantize(vectors[order]!) }),
  );
  const questions = [...RESTATED, REPHRASED];
  const asked = await embed(model, questions);
  const rows = sizes.flatMap((size) => {
    const index = indexOf(documents.slice(0, size + 1), space);
    return questions.map((text, at) => {
      const vector = { spaceId: space.id, values: asked[at]! };
      const { hits } = index.search(query(text, { vector, limit: 2 }));
      const score = (is: boolean) => hits.find(({ id }) => (id === 'm') === is)?.score ?? 0;
      return [text, String(size), shownScore(score(true)).toFixed(3), shownScore(score(false)).toFixed(3)];
    });
  });
  console.log(
    `\n$ ${commandLine()}\n\n${textTable(['query', 'other memories', 'score', 'best other'], rows)}`,
  );
  await model.dispose();
  return 0;
}
