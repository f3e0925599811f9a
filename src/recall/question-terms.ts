import type { ScoredMemory } from '../backend/memory-search';
import type { Language } from '../common/languages';
import { stemsOfList, tokenizerOf } from '../retrieval/tokens';
import { namesIn, type Name, type PlacedName } from './names';
import { byName } from './by-name';
import { asksForNumber } from './value-question';
import { askedOf, type AskedOf } from './whose';

/** A question, and what it asks about. */
export interface QuestionTerms {
  text: string;
  /** Whether it is a question by its form, or known to be one. */
  isQuestion: boolean;
  /** The names in the question; each entry lists alternatives, of which a source gives one. None in other texts. */
  names: readonly (readonly Name[])[];
  /** The stems of the other words, without those that only ask. */
  others: readonly string[];
  /** Whether it asks for a number or a time. */
  asksNumber: boolean;
  /** Whom it asks about; null where it names no one, and for other texts. */
  whose: AskedOf | null;
  language: Language;
}

/** A text of more terms is a long message, of which no memory holds much. */
const MOST_TERMS = 12;

const ASKS =
  /\?|^\W*(?:who|whom|whose|what|when|where|which|why|how|is|are|was|were|do|does|did|can|could|should|has|have|had|will|would|tell|name|list)\b/i;

/** Characters between two alternatives, at most. */
const MOST_BETWEEN = 12;

/** Between two names of which a source gives one: `Anna Bell, Ben Holt or Cara Dunn`. */
const ALTERNATIVE =
  /^["'”’)]{0,3}\s{0,3}(?:[,/&]\s{0,3})?(?:(?:or|and|of|oder|und|ou|et|o|y|e|en|och|og|eller)\s{1,3})?["'“‘(]{0,3}$/u;

/** Words of the asking itself, which no memory holds for the sake of its subject. */
const ASKING =
  'mr mrs dr prof tell name list describe give show know remember say everything anything something person people individual thing type kind sort title following according fact facts among besides want need use get make much many often quite still even current currently now';

/** The word behind "how" is about what is asked for, and a memory gives the value instead: `How long is the trial?` */
const HOW = /\bhow (long|far|old|big|large|tall|high|fast|soon|late|wide|heavy|deep|close|near)\b/i;

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' });
const ENDS_AS_QUESTION = /[?？؟]["'”’»)]*$/u;
/** Each one takes a search. */
const MOST_QUESTIONS = 3;

/** The questions of a long message that says other things too, the last one first; none of another text. */
export function questionsIn(text: string, language: Language): string[] {
  const parts = Array.from(sentences.segment(text), ({ segment }) => segment.trim());
  const questions = parts.filter((part) => ENDS_AS_QUESTION.test(part));
  if (questions.length === 0 || parts.length === 1) return [];
  if (new Set(tokenizerOf(language).tokenize(text).terms).size <= MOST_TERMS) return [];
  return questions.slice(-MOST_QUESTIONS).reverse();
}

/** What is asked of what was found. `searched`: the memories, whether they bear or not. */
export interface FoundParts<Found> {
  isSure: (found: Found) => boolean;
  isFound: (found: Found) => boolean;
  searched: (found: Found) => readonly ScoredMemory[];
}

/**
 * What `find` brings for a text, or where that is uncertain, for the first of the questions in it that brings something: no
 * memory holds much of a long message. A question by a relation is asked by its name too, where what was found gives that.
 */
export async function foundByQuestions<Found>(
  text: string,
  language: Language,
  find: (text: string) => Promise<Found>,
  { isSure, isFound, searched }: FoundParts<Found>,
): Promise<Found> {
  const whole = await find(text);
  const named = byName(text, searched(whole));
  if (named !== null) {
    const found = await find(named);
    if (isSure(found) || (isFound(found) && !isSure(whole))) return found;
  }
  if (isSure(whole)) return whole;
  for (const question of questionsIn(text, language)) {
    const found = await find(question);
    if (isFound(found)) return found;
  }
  return whole;
}

/** Whether a text is a question by its form, in English or by its question mark. */
export function asks(text: string): boolean {
  return ASKS.test(text);
}

/** `isQuestion`: whether the text is known to be one; else its form decides. */
export function questionTerms(text: string, language: Language, isQuestion = asks(text)): QuestionTerms {
  const names = isQuestion ? alternatives(text, namesIn(text, language)) : [];
  const inNames = new Set(names.flat().flatMap(({ stems }) => stems));
  const terms = new Set(tokenizerOf(language).tokenize(text).terms);
  const asking = stemsOfList(ASKING, language);
  const measure = stemsOfList(HOW.exec(text)?.[1]?.toLowerCase() ?? '', language);
  const others = [...terms].filter((term) => !inNames.has(term) && !asking.has(term) && !measure.has(term));
  return {
    text,
    isQuestion,
    names,
    others,
    asksNumber: asksForNumber(text),
    whose: isQuestion ? askedOf(text) : null,
    language,
  };
}

/** The first word of a sentence has its capital from there, so it is no name by itself. */
function alternatives(text: string, placed: readonly PlacedName[]): PlacedName[][] {
  const groups: PlacedName[][] = [];
  let end = 0;
  for (const name of placed.filter(({ beginsSentence }) => !beginsSentence)) {
    const last = groups.at(-1);
    const between = text.slice(end, name.start);
    if (last !== undefined && between.length <= MOST_BETWEEN && ALTERNATIVE.test(between)) last.push(name);
    else groups.push([name]);
    end = name.end;
  }
  return groups;
}
