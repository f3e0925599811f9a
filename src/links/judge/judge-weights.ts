import * as weights from './weights.json';
import type { BoostedTrees } from './boosted-trees';

/** Platt's calibration: log odds to a probability. */
export interface Calibration {
  slope: number;
  intercept: number;
}

/** Of one of the two models. The thresholds are calibrated certainties; `turn`: for a link between turns of chats. */
export interface ModelWeights {
  related: BoostedTrees;
  contradiction: BoostedTrees;
  duplicate: BoostedTrees;
  calibration: Calibration;
  thresholds: { link: number; turn: number; auto: number };
}

export interface JudgeWeights {
  /** Names of the features, in the order of the columns. */
  features: readonly string[];
  /** Without and with the similarity by vectors. */
  words: ModelWeights;
  vectors: ModelWeights;
}

/** Made by `npm run bench -- judge --train`. */
export const JUDGE_WEIGHTS: JudgeWeights = weights;
