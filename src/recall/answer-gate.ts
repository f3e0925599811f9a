import type { ScoredMemory } from '../backend/memory-search';
import type { Language } from '../common/languages';
import { stemsOfList } from '../retrieval/tokens';
import { bearing, certaintyOf, type BearingMemory } from './bearing';
import { evidenceOf, type Evidence } from './evidence';
import { withNewer } from './newer-first';
import { questionTerms, type QuestionTerms } from './question-terms';

/** Words with which somebody asks for everything about a subject, in English, French, German and Spanish. */
const BROAD =
  /\b(?:everything|anything|know about|remember about|tell me (?:more )?about|describe|summari[sz]e|alles|erzähl\w*|beschreib\w*|weißt du|tout ce que|parle[sz]?[- ]moi|décri\w*|sais[- ]tu|todo lo que|háblame|cuéntame|describ\w*|sabes (?:de|sobre))(?![\p{L}\p{N}])/iu;
/** Words of such a question that no memory holds for the sake of its subject. */
const BROAD_WORDS =
  'summarize summarise overview more alles erzähl erzähle beschreibe weißt weiß sag gib tout parle parler décris sais dis todo toda sabes háblame cuéntame describe dime';
/** A subject without a name has so many words at most: `the staging database`. */
const MOST_SUBJECT = 2;

/**
 * The third turn may have this part of the best one's score. Of 147 such answers about four conversations, 0.980 have a right
 * source; of the 218 others that would be sure, 0.830.
 */
const STANDS_OUT = 0.6;

/** What bears on a question, and whether the question asks for everything about its subject. */
export interface Bearing {
  found: BearingMemory[];
  isBroad: boolean;
}

/**
 * The memories that bear on a question, best first, of those found for it. Of a question that asks for everything about a
 * person or thing, these are all memories about it: the rarer words of which `bearing` looks for evidence are missing there.
 */
export function bearingOnQuestion(
  question: string,
  language: Language,
  results: readonly ScoredMemory[],
): Bearing {
  const terms = questionTerms(question, language, true);
  const found = taken(terms, results);
  if (!asksForAll(question, terms)) return { found, isBroad: false };
  const kept = new Map(found.map((each) => [each.memory.id, each]));
  const subject = subjectOf(terms);
  const all = results.flatMap((result) => {
    const evidence = evidenceOf(terms, result);
    const known = kept.get(result.memory.id);
    if (known !== undefined) return [known];
    return isAbout(evidence, subject) ? [{ ...result, bears: bearsOn(evidence) }] : [];
  });
  return { found: all, isBroad: BROAD.test(question) };
}

/**
 * What a model is given: that, or else what `cut: "auto"` of a recall would return, which also takes texts that ask nothing.
 */
export function bearingForModel(
  question: string,
  language: Language,
  results: readonly ScoredMemory[],
): Bearing {
  const asked = bearingOnQuestion(question, language, results);
  if (certaintyOf(asked.found) !== 'none') return asked;
  return { found: taken(questionTerms(question, language), results), isBroad: false };
}

/** What bears on a question, and what may replace one of these memories. */
function taken(question: QuestionTerms, results: readonly ScoredMemory[]): BearingMemory[] {
  return withNewer(question, withCertainty(bearing(question, results)), results);
}

/** Turns of a conversation repeat each other: where the third one scores nearly as high, another one may be the answer. */
function withCertainty(found: readonly BearingMemory[]): BearingMemory[] {
  const [best, , third] = found.toSorted((a, b) => b.score - a.score);
  if (best?.inThread !== true || third === undefined || third.score <= STANDS_OUT * best.score)
    return [...found];
  return found.map((each) => ({ ...each, bears: { ...each.bears, certainty: 'low' } }));
}

/** Whether a question asks for all that is known about its subject. */
function asksForAll(question: string, terms: QuestionTerms): boolean {
  const subject = subjectOf(terms);
  if (terms.names.length > 0) return subject.length === 0;
  return subject.length > 0 && subject.length <= MOST_SUBJECT && BROAD.test(question);
}

/** The terms that say, beside names, what a question is about. */
function subjectOf({ others, language }: QuestionTerms): string[] {
  const asking = stemsOfList(BROAD_WORDS, language);
  return others.filter((term) => !asking.has(term));
}

/** Whether a memory gives every name of the question, or all words of a subject without one. */
function isAbout({ found, names }: Evidence, subject: readonly string[]): boolean {
  if (names.length > 0) return names.every((name) => name !== null);
  return subject.every((term) => found.matchedTerms.includes(term));
}

function bearsOn({ names }: Evidence): BearingMemory['bears'] {
  const given = names.flatMap((name) => name?.text ?? []);
  if (given.length === 0) return { certainty: 'low', reason: 'holds what the question is about' };
  return { certainty: 'high', reason: `names ${given.join(' and ')}` };
}
