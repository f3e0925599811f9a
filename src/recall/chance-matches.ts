import type { ScoredMemory } from '../backend/memory-search';

// For texts that ask nothing, such as a task, of which few memories hold much, and for servers that do not name the parts of
// their scores. The numbers for words alone were chosen on both halves of `bench facts`, those for vectors on its
// development half.

/** The least score of the best memory. */
const LEAST = 0.06;
/** A single term of the text is a coincidence below this score: the text has other terms, or the term is common. */
const LEAST_OF_ONE_TERM = 0.2;
/** Below this score the best memory must stand out: the second one may have this share of its score at most. */
const WEAK = 0.13;
const STANDS_OUT = 0.8;

/** With vectors, texts about something else score as high as paraphrases. */
const WEAK_WITH_VECTOR = 0.3;
/** A weak memory that shares words must have this score by words alone, since a shared name is also similar. */
const LEAST_BY_WORDS = 0.15;
/** Unless it shares several and the second one has this share of its score at most: words weigh little among few memories. */
const FAR_AHEAD = 0.5;
/** A weak memory that shares none must be four standard deviations more similar than usual. */
const LEAST_BY_VECTOR = 0.277;

/** Whether the best memory found for a text is no better than one that has nothing to do with it. */
export function isChanceMatch(best: ScoredMemory, second: ScoredMemory | undefined): boolean {
  return best.vector === null ? isCoincidence(best, second) : isSimilarByChance(best, second);
}

/** Whether the second best memory has at most this share of a score. */
export function isAhead(score: number, second: ScoredMemory | undefined, share: number): boolean {
  return second === undefined || second.score <= score * share;
}

/** `matchedTerms` is empty where another server does not name them, and where only a vector is similar. */
function isCoincidence({ score, matchedTerms }: ScoredMemory, second: ScoredMemory | undefined): boolean {
  if (score < LEAST) return true;
  if (matchedTerms.length === 1 && score < LEAST_OF_ONE_TERM) return true;
  return score < WEAK && !isAhead(score, second, STANDS_OUT);
}

function isSimilarByChance(best: ScoredMemory, second: ScoredMemory | undefined): boolean {
  const { score, matchedTerms, lexical, vector } = best;
  if (score >= WEAK_WITH_VECTOR) return false;
  if (!isAhead(score, second, STANDS_OUT)) return true;
  if (matchedTerms.length === 0) return (vector?.score ?? 0) < LEAST_BY_VECTOR;
  const isFarAhead = matchedTerms.length > 1 && isAhead(score, second, FAR_AHEAD);
  return (lexical?.score ?? 0) < (isFarAhead ? LEAST : LEAST_BY_WORDS);
}
