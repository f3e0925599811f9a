import type { VectorSpace } from './vector-space';

/**
 * How far above unrelated texts a similarity begins to count, in standard deviations of these: of a hundred
 * unrelated memories sixteen reach it, with next to no score.
 */
export const UNRELATED = 1;

/** At so many standard deviations the score is a half; in usual models near-identical text stands at 8 to 20. */
export const HALF_WAY = 8;

/** How much the words count: 1 leaves the scores of a search without vectors as they are. */
export const WORDS_WEIGHT = 1;

/**
 * How much the vector counts. This and the two constants above were chosen on a development set of conversations,
 * with hashed words, with word vectors of its own texts and with simulated models, so that none of them loses
 * much; a fifth more or less of each changes little. A weighted sum does no better, and reciprocal rank fusion
 * loses far more with a weak model.
 */
export const VECTOR_WEIGHT = 0.4;

/** A space cannot be told apart more finely; it also stands in for none at all. */
const LEAST_DEVIATION = 1e-4;

/** The similarity of unrelated texts in general counts as much as that of so many memories of the agent. */
const GENERAL = 50;

/**
 * How similar to a query memories are that have nothing to do with it. The memories of one agent are more similar
 * to its queries than unrelated texts are, by two or three standard deviations, since they share names and themes:
 * so it is their own mean, and as long as they are few, that of the space too.
 */
export function usualSimilarity(mean: number, memories: number, space: VectorSpace): number {
  return (mean * memories + space.mean * GENERAL) / (memories + GENERAL);
}

/**
 * The score of how much more similar than usual (a difference of cosines) a document is, 0 to below 1: a half at
 * HALF_WAY, towards 1 for the same text. It means the same in every space, since it is reckoned in standard
 * deviations of unrelated texts: some models give these a similarity of 0.1, others 0.8.
 */
export function similarityScore(excess: number, space: VectorSpace): number {
  const deviations = excess / Math.max(space.deviation, LEAST_DEVIATION);
  if (deviations <= UNRELATED) return 0;
  const share = ((deviations - UNRELATED) / (HALF_WAY - UNRELATED)) ** 2;
  return share / (1 + share);
}

/**
 * What a document scores by itself, 0 to below 1: its words and its vector as independent evidence,
 * 1 - (1 - words) * (1 - vector), each weighted. Where there is no vector it is the score of the words.
 */
export function fusedScore(words: number, vector: number): number {
  const byWords = WORDS_WEIGHT * words;
  return byWords + VECTOR_WEIGHT * vector * (1 - byWords);
}
