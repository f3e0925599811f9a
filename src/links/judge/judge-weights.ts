import * as weights from './weights.json';
import type { BoostedTrees } from './boosted-trees';

/** Platt's calibration: log odds to a probability. */
export interface Calibration {
  slope: number;
  intercept: number;
}

/**
 * Of one of the models. The thresholds are certainties: for a link, for a link where the newer one says that something
 * changed or repeats the older one, and for one that is applied.
 */
export interface ModelWeights {
  related: BoostedTrees;
  contradiction: BoostedTrees;
  duplicate: BoostedTrees;
  calibration: Calibration;
  thresholds: { link: number; clear: number; auto: number };
}

export interface JudgeWeights {
  /** Names of the features, in the order of the columns. */
  features: readonly string[];
  /** Without and with the similarity by vectors. */
  words: ModelWeights;
  vectors: ModelWeights;
  /** Of reports, by words: `link` is the threshold of a row. */
  reports: ModelWeights;
}

/** Made by `npm run bench -- judge --train`. */
export const JUDGE_WEIGHTS: JudgeWeights = weights;
