import type { ScoredMemory } from '../backend/memory-search';

// Where the numbers come from (see docs/RECALL.md): those for words alone were chosen on both halves of `bench facts`, those
// for vectors and for certainty on its development half, those for turns on four conversations of LoCoMo.

/** The best turn of a conversation bears on a question from this score on. At 0.1 two questions in 100 lose their evidence. */
const LEAST_TURN = 0.05;
/** Further turns count from this share of the best score on: an answer often stands beside the words of the question. */
const TURN_SHARE = 0.2;

/** The same for a memory that stands alone. */
const LEAST_FACT = 0.06;
const FACT_SHARE = 0.5;
/** A single term of the question is a coincidence below this score: the question has other terms, or the term is common. */
const LEAST_OF_ONE_TERM = 0.2;
/** Below this score the best memory must stand out: the second one may have this share of its score at most. */
const WEAK = 0.13;
const STANDS_OUT = 0.8;

/** With vectors, questions without an answer score as high as paraphrases, and so do further memories. */
const WEAK_WITH_VECTOR = 0.3;
const FACT_SHARE_WITH_VECTOR = 0.6;
/** A weak memory that shares words must have this score by words alone, since a shared name is also similar. */
const LEAST_BY_WORDS = 0.15;
/** Unless it shares several and the second one has this share of its score at most: words weigh little among few memories. */
const FAR_AHEAD = 0.5;
/** A weak memory that shares none must be four standard deviations more similar than usual. */
const LEAST_BY_VECTOR = 0.277;

/** From this score on the best memory is right in 9 of 10 answers about facts or conversations. */
const CERTAIN = 0.4;
/** The same for a memory that stands alone and has no vector. */
const CERTAIN_BY_WORDS = 0.25;

export const CERTAINTIES = ['high', 'low', 'none'] as const;
/** How sure it is that the sources of an answer bear on the question; `none` without any. */
export type Certainty = (typeof CERTAINTIES)[number];

/**
 * The memories that bear on a question, of those found for it, best first; none where nothing does. A memory has a
 * score only for what it says itself, or for what a neighbour in its thread says.
 */
export function bearing(found: readonly ScoredMemory[]): ScoredMemory[] {
  const [best] = found;
  if (best === undefined) return [];
  if (best.inThread) return best.score < LEAST_TURN ? [] : within(found, best.score * TURN_SHARE);
  if (best.vector === null)
    return isCoincidence(best, found[1]) ? [] : within(found, best.score * FACT_SHARE);
  return isSimilarByChance(best, found[1]) ? [] : within(found, best.score * FACT_SHARE_WITH_VECTOR);
}

/** Of the best of the sources. A server that does not name the parts of its scores may score in another way. */
export function certaintyOf(sources: readonly ScoredMemory[]): Certainty {
  const [best] = sources.toSorted((a, b) => b.score - a.score);
  if (best === undefined) return 'none';
  if (best.lexical === null && best.vector === null) return 'low';
  const byWords = best.vector === null && !best.inThread;
  return best.score >= (byWords ? CERTAIN_BY_WORDS : CERTAIN) ? 'high' : 'low';
}

/** `matchedTerms` is empty where another server does not name them, and where only a vector is similar. */
function isCoincidence({ score, matchedTerms }: ScoredMemory, second: ScoredMemory | undefined): boolean {
  if (score < LEAST_FACT) return true;
  if (matchedTerms.length === 1 && score < LEAST_OF_ONE_TERM) return true;
  return score < WEAK && !isAhead(score, second, STANDS_OUT);
}

function isSimilarByChance(best: ScoredMemory, second: ScoredMemory | undefined): boolean {
  const { score, matchedTerms, lexical, vector } = best;
  if (score >= WEAK_WITH_VECTOR) return false;
  if (!isAhead(score, second, STANDS_OUT)) return true;
  if (matchedTerms.length === 0) return (vector?.score ?? 0) < LEAST_BY_VECTOR;
  const isFarAhead = matchedTerms.length > 1 && isAhead(score, second, FAR_AHEAD);
  return (lexical?.score ?? 0) < (isFarAhead ? LEAST_FACT : LEAST_BY_WORDS);
}

function isAhead(score: number, second: ScoredMemory | undefined, share: number): boolean {
  return second === undefined || second.score <= score * share;
}

function within(found: readonly ScoredMemory[], least: number): ScoredMemory[] {
  return found.filter(({ score }) => score >= least);
}
