import { logistic, logOddsOf } from '../../../src/links/judge/boosted-trees';
import { FEATURES } from '../../../src/links/judge/feature-names';
import type { Calibration, ModelWeights } from '../../../src/links/judge/judge-weights';
import { hasWordOfChange } from '../../../src/links/judge/judge';
import type { PairKind } from '../../../src/links/judge/said';
import { BOOSTING, calibrate, type Example, trainTrees } from './boosting';
import type { ReadSample } from './samples';

const FOLDS = 10;
/** False links per 1,000 consistent memories at which the threshold of a link is chosen: the wanted figure. */
const FALSE_LINKS = 3;
/** The same for the rows of reports, of which a person decides. */
export const FALSE_ROWS = 40;
/** Of the links where the newer one says that something changed: the least share that is right in the held-out folds. */
const RIGHT_SHARE = 0.65;
/** Log odds above the best false certainty of the held-out folds, for links that are applied. */
const AUTO_MARGIN = 0.25;

type Read = ReadSample & { values: Float64Array };

/** Trains the three classifiers, calibrates on held-out folds, and chooses the thresholds there. */
export function trainModel(
  samples: readonly ReadSample[],
  hasVectors: boolean,
  falseLinks = FALSE_LINKS,
): ModelWeights {
  const read = samples.filter((sample): sample is Read => sample.values !== null);
  const columns = FEATURES.flatMap((name, at) => (name === 'alike by vectors' && !hasVectors ? [] : [at]));
  const odds = heldOutOdds(read, columns);
  const examples = read.map((sample) => exampleOf(sample, sample.isRelated));
  const consistent = new Set(samples.filter((sample) => sample.isConsistent).map(({ newer }) => newer)).size;
  const calibration = calibrate(odds, examples);
  return {
    related: trainTrees(examples, columns),
    contradiction: kindTrees(read, columns, 'contradiction'),
    duplicate: kindTrees(read, columns, 'duplicate'),
    calibration,
    thresholds: thresholdsOf(read, odds, calibration, Math.floor((falseLinks * consistent) / 1000)),
  };
}

function exampleOf({ values, weight }: Read, isPositive: boolean): Example {
  return { values, weight, isPositive };
}

/** What each sample gets from trees that were trained without its group. */
function heldOutOdds(read: readonly Read[], columns: readonly number[]): number[] {
  const folds = foldsOf(read);
  const foldOf = ({ group }: Read): number => folds.get(group) ?? 0;
  const odds = new Array<number>(read.length).fill(0);
  for (let fold = 0; fold < FOLDS; fold++) {
    const rest = read.filter((sample) => foldOf(sample) !== fold);
    const trees = trainTrees(
      rest.map((sample) => exampleOf(sample, sample.isRelated)),
      columns,
    );
    read.forEach((sample, at) => {
      if (foldOf(sample) === fold) odds[at] = logOddsOf(trees, sample.values);
    });
  }
  return odds;
}

/** Each group in the fold that is the smallest so far, the largest groups first: a store is as large as many others. */
function foldsOf(read: readonly Read[]): Map<string, number> {
  const sizes = new Map<string, number>();
  for (const { group } of read) sizes.set(group, (sizes.get(group) ?? 0) + 1);
  const filled = new Array<number>(FOLDS).fill(0);
  const folds = new Map<string, number>();
  for (const [group, size] of [...sizes].sort(([, a], [, b]) => b - a)) {
    const fold = filled.indexOf(Math.min(...filled));
    folds.set(group, fold);
    filled[fold]! += size;
  }
  return folds;
}

function kindTrees(read: readonly Read[], columns: readonly number[], kind: PairKind) {
  const related = read.filter((sample) => sample.isRelated && sample.kind !== null);
  const examples = related.map((sample) => exampleOf(sample, sample.kind === kind));
  return trainTrees(examples, columns, { ...BOOSTING, trees: 60, depth: 2 });
}

function thresholdsOf(
  read: readonly Read[],
  odds: readonly number[],
  { slope, intercept }: Calibration,
  allowed: number,
): ModelWeights['thresholds'] {
  const wrong = odds.filter((_, at) => read[at]!.isConsistent).sort((a, b) => b - a);
  const certaintyOf = (logOdds: number): number =>
    Number(logistic(slope * logOdds + intercept).toPrecision(4));
  const link = certaintyOf(wrong[allowed] ?? 0);
  const clear = certaintyOf(leastWithRight(read, odds));
  return { link, clear: Math.min(link, clear), auto: certaintyOf((wrong[0] ?? 0) + AUTO_MARGIN) };
}

/** The least log odds from which on enough of the candidates of stores are related of which the newer one says that something changed. */
function leastWithRight(read: readonly Read[], odds: readonly number[]): number {
  const said = odds
    .map((logOdds, at) => ({ logOdds, ...read[at]! }))
    .filter(({ values, isFromStore }) => isFromStore && hasWordOfChange(values))
    .sort((a, b) => b.logOdds - a.logOdds);
  let [least, right] = [Infinity, 0];
  said.forEach(({ logOdds, isRelated }, at) => {
    if (isRelated) right++;
    if (right >= RIGHT_SHARE * (at + 1)) least = logOdds;
  });
  return least;
}
