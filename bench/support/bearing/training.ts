import { bearingFeatures, type BearingFeatures } from '../../../src/recall/bearing-chance';
import { sourcesOf } from '../../../src/recall/bearing';
import { questionTerms } from '../../../src/recall/question-terms';
import type { Embed } from '../truth/baselines';
import { trainLogistic, type Case } from './logistic-regression';
import { askAll, PARTS, type Asked, type LabelledStores, withUpdates } from '../labelled-stores';

const RIDGE = 0.002;

/** Weights with which the best source of a question is distinguished from one that does not answer it; each set and size counts alike. */
export async function trainBearing(
  sets: readonly LabelledStores[],
  embed: Embed | null,
): Promise<BearingFeatures> {
  const cases: ReadCase[] = [];
  for (const set of sets.flatMap((each) => (each.updates.length > 0 ? [each, withUpdates(each)] : [each]))) {
    for (const parts of PARTS) {
      const asked = await askAll(set, parts, embed);
      cases.push(...asked.flatMap((each) => readCase(each, 1 / asked.length)));
    }
  }
  const names = Object.keys(cases[0]?.features ?? {}) as (keyof BearingFeatures)[];
  const weights = trainLogistic(
    cases.map(({ features, ...rest }) => ({ ...rest, values: names.map((name) => features[name]) })),
    RIDGE,
  );
  return Object.fromEntries(names.map((name, at) => [name, weights[at] ?? 0])) as BearingFeatures;
}

type ReadCase = Omit<Case, 'values'> & { features: BearingFeatures };

/** None where no source is left. */
function readCase({ question, gold, found }: Asked, weight: number): ReadCase[] {
  const terms = questionTerms(question, 'english');
  const [best, ...others] = sourcesOf(terms, found);
  if (best === undefined) return [];
  const isPositive = gold.includes(best.found.memory.id);
  return [{ features: bearingFeatures(terms, best, others), isPositive, weight }];
}
