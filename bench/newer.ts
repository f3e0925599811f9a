// Whether recall puts the newer memory above the one that it replaces, on labelled stores, beside the order by score; and the
// training of what decides it:
//   npm run bench -- newer [--facts FILE] [--model PATH] [--train]
// Each store of bench/labelled/stores is asked with its updates, which are stored last and have no links: about these, and
// about what did not change. "Consistent": the store without updates. The files `held-out*` are only measured. `--facts` is as
// for `npm run bench -- truth`: one half of its people is for training, and the other one is measured.
// `--train` writes src/recall/replacement-weights.json; without `--model` only its weights for words.
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { ReplacementWeights } from '../src/recall/replacement-chance';
import * as weights from '../src/recall/replacement-weights.json';
import { isNotebook, labelledSets } from './support/labelled-stores';
import { report } from './support/newer/report';
import { trainReplacement } from './support/newer/training';
import { flag, readOptions, text } from './support/options';
import { embedderOf } from './support/truth/baselines';

const OPTIONS = { facts: text, model: text, train: flag };
const WEIGHTS = path.join(__dirname, '../src/recall/replacement-weights.json');

export async function main(): Promise<number> {
  const { facts, model, train } = readOptions(OPTIONS);
  const sets = await labelledSets(facts);
  const embed = model === null ? null : await embedderOf(model);
  const hasUpdates = ({ updates }: { updates: readonly unknown[] }): boolean => updates.length > 0;
  if (train) {
    const trained = sets.trained.filter((set) => hasUpdates(set) && !isNotebook(set));
    const words = await trainReplacement(trained, null);
    const vectors = embed === null ? weights.vectors : await trainReplacement(trained, embed);
    const made: ReplacementWeights = { words, vectors };
    await writeFile(WEIGHTS, `${JSON.stringify(made)}\n`);
    return 0;
  }
  await report(sets.measured.filter(hasUpdates), embed);
  return 0;
}
