import type { VectorSpace } from './vectors';
import { NO_NEIGHBOUR, type Links } from './links';

// Okapi BM25 (Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond", 2009), with the inverse
// document frequency of Lucene, which is never negative.

/** How fast repeats of a term stop counting; the usual 1.2. */
const K1 = 1.2;

/** Length normalisation of short texts of similar length, and of articles, for which 0.75 is usual. */
const B_SHORT = 0.4;
const B_LONG = 0.75;

/** Average lengths in terms: facts and turns of people have up to 30, exchanges with an assistant 200 and more. */
const SHORT = 30;
const LONG = 150;

/**
 * BM25's `b` for a store with this average length, between `B_SHORT` and `B_LONG`: where lengths are a matter of who
 * speaks, a long text must not win by its length. Both were measured on conversations of people and with an assistant.
 */
export function lengthWeight(averageLength: number): number {
  const share = Math.min(1, Math.max(0, (averageLength - SHORT) / (LONG - SHORT)));
  return B_SHORT + (B_LONG - B_SHORT) * share;
}

/** A smaller store weighs its terms as one of this many documents, so that scores mean the same in both. */
const BACKGROUND = 100;

/** How many documents the shares of terms are mixed with: two documents with the same word do not make it common. */
const PRIOR = 3;

/** The weight of a term that `holding` of `documents` documents hold. */
export function termWeight(documents: number, holding: number): number {
  const missing = Math.max(0, BACKGROUND - documents);
  const held = holding + missing * shareElsewhere(documents, holding);
  return Math.log(1 + (documents + missing - held + 0.5) / (held + 0.5));
}

/** The estimated share of other documents that hold a term: the first one with it says nothing about the others. */
function shareElsewhere(documents: number, holding: number): number {
  return Math.max(0, holding - 1) / (Math.max(0, documents - 1) + PRIOR);
}

/**
 * What to add to a frequency below: `saturation(f) = f / (f + damping)`, from 0 to below 1. The damping of a document is
 * `least`, that of one without terms, plus `each` for each of its terms.
 */
export function damping(averageLength: number): { least: number; each: number } {
  const b = lengthWeight(averageLength);
  return { least: K1 * (1 - b), each: averageLength === 0 ? 0 : (K1 * b) / averageLength };
}

/**
 * The lexical score of a document, 0 to below 1: its BM25 sum as a share of the weight of all query terms, times one
 * plus the share of that weight whose terms it holds, halved.
 */
export function coveredScore(sum: number, covered: number, whole: number): number {
  return ((sum / whole) * (1 + covered / whole)) / 2;
}

/** How far above the usual a similarity begins to count, in standard deviations. */
export const UNRELATED = 0.75;

/** Standard deviations for a score of one half: hardly a memory is so far above the usual by chance. */
export const HALF_WAY = 6;

/** How much the words count: 1 leaves the scores of a search without vectors as they are. */
export const WORDS_WEIGHT = 1;

/**
 * How much the vector counts. This and the constants above were chosen on a development set of conversations with
 * several models; reciprocal rank fusion loses far more with a weak model.
 */
const VECTOR_WEIGHT = 0.45;

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
 * The standard deviation of the similarities of a query to the agent's memories, mixed with that of the space while
 * they are few. `squares`: the sum of the squared differences from the usual similarity, of so many memories.
 */
export function usualDeviation(squares: number, memories: number, space: VectorSpace): number {
  const variance = (squares + space.deviation ** 2 * GENERAL) / (memories + GENERAL);
  return Math.max(LEAST_DEVIATION, Math.sqrt(variance));
}

/** The share of the similarity to the mean of all memories that does not count: greetings are similar to everything. */
const COMMON = 0.5;

/** That share for an agent with so many memories: the mean of a few is about these few. */
export function commonShare(memories: number): number {
  return (COMMON * memories) / (memories + GENERAL);
}

/**
 * What the deviations of the memories right beside it count for a memory in a thread, where its own count 1. The sum is
 * divided by 1 + CONTEXT: undivided, scores of weak models drown those of words.
 */
export const CONTEXT = 0.3;

