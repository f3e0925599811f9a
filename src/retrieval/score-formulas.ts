import type { VectorSpace } from './vectors';
import { NO_NEIGHBOUR, type GroupOrder } from './group-order';

// Okapi BM25 (Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond", 2009), with the inverse
// document frequency of Lucene, which is never negative.

/** How fast repeats of a term stop counting; the usual 1.2. */
export const K1 = 1.2;

/** Length normalisation. The usual 0.75 is for articles; memories are short and of similar length. */
export const B = 0.4;

/** The weight of a term that `holding` of `documents` documents hold. */
export function termWeight(documents: number, holding: number): number {
  return Math.log(1 + (documents - holding + 0.5) / (holding + 0.5));
}

/** What to add to a frequency below: `saturation(f) = f / (f + damping)`, from 0 to below 1. */
export function damping(length: number, averageLength: number): number {
  return K1 * (1 - B + (B * length) / averageLength);
}

/**
 * The lexical score of a document, 0 to below 1: its BM25 sum as a share of the weight of all query terms, times one
 * plus the share of that weight whose terms it holds, halved.
 */
export function coveredScore(sum: number, covered: number, whole: number): number {
  return ((sum / whole) * (1 + covered / whole)) / 2;
}

/** How far above unrelated texts a similarity begins to count, in standard deviations: 16 of 100 reach it. */
export const UNRELATED = 1;

/** Standard deviations for a score of one half; near-identical texts have 8 to 20 in common models. */
export const HALF_WAY = 8;

/** How much the words count: 1 leaves the scores of a search without vectors as they are. */
export const WORDS_WEIGHT = 1;

/**
 * How much the vector counts. This and the constants above were chosen on a development set of conversations with
 * several models; reciprocal rank fusion loses far more with a weak model.
 */
export const VECTOR_WEIGHT = 0.4;

/** Lower bound, which also replaces a missing deviation. */
const LEAST_DEVIATION = 1e-4;

/** The general similarity of unrelated texts counts as much as this many memories of the agent. */
const GENERAL = 50;

/**
 * The similarity of a query to memories that have nothing to do with it: the agent's own mean, because its memories
 * share names and themes, mixed with that of the space while they are few.
 */
export function usualSimilarity(mean: number, memories: number, space: VectorSpace): number {
  return (mean * memories + space.mean * GENERAL) / (memories + GENERAL);
}

/**
 * The score of a document that is more similar than usual by `excess` (a difference of cosines), 0 to below 1. It is
 * measured in standard deviations of unrelated texts, so it means the same for every model.
 */
export function similarityScore(excess: number, space: VectorSpace): number {
  const deviations = excess / Math.max(space.deviation, LEAST_DEVIATION);
  if (deviations <= UNRELATED) return 0;
  const share = ((deviations - UNRELATED) / (HALF_WAY - UNRELATED)) ** 2;
  return share / (1 + share);
}

/** The own score of a document, 0 to below 1: 1 - (1 - words) * (1 - vector), each weighted. */
export function fusedScore(words: number, vector: number): number {
  const byWords = WORDS_WEIGHT * words;
  return byWords + VECTOR_WEIGHT * vector * (1 - byWords);
}

/** The share of its own score that a document passes to the documents next to it in its group. */
export const NEAR = 0.5;

/** The share for documents one place further. */
export const FAR = 0.25;

/**
 * The score of a document among its neighbours, because an answer often stands one turn away from the words of
 * the question. Own and neighbour scores are combined as independent evidence, 1 - (1 - own) * product of
 * (1 - share of neighbour), so that the score stays from 0 to below 1.
 *
 * `own`: own scores by ordinal. The order of the factors is fixed, so that equal data gives equal scores to
 * the last bit. The weights were chosen on a development set of conversations, where a plain sum does no better.
 */
export function scoreAmongNeighbours(own: Float64Array, places: GroupOrder, ordinal: number): number {
  const left = doubtLeft(own, places.before, ordinal);
  const right = doubtLeft(own, places.after, ordinal);
  const doubt = left * right;
  // Not 1 - (1 - own) * doubt, which would round the own score of a document without neighbour scores.
  return 1 - doubt + own[ordinal]! * doubt;
}

/** What doubt the neighbours on one side leave: 1 where they have no score. */
function doubtLeft(own: Float64Array, side: Int32Array, ordinal: number): number {
  const near = side[ordinal]!;
  if (near === NO_NEIGHBOUR) return 1;
  const far = side[near]!;
  return (1 - NEAR * own[near]!) * (far === NO_NEIGHBOUR ? 1 : 1 - FAR * own[far]!);
}

const HALVINGS = 40;

/**
 * The least own score that a document of this score, or one of its neighbours, must have: below it even five of them
 * together do not reach the score. Rounded down so that no document is missed.
 */
export function leastOwnScore(score: number): number {
  let [low, high] = [0, score];
  for (let i = 0; i < HALVINGS; i++) {
    const middle = (low + high) / 2;
    const reached = 1 - (1 - middle) * (1 - NEAR * middle) ** 2 * (1 - FAR * middle) ** 2;
    if (reached < score) low = middle;
    else high = middle;
  }
  return low * (1 - Number.EPSILON * 16);
}

/**
 * How much more evidence counts in a document of the time asked for: 1 would be as if it came twice. On a
 * development set of conversations this brings evidence of dated questions up and pushes none down; more
 * begins to drown the words of the question.
 */
export const TIMELY_BONUS = 0.25;

/** The score that the bonus turns into this one. */
export function beforeBonus(score: number): number {
  return 1 - (1 - score) ** (1 / (1 + TIMELY_BONUS));
}

/** A score from 0 to below 1 with its evidence counted `1 + TIMELY_BONUS` times; it stays below 1. */
export function timelyScore(score: number): number {
  return 1 - (1 - score) ** (1 + TIMELY_BONUS);
}
