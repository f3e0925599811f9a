import type { VectorSpace } from './vectors';
import { NOBODY, type GroupOrder } from './group-order';

/**
 * Okapi BM25 (Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond", 2009), with
 * the inverse document frequency of Lucene, which is never negative.
 */

/** How fast repeats of a term stop counting; the usual 1.2. */
export const K1 = 1.2;

/** How much long documents are held back. The usual 0.75 is for articles; memories are short and even. */
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
 * The score of a document, 0 to below 1: its BM25 sum as a share of the query's whole weight (the sum of its
 * terms' weights, which is what endless repeats of every term would score; the constant factor k1 + 1 falls
 * out), times one plus the share of that weight whose terms it holds at all, halved.
 */
export function coveredScore(sum: number, covered: number, whole: number): number {
  return ((sum / whole) * (1 + covered / whole)) / 2;
}

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

/** Of its own score, what a document lends to those right beside it in its group. */
export const NEAR = 0.5;

/** What it lends to those one place further. */
export const FAR = 0.25;

/**
 * The score of a document among its neighbours, because an answer often stands one turn away from the words of
 * the question: own and lent scores are combined as independent evidence, 1 - (1 - own) * product of
 * (1 - lent), so that the score stays from 0 to below 1, and is the own score where no neighbour has one.
 *
 * `own`: own scores by ordinal. The order of the factors is fixed, so that equal data gives equal scores to
 * the last bit. The weights were chosen on a development set of conversations, where a plain sum does no better.
 */
export function scoreAmongNeighbours(own: Float64Array, places: GroupOrder, ordinal: number): number {
  const left = doubtLeft(own, places.before, ordinal);
  const right = doubtLeft(own, places.after, ordinal);
  const doubt = left * right;
  // Not 1 - (1 - own) * doubt, which would round the own score where nothing is lent.
  return 1 - doubt + own[ordinal]! * doubt;
}

/** What doubt the neighbours on one side leave: 1 where they have no score. */
function doubtLeft(own: Float64Array, side: Int32Array, ordinal: number): number {
  const near = side[ordinal]!;
  if (near === NOBODY) return 1;
  const far = side[near]!;
  return (1 - NEAR * own[near]!) * (far === NOBODY ? 1 : 1 - FAR * own[far]!);
}

const HALVINGS = 40;

/**
 * The least own score that a document of this score, or one of those that lend to it, must have: below it even
 * five of them together do not reach the score. Rounded down, so that nothing is missed.
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