/**
 * The score of a document that is more similar than usual, 0 to below 1. `deviations`: by how many standard deviations
 * (see `usualDeviation`), so it means the same for every model and every query.
 */
export function similarityScore(deviations: number): number {
  if (deviations <= UNRELATED) return 0;
  const share = ((deviations - UNRELATED) / (HALF_WAY - UNRELATED)) ** 2;
  return share / (1 + share);
}

/** The own score of a document, 0 to below 1: 1 - (1 - words) * (1 - vector), each weighted. */
export function fusedScore(words: number, vector: number): number {
  const byWords = WORDS_WEIGHT * words;
  return byWords + VECTOR_WEIGHT * vector * (1 - byWords);
}

/** The share of its own score that a document passes to the documents next to it, see `linksOf`. */
export const NEAR = 0.5;

/** The share that a document that ends with a question passes to the one after it, which often holds the answer. */
export const NEAR_QUESTION = 0.7;

/** The share for documents one place further. */
export const FAR = 0.25;

/** The part of all these shares that a document that ends with a question takes: it seldom holds the answer. */
export const ASKING = 0.6;

/**
 * The score of a document with those of its neighbours as independent evidence, 1 - (1 - own) * product of (1 - share
 * of neighbour): an answer often stands one turn away from the words of the question. `own`: own scores by ordinal;
 * `asks`: 1 for documents that end with a question. The order of the factors is fixed, so that equal data gives equal
 * scores. The weights were chosen on a development set of conversations.
 */
export function scoreAmongNeighbours(
  own: Float64Array,
  links: Links,
  asks: Uint8Array,
  ordinal: number,
): number {
  const before = links.before[ordinal]!;
  const isAsked = before !== NO_NEIGHBOUR && asks[before] === 1;
  const part = asks[ordinal] === 1 ? ASKING : 1;
  const left = doubtLeft(own, links.before, ordinal, part * (isAsked ? NEAR_QUESTION : NEAR), part * FAR);
  const right = doubtLeft(own, links.after, ordinal, part * NEAR, part * FAR);
  const doubt = left * right;
  // Not 1 - (1 - own) * doubt, which would round the own score of a document without neighbour scores.
  return 1 - doubt + own[ordinal]! * doubt;
}

/** The share of doubt that the neighbours on one side leave: 1 if they have no score. */
function doubtLeft(
  own: Float64Array,
  side: Int32Array,
  ordinal: number,
  nearShare: number,
  farShare: number,
): number {
  const near = side[ordinal]!;
  if (near === NO_NEIGHBOUR) return 1;
  const far = side[near]!;
  return (1 - nearShare * own[near]!) * (far === NO_NEIGHBOUR ? 1 : 1 - farShare * own[far]!);
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
    const reached =
      1 - (1 - middle) * (1 - NEAR_QUESTION * middle) * (1 - NEAR * middle) * (1 - FAR * middle) ** 2;
    if (reached < score) low = middle;
    else high = middle;
  }
  return low * (1 - Number.EPSILON * 16);
}

/**
 * How much more evidence counts in a document of the time asked for: 1 would be as if it came twice. On a development
 * set of conversations more begins to drown the words of the question.
 */
export const TIMELY_BONUS = 0.25;

/**
 * How much more evidence counts in a turn of the speaker that the query names: most questions about a person are
 * answered in that person's own words. Chosen on four development conversations; each three of them choose 0.75 to 1.25.
 */
export const SPEAKER_BONUS = 0.75;

/**
 * How much more evidence counts in a user's turn when the query is about its asker ("my", "I"): the assistant's turns
 * repeat the user's words at length. Chosen on twenty chats with an assistant.
 */
export const ASKER_BONUS = 1.5;

/** The score that the bonus turns into this one. */
export function beforeBonus(score: number, bonus: number): number {
  return bonus === 0 ? score : 1 - (1 - score) ** (1 / (1 + bonus));
}

/** A score from 0 to below 1 with its evidence counted `1 + bonus` times; it stays below 1. */
export function withBonus(score: number, bonus: number): number {
  return bonus === 0 ? score : 1 - (1 - score) ** (1 + bonus);
}
