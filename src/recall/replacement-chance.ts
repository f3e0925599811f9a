import type { ScoredMemory } from '../backend/memory-search';
import { type BoostedTrees, logOddsOf } from '../links/judge/boosted-trees';
import { saysChange } from '../links/judge/cue-words';
import * as weights from './replacement-weights.json';
import { besideNames, DIGIT, namesIn, share, type Asked, type Profile } from './said-words';

/** A newer memory with a smaller part of the older one's score is about something else. */
const LEAST_SCORE = 0.3;
/** From this chance on the newer memory is said to replace the older one: 0.8, and 0.7 where vectors say more. */
const LEAST_LOG_ODDS = { words: logOddsFrom(0.8), vectors: logOddsFrom(0.7) };

const MOST_NAMES = 4;
const MOST_WORDS = 30;
const MOST_RATIO = 3;
const LEAST_VECTOR = 0.05;

/** A result of a search for a question. */
export interface ReadResult {
  result: Pick<ScoredMemory, 'score' | 'vector' | 'matchedTerms'> & { memory: { content: string } };
  profile: Profile;
}

export interface ReplacementWeights {
  words: BoostedTrees;
  /** Where memories have vectors. */
  vectors: BoostedTrees;
}

/** Whether it is likely that the newer of two compared memories says what holds now instead of the older one. */
export function isLikelyReplaced(
  asked: Asked,
  older: ReadResult,
  newer: ReadResult,
  { words, vectors }: ReplacementWeights = weights,
): boolean {
  const [trees, least] =
    older.result.vector === null ? [words, LEAST_LOG_ODDS.words] : [vectors, LEAST_LOG_ODDS.vectors];
  return logOddsOf(trees, replacementFeatures(asked, older, newer)) >= least;
}

export function areCompared(older: Pick<ReadResult, 'result'>, newer: Pick<ReadResult, 'result'>): boolean {
  return newer.result.score >= LEAST_SCORE * older.result.score;
}

/** What is known of the two, in the order of the columns of the trees; docs/RECALL.md names them. */
export function replacementFeatures(asked: Asked, older: ReadResult, newer: ReadResult): number[] {
  const [one, other] = [older.profile, newer.profile];
  const said = besideNames(one, other, asked);
  const saidNow = besideNames(other, one, asked);
  const named = namesIn(one, asked);
  return [
    Math.min(MOST_RATIO, newer.result.score / older.result.score),
    vectorRatio(older, newer),
    newer.result.score,
    sharedTerms(older, newer),
    share(said, other, Math.min(said.length, saidNow.length)),
    named > 0 && namesIn(other, asked) >= named ? 1 : 0,
    saysChange(newer.result.memory.content) ? 1 : 0,
    areNumbersOthers(one, other) ? 1 : 0,
    namesOnlyIn(other, one),
    namesOnlyIn(one, other),
    Math.min(MOST_WORDS, said.length) / MOST_WORDS,
  ];
}

function vectorRatio(older: ReadResult, newer: ReadResult): number {
  if (older.result.vector === null) return 0;
  const ratio = (newer.result.vector?.score ?? 0) / Math.max(LEAST_VECTOR, older.result.vector.score);
  return Math.min(MOST_RATIO, ratio);
}

function sharedTerms({ result: { matchedTerms } }: ReadResult, newer: ReadResult): number {
  const shared = matchedTerms.filter((term) => newer.result.matchedTerms.includes(term));
  return shared.length / Math.max(1, matchedTerms.length);
}

function areNumbersOthers(one: Profile, other: Profile): boolean {
  const numbers = numbersIn(one);
  return numbersIn(other).length > 0 && numbers.some((number) => !other.words.has(number));
}

function numbersIn({ words }: Profile): string[] {
  return [...words.keys()].filter((word) => DIGIT.test(word));
}

/** Words with a capital that only the first one has, as a share of `MOST_NAMES`. */
function namesOnlyIn({ words }: Profile, others: Profile): number {
  let count = 0;
  for (const [word, isName] of words) if (isName && others.words.get(word) !== true) count++;
  return Math.min(MOST_NAMES, count) / MOST_NAMES;
}

function logOddsFrom(chance: number): number {
  return Math.log(chance / (1 - chance));
}
