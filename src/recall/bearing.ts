import type { Memory } from '../backend/memory';
import type { ScoredMemory } from '../backend/memory-search';
import { isAhead, isChanceMatch } from './chance-matches';
import { evidenceOf, type Evidence } from './evidence';
import type { QuestionTerms } from './question-terms';

// docs/RECALL.md says where the numbers come from, and how often they are wrong.

/** The least score of the best memory, by how many of the other terms of the question it holds. */
interface Least {
  half: number;
  third: number;
  any: number;
}

const BY_WORDS: Least = { half: 0.13, third: 0.15, any: 0.4 };
/** With vectors, questions without an answer score as high as paraphrases. */
const WITH_VECTOR: Least = { half: 0.25, third: 0.3, any: 0.4 };

const HALF = 1 / 2;
const THIRD = 1 / 3;

/** By words alone, a memory that holds fewer terms must have this score, and twice that of the second one. */
const LEAST_FAR_AHEAD = 0.15;
const FAR_AHEAD = 0.5;

/**
 * With a vector, one that holds fewer than this share must be so similar, and the second one may have 0.9 of its score.
 * A question with a name has no paraphrases: all memories about the person are similar to it.
 */
const PARAPHRASE = 0.2;
const LEAST_SIMILAR = 0.2;
const STANDS_OUT = 0.9;

/** Further memories count from this share of the best score on. Paraphrases are seldom the very best, so more count there. */
const FACT_SHARE = 0.55;
const FACT_SHARE_WITH_VECTOR = 0.65;
const PARAPHRASE_SHARE = 0.5;

/** The best turn of a conversation bears on a question from this score on. At 0.1 two questions in 100 lose their evidence. */
const LEAST_TURN = 0.05;
/** An answer often stands beside the words of the question. */
const TURN_SHARE = 0.2;

/** From this score on, and with half of the other terms, 19 of 20 answers about facts cite a right source; 9 of 10 about turns. */
const CERTAIN = 0.4;
const CERTAIN_BY_WORDS = 0.25;

export const CERTAINTIES = ['high', 'low', 'none'] as const;
/** How sure it is that the sources of an answer bear on the question; `none` without any. */
export type Certainty = (typeof CERTAINTIES)[number];

/** Why a memory bears on a question, and how sure that is. */
export interface Bears {
  certainty: 'high' | 'low';
  reason: string;
}

export type BearingMemory = ScoredMemory & { bears: Bears };

/**
 * The memories that bear on a question, of those found for it, best first; none where nothing does. A memory has a
 * score only for what it says itself, or for what a neighbour in its thread says.
 */
export function bearing(question: QuestionTerms, found: readonly ScoredMemory[]): BearingMemory[] {
  const sources = sayingTheRest(question, answering(found.map((each) => evidenceOf(question, each))));
  const share = shareTaken(question, sources);
  const [best] = sources;
  if (best === undefined || share === null) return [];
  return sources
    .filter(({ found: { score } }) => score >= best.found.score * share)
    .map((source) => ({ ...source.found, bears: bearsOf(source, question) }));
}

/** Of the best of the sources. */
export function certaintyOf(sources: readonly BearingMemory[]): Certainty {
  const [best] = sources.toSorted((a, b) => b.score - a.score);
  return best?.bears.certainty ?? 'none';
}

/**
 * The guard of named persons and things: a memory that names others only does not answer, and no memory does where
 * none gives a name of the question. In a thread the speaker or a neighbour may give the name.
 */
function answering(evidence: readonly Evidence[]): Evidence[] {
  const groups = evidence[0]?.names ?? [];
  const isNamed = groups.every((_, at) => evidence.some(({ names }) => names[at] !== null));
  return evidence.filter(({ found, names, namesOthers }) => {
    if (found.inThread) return true;
    return isNamed && (names.length === 0 || names.some((name) => name !== null) || !namesOthers);
  });
}

/**
 * A memory that gives several of the names that a question offers scores best without saying what is asked. So only those
 * answer that hold half of the other terms, if there are any.
 */
