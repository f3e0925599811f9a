// Quality of the learned judge of changes, beside the rules and a plain baseline of words, and its training:
//   npm run bench -- judge [--facts FILE] [--chats FOLDER] [--dataset FILE] [--model PATH] [--misses]
//   npm run bench -- judge --train --facts FILE [--model PATH]
// `--facts`: as for `npm run bench -- truth`; every second group of its people is for training, the others for the
// report. `--chats`: the folder `chats/100K` of BEAM; `--dataset`: as for `npm run bench -- recall`. Both are only
// measured. `--model`: a sentence-transformer in a local folder. `--train` writes src/links/judge/weights.json
// (without a model all but the weights for vectors)
// from these sources: bench/labelled/changes (without its test cells and held-out authors), bench/labelled (tuned and fresh pairs) and
// bench/labelled/stores and bench/labelled/updates (without held-out-*.json, which are only measured), all of this
// repository, and half of letta-ai/letta-evals (Apache-2.0).
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { FEATURES } from '../src/links/judge/feature-names';
import { JUDGE_WEIGHTS, type JudgeWeights, type ModelWeights } from '../src/links/judge/judge-weights';
import { report } from './support/judge/report';
import { type FactHalf, factHalves } from './support/judge/fact-stores';
import { storesWithUpdates } from './support/judge/stores-with-updates';
import {
  factSamples,
  labelledSamples,
  readSamples,
  reportSamples,
  type Sample,
  storeSamples,
  unrelatedSamples,
} from './support/judge/samples';
import { FALSE_ROWS, trainModel } from './support/judge/training';
import { flag, readOptions, text } from './support/options';
import { type Embed, embedderOf } from './support/truth/baselines';
import { readTruthFacts, type TruthFacts } from './support/truth/facts';

const OPTIONS = { train: flag, facts: text, chats: text, dataset: text, model: text, misses: flag };
const WEIGHTS = path.join(__dirname, '../src/links/judge/weights.json');

export async function main(): Promise<number> {
  const options = readOptions(OPTIONS);
  const facts = options.facts === null ? null : await readTruthFacts(options.facts);
  const embed = options.model === null ? null : await embedderOf(options.model);
  if (!options.train) return report({ ...options, facts, embed });
  if (facts === null) throw new Error('--train needs --facts FILE');
  await train(facts, embed);
  return 0;
}

async function train(facts: TruthFacts, embed: Embed | null): Promise<void> {
  const half = factHalves(facts).train;
  const shared = await sharedSamples(half, null);
  const reports = trainModel(readSamples([...(await reportSamples()), ...shared]), false, FALSE_ROWS);
  const words = trainModel(readSamples([...(await labelledSamples(null)), ...shared]), false);
  const vectors = embed === null ? JUDGE_WEIGHTS.vectors : await vectorsModel(half, embed);
  await save({ features: FEATURES, words, vectors, reports });
}

async function vectorsModel(half: FactHalf, embed: Embed): Promise<ModelWeights> {
  return trainModel(
    readSamples([...(await labelledSamples(embed)), ...(await sharedSamples(half, embed))]),
    true,
  );
}

/** What the weights for links and for reports are both trained on. */
async function sharedSamples(half: FactHalf, embed: Embed | null): Promise<Sample[]> {
  const stores: Sample[][] = [];
  for (const store of (await storesWithUpdates()).trained) stores.push(await storeSamples(store, embed));
  return [...(await factSamples(half, embed)), ...(await unrelatedSamples(embed)), ...stores.flat()];
}

async function save(weights: JudgeWeights): Promise<void> {
  await writeFile(WEIGHTS, `${JSON.stringify(weights)}\n`);
  for (const name of ['words', 'vectors', 'reports'] as const)
    console.log(`${name}: ${JSON.stringify({ ...weights[name].calibration, ...weights[name].thresholds })}`);
}
