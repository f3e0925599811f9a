import type { ScoredMemory } from '../backend/memory-search';
import * as weights from './bearing-weights.json';
import type { Evidence } from './evidence';
import type { QuestionTerms } from './question-terms';

/** What is known of the best memory that was found for a text: numbers of 0 to 1, and their weights by the same names. */
export type BearingFeatures = Record<keyof typeof weights.words, number>;

export interface BearingWeights {
  words: BearingFeatures;
  /** Where memories have vectors. */
  vectors: BearingFeatures;
}

const MOST_HELD = 5;
const MOST_ASKED = 8;

/** `others`: what else may answer the question. */
export function bearingFeatures(
  question: QuestionTerms,
  best: Evidence,
  others: readonly Evidence[],
): BearingFeatures {
  const { found, coverage, held } = best;
  const second = Math.max(0, ...others.map((other) => other.found.score));
  return {
    base: 1,
    score: found.score,
    scoreByWords: found.lexical?.score ?? 0,
    ...similarityOf(found, others),
    shareOfTerms: coverage,
    termsHeld: Math.min(MOST_HELD, held) / MOST_HELD,
    termsAsked: Math.min(MOST_ASKED, question.others.length) / MOST_ASKED,
    ahead: found.score - second,
    aheadAsShare: others.length === 0 ? 0 : 1 - second / found.score,
    foundAlone: others.length === 0 ? 1 : 0,
    ...namesGiven(best),
    givesNumberAsked: question.asksNumber && best.isOfKind ? 1 : 0,
    lacksNumberAsked: best.isOfKind ? 0 : 1,
    asksNothing: question.isQuestion ? 0 : 1,
  };
}

function namesGiven({
  names,
  held,
}: Evidence): Pick<BearingFeatures, 'givesNames' | 'givesOnlyNames' | 'lacksName'> {
  const isNamed = names.length > 0 && names.every((name) => name !== null);
  return {
    givesNames: isNamed ? 1 : 0,
    givesOnlyNames: isNamed && held === 0 ? 1 : 0,
    lacksName: names.includes(null) ? 1 : 0,
  };
}

function similarityOf(
  { vector }: ScoredMemory,
  others: readonly Evidence[],
): Pick<BearingFeatures, 'scoreByVector' | 'similarity' | 'vectorAhead'> {
  if (vector === null) return { scoreByVector: 0, similarity: 0, vectorAhead: 0 };
  const second = Math.max(0, ...others.map((other) => other.found.vector?.score ?? 0));
  const { score, similarity } = vector;
  return { scoreByVector: score, similarity, vectorAhead: score - second };
}

/** The chance that the best memory answers a question, 0 to 1, as calibrated on labelled stores (docs/RECALL.md). */
export function chanceOf(
  question: QuestionTerms,
  best: Evidence,
  others: readonly Evidence[],
  { words, vectors }: BearingWeights = weights,
): number {
  const own = best.found.vector === null ? words : vectors;
  const features = bearingFeatures(question, best, others);
  const names = Object.keys(features) as (keyof BearingFeatures)[];
  const logOdds = names.reduce((sum, name) => sum + features[name] * own[name], 0);
  return 1 / (1 + Math.exp(-logOdds));
}