function sayingTheRest({ names }: QuestionTerms, sources: readonly Evidence[]): readonly Evidence[] {
  const says = ({ coverage }: Evidence): boolean => coverage >= HALF;
  if (!names.some(({ length }) => length > 1) || !sources.some(says)) return sources;
  return sources.filter((source) => source.found.inThread || says(source));
}

/** From which share of the best score on memories bear on a question; null where none does. */
function shareTaken(question: QuestionTerms, [best, second]: readonly Evidence[]): number | null {
  if (best === undefined) return null;
  const { found } = best;
  if (found.inThread) return found.score < LEAST_TURN ? null : TURN_SHARE;
  if (isEvident(question, best, second?.found)) return shareOf(found);
  const isLookedFor = !question.isTask && question.names.length === 0;
  return isLookedFor && isParaphrase(best, second?.found) ? PARAPHRASE_SHARE : null;
}

function isEvident({ isTask }: QuestionTerms, best: Evidence, second: ScoredMemory | undefined): boolean {
  const { found } = best;
  if (isTask || isOpaque(found)) return !isChanceMatch(found, second);
  return found.score >= leastScore(best) || isFarAhead(found, second);
}

function shareOf({ vector }: ScoredMemory): number {
  return vector === null ? FACT_SHARE : FACT_SHARE_WITH_VECTOR;
}

function isFarAhead({ score, vector }: ScoredMemory, second: ScoredMemory | undefined): boolean {
  return vector === null && score >= LEAST_FAR_AHEAD && isAhead(score, second, FAR_AHEAD);
}

function isParaphrase({ coverage, found }: Evidence, second: ScoredMemory | undefined): boolean {
  const similarity = found.vector?.score ?? 0;
  return coverage < PARAPHRASE && similarity >= LEAST_SIMILAR && isAhead(found.score, second, STANDS_OUT);
}

function leastScore({ coverage, found: { vector } }: Evidence): number {
  const { half, third, any } = vector === null ? BY_WORDS : WITH_VECTOR;
  if (coverage >= HALF) return half;
  return coverage >= THIRD ? third : any;
}

/** A server that does not name the parts of its scores may score in another way. */
function isOpaque({ lexical, vector }: ScoredMemory): boolean {
  return lexical === null && vector === null;
}

function bearsOf(source: Evidence, question: QuestionTerms): Bears {
  return { certainty: isCertain(source) ? 'high' : 'low', reason: reasonOf(source, question) };
}

function isCertain({ found, coverage }: Evidence): boolean {
  if (isOpaque(found)) return false;
  if (found.inThread) return found.score >= CERTAIN;
  return coverage >= HALF && found.score >= (found.vector === null ? CERTAIN_BY_WORDS : CERTAIN);
}

/** A memory that bears on a question by what another one says. */
export function standingFor(found: BearingMemory, memory: Memory, reason: string): BearingMemory {
  return { ...found, memory, bears: { ...found.bears, reason } };
}

/** Memories, best first, with others at the places of their scores. */
export function withAdded(
  memories: readonly BearingMemory[],
  added: readonly BearingMemory[],
): BearingMemory[] {
  const all = [...memories];
  for (const each of added) {
    if (all.some(({ memory }) => memory.id === each.memory.id)) continue;
    const at = all.findIndex(({ score }) => score < each.score);
    all.splice(at < 0 ? all.length : at, 0, each);
  }
  return all;
}

function reasonOf({ found, names, held }: Evidence, { others }: QuestionTerms): string {
  const given = names.flatMap((name) => (name === null ? [] : [name.text]));
  const parts = [
    ...(given.length > 0 ? [`names ${given.join(' and ')}`] : []),
    ...(held > 0 ? [`holds ${held} of ${others.length} ${given.length > 0 ? 'other ' : ''}terms`] : []),
    ...(found.vector !== null && found.vector.score >= LEAST_SIMILAR ? ['has a similar meaning'] : []),
    ...(found.inThread && found.neighbourScore > 0 ? ['stands beside a match in its thread'] : []),
  ];
  return parts.length === 0 ? 'was found by the server' : parts.join(', ');
}
