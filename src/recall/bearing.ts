import type { Memory } from '../backend/memory';
import type { ScoredMemory } from '../backend/memory-search';
import { chanceOf } from './bearing-chance';
import { evidenceOf, type Evidence } from './evidence';
import type { QuestionTerms } from './question-terms';
import { profiled, relationOf } from './same-matter';

// docs/RECALL.md says where the numbers come from, and how often they are wrong.

/** From this chance on the best memory bears on a question; on a request, which says less of what it needs, sooner. */
const LEAST_CHANCE = { question: 0.55, request: 0.3 };
/** From this chance on 19 of 20 answers cite a right source. */
const CERTAIN_CHANCE = 0.85;

/** Further memories count from this share of the best score on. */
const FACT_SHARE = 0.65;

/** A memory is called similar in meaning from this score of its vector on. */
const LEAST_SIMILAR = 0.2;

/** The best memory of a server that does not name the parts of its scores bears on a question from this score on. */
const LEAST_OPAQUE = 0.06;

/** The best turn of a conversation bears on a question from this score on. At 0.1 two questions in 100 lose their evidence. */
const LEAST_TURN = 0.05;
/** An answer often stands beside the words of the question. */
const TURN_SHARE = 0.2;

/** From this score on, 9 of 10 answers about turns cite a right source. */
const CERTAIN_TURN = 0.4;

export const CERTAINTIES = ['high', 'low', 'none'] as const;
/** How sure it is that the sources of an answer bear on the question; `none` without any. */
export type Certainty = (typeof CERTAINTIES)[number];

/** Why a memory bears on a question, and how sure that is. */
export interface Bears {
  certainty: 'high' | 'low';
  reason: string;
}

export type BearingMemory = ScoredMemory & { bears: Bears };

/** `bears`: with a cut. */
export type Recalled = ScoredMemory & { bears?: Bears };

/**
 * The memories that bear on a question, of those found for it, best first; none where nothing does. A memory has a
 * score only for what it says itself, or for what a neighbour in its thread says.
 */
export function bearing(question: QuestionTerms, found: readonly ScoredMemory[]): BearingMemory[] {
  const sources = sourcesOf(question, found);
  const [best] = sources;
  if (best === undefined) return [];
  const { share, isCertain } = takenWith(question, best, sources);
  if (share === null) return [];
  return sources
    .filter(
      ({ found, isOfAnother }) => isOfAnother === best.isOfAnother && found.score >= best.found.score * share,
    )
    .map((source) => ({ ...source.found, bears: bearsOf(source, question, isCertain) }));
}

/** Those that may answer a question, best first: the guard of names leaves out the others. */
export function sourcesOf(question: QuestionTerms, found: readonly ScoredMemory[]): readonly Evidence[] {
  const sources = answering(found.map((each) => evidenceOf(question, each)));
  return ofAskedFirst(question, sayingTheRest(question, sources));
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
  const areGiven = groups.every((_, at) => evidence.some(({ names }) => names[at] !== null));
  return evidence.filter((each) => each.found.inThread || (areGiven && (isNamed(each) || !each.namesOthers)));
}

/** With those about another person than the one asked about behind the rest; none where all are, but for the user or a name. */
function ofAskedFirst({ whose }: QuestionTerms, sources: readonly Evidence[]): readonly Evidence[] {
  const others = sources.filter(({ isOfAnother }) => isOfAnother);
  if (others.length === 0) return sources;
  if (others.length === sources.length && asksForRelation(whose)) return [];
  return [...sources.filter(({ isOfAnother }) => !isOfAnother), ...others];
}

function asksForRelation(whose: QuestionTerms['whose']): boolean {
  return whose !== null && whose.kinds.size > 0;
}

/**
 * A memory that gives several of the names that a question offers scores best without saying what is asked. So only those
 * answer that hold half of the other terms, if there are any.
 */
function sayingTheRest({ names }: QuestionTerms, sources: readonly Evidence[]): readonly Evidence[] {
  const says = ({ coverage }: Evidence): boolean => coverage >= 1 / 2;
  if (!names.some(({ length }) => length > 1) || !sources.some(says)) return sources;
  return sources.filter((source) => source.found.inThread || says(source));
}

/** From which share of the best score on memories bear on a question, null where none does; and which of them surely do. */
function takenWith(
  question: QuestionTerms,
  best: Evidence,
  sources: readonly Evidence[],
): { share: number | null; isCertain: (source: Evidence) => boolean } {
  const { score, inThread } = best.found;
  if (inThread)
    return {
      share: score < LEAST_TURN ? null : TURN_SHARE,
      isCertain: ({ found }) => found.score >= CERTAIN_TURN,
    };
  if (isOpaque(best.found))
    return { share: score < LEAST_OPAQUE ? null : FACT_SHARE, isCertain: () => false };
  // Where others speak of the user, what does not is about somebody else.
  const areOfUser = sources.some(({ isOfUser }) => isOfUser);
  const chance = chanceOf(question, best, rivalsOf(question, best, sources));
  return {
    share: chance < LEAST_CHANCE[question.isQuestion ? 'question' : 'request'] ? null : FACT_SHARE,
    isCertain: (source) =>
      chance >= CERTAIN_CHANCE &&
      source.coverage >= best.coverage &&
      !source.lacksNumber &&
      !source.isOfAnother &&
      isNamed(source) &&
      (source.isOfUser || !areOfUser),
  };
}

/**
 * The sources that may answer in place of the best one. Former and newer values of what it says are none: that they score
 * alike makes it no less sure. What is about another person is one where a relation is asked about: its owner may be meant.
 */
function rivalsOf({ text, whose }: QuestionTerms, best: Evidence, sources: readonly Evidence[]): Evidence[] {
  const outdoes = relationOf<ScoredMemory>(text);
  const isRival = asksForRelation(whose) || best.isOfAnother;
  const first = profiled(best.found);
  return sources.slice(1).filter(({ found, isOfAnother }) => {
    if (isOfAnother && !isRival) return false;
    const other = profiled(found);
    return !outdoes(first, other) && !outdoes(other, first);
  });
}

/** Whether a source gives one of the names of the question, where there are any: another one may be about something else. */
function isNamed({ names }: Evidence): boolean {
  return names.length === 0 || names.some((name) => name !== null);
}

/** A server that does not name the parts of its scores may score in another way. */
function isOpaque({ lexical, vector }: ScoredMemory): boolean {
  return lexical === null && vector === null;
}

function bearsOf(source: Evidence, question: QuestionTerms, isCertain: (source: Evidence) => boolean): Bears {
  return { certainty: isCertain(source) ? 'high' : 'low', reason: reasonOf(source, question) };
}

/** A memory in the place of another one that was found. `reason`: why it bears on the question, if there is a cut. */
export function standingFor<T extends Recalled>(found: T, memory: Memory, reason: string): T {
  return { ...found, memory, ...(found.bears && { bears: { ...found.bears, reason } }) };
}

/** Memories, best first, with others at the places of their scores, before or behind what has the same. */
export function withAdded<T extends Recalled>(
  memories: readonly T[],
  added: readonly T[],
  place: 'before' | 'behind' = 'before',
): T[] {
  const all = [...memories];
  for (const each of added) {
    if (all.some(({ memory }) => memory.id === each.memory.id)) continue;
    const at = all.findIndex(
      ({ score }) => score < each.score || (place === 'before' && score === each.score),
    );
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
