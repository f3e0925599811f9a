import * as weights from './weights.json';
import type { BoostedTrees } from './boosted-trees';

/** Platt's calibration: log odds to a probability. */
export interface Calibration {
  slope: number;
  intercept: number;
}

/** Of one of the two models. The certainties of `link` and `auto` are in the calibrated scale. */
export interface ModelWeights {
  related: BoostedTrees;
  contradiction: BoostedTrees;
  duplicate: BoostedTrees;
  calibration: Calibration;
  thresholds: { link: number; auto: number };
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
