// Whether anything bears on a question, measured on labelled stores of several sizes, and the training of what decides it:
//   npm run bench -- bearing [--facts FILE] [--model PATH] [--train]
// Each store of bench/labelled/stores is asked whole, and cut into 2, 8 and 30 parts: each question is asked of the part that
// holds its answer, and of one that does not; for training also with its updates, stored last. The files `held-out*` are only
// measured. `--facts` is as for `npm run bench -- truth`: one half of its people is for training, and the other one is
// measured. "score alone" is a plain threshold of the best score that is silent as often.
// `--train` writes src/recall/bearing-weights.json; without `--model` only its weights for words.
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { BearingWeights } from '../src/recall/bearing-chance';
import * as weights from '../src/recall/bearing-weights.json';
import { report } from './support/bearing/report';
import { labelledSets } from './support/labelled-stores';
import { trainBearing } from './support/bearing/training';
import { flag, readOptions, text } from './support/options';
import { embedderOf } from './support/truth/baselines';

const OPTIONS = { facts: text, model: text, train: flag };
const WEIGHTS = path.join(__dirname, '../src/recall/bearing-weights.json');

export async function main(): Promise<number> {
  const { facts, model, train } = readOptions(OPTIONS);
  const { trained, measured } = await labelledSets(facts);
  const embed = model === null ? null : await embedderOf(model);
  if (train) {
    const words = await trainBearing(trained, null);
    const vectors = embed === null ? weights.vectors : await trainBearing(trained, embed);
    const made: BearingWeights = { words, vectors };
    await writeFile(WEIGHTS, `${JSON.stringify(made, null, 2)}\n`);
    return 0;
  }
  await report(measured, embed);
  return 0;
}
