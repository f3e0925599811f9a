import { logistic, logOddsOf } from '../../../src/links/judge/boosted-trees';
import { FEATURES } from '../../../src/links/judge/feature-names';
import type { Calibration, ModelWeights } from '../../../src/links/judge/judge-weights';
import type { PairKind } from '../../../src/links/judge/said';
import { hashText } from '../../../src/common/hash-text';
import { BOOSTING, calibrate, type BoostingOptions, type Example, trainTrees } from './boosting';
import type { ReadSample } from './samples';

const FOLDS = 5;
/** False links per 1,000 consistent memories at which the threshold of a link is chosen: the wanted figure. */
const FALSE_LINKS = 3;
/** The same for the rows of reports, of which a person decides. */
export const FALSE_ROWS = 50;
/** Log odds above the best false certainty of the held-out folds, for links that are applied. */
const AUTO_MARGIN = 0.7;

type Read = ReadSample & { values: Float64Array };

/** Trains the three classifiers, calibrates on held-out folds, and chooses the thresholds there. */
export function trainModel(
  samples: readonly ReadSample[],
  hasVectors: boolean,
  falseLinks = FALSE_LINKS,
  options = BOOSTING,
): ModelWeights {
  const read = samples.filter((sample): sample is Read => sample.values !== null);
  const columns = FEATURES.flatMap((name, at) => (name === 'similarity' && !hasVectors ? [] : [at]));
  const odds = heldOutOdds(read, columns, options);
  const examples = read.map((sample) => exampleOf(sample, sample.isRelated));
  const calibration = calibrate(odds, examples);
  return {
    related: trainTrees(examples, columns, options),
    contradiction: kindTrees(read, columns, 'contradiction', options),
    duplicate: kindTrees(read, columns, 'duplicate', options),
    calibration,
    thresholds: thresholdsOf(read, odds, calibration, falseLinks),
  };
}

function exampleOf({ values, weight }: Read, isPositive: boolean): Example {
  return { values, weight, isPositive };
}

/** What each sample gets from trees that were trained without its group. */
export function heldOutOdds(
  read: readonly Read[],
  columns: readonly number[],
  options: BoostingOptions,
): number[] {
  const foldOf = ({ group }: Read): number => hashText(group, 1) % FOLDS;
  const odds = new Array<number>(read.length).fill(0);
  for (let fold = 0; fold < FOLDS; fold++) {
    const rest = read.filter((sample) => foldOf(sample) !== fold);
    const trees = trainTrees(
      rest.map((sample) => exampleOf(sample, sample.isRelated)),
      columns,
      options,
    );
    read.forEach((sample, at) => {
      if (foldOf(sample) === fold) odds[at] = logOddsOf(trees, sample.values);
    });
  }
  return odds;
}

function kindTrees(
  read: readonly Read[],
  columns: readonly number[],
  kind: PairKind,
  options: BoostingOptions,
) {
  const related = read.filter((sample) => sample.isRelated && sample.kind !== null);
  const examples = related.map((sample) => exampleOf(sample, sample.kind === kind));
  return trainTrees(examples, columns, { ...options, trees: 60, depth: 2 });
}

function thresholdsOf(
  read: readonly Read[],
  odds: readonly number[],
  { slope, intercept }: Calibration,
  falseLinks: number,
): ModelWeights['thresholds'] {
  const wrong = odds.filter((_, at) => read[at]!.isConsistent).sort((a, b) => b - a);
  const memories = new Set(read.filter((sample) => sample.isConsistent).map(({ newer }) => newer)).size;
  const allowed = Math.floor((falseLinks * memories) / 1000);
  const certaintyOf = (logOdds: number): number =>
    Number(logistic(slope * logOdds + intercept).toPrecision(4));
  return { link: certaintyOf(wrong[allowed] ?? 0), auto: certaintyOf((wrong[0] ?? 0) + AUTO_MARGIN) };
}
