import type { DateValue } from './dates';
import type { Mark } from './phrases';
import { IMPLIED_SUBJECTS } from './vocabulary';

export type Zone = 'subject' | 'verb' | 'rest';

/** A word that tells something, or a name. */
export interface Term {
  /** Equal for words that say the same. */
  key: string;
  word: string;
  zone: Zone;
  /** The one that opens its phrase; null for none. */
  preposition: string | null;
  isName: boolean;
  /** Its place among the words; neighbours make a phrase. */
  at: number;
}

/** A number in a clause, with what it counts or measures. */
export interface NumberValue {
  text: string;
  /** In the units of the dimension where there is one; else as written, so that versions compare too. */
  amount: string;
  /** Such as `duration`; null for a bare number and for things counted. */
  dimension: string | null;
  /** The keys of what may be counted: the words behind. */
  counted: string[];
  /** The key of the word before: "port 8080". */
  label: string | null;
}

/** One clause of a memory, read for comparison. */
export interface Statement {
  text: string;
  /** What it asserts. */
  terms: Term[];
  /** The keys of what it says is not so ("not X", "instead of X"). */
  rejected: ReadonlySet<string>;
  /** The keys of what it says has ended ("left X", "replaced X with"). */
  ended: ReadonlySet<string>;
  numbers: NumberValue[];
  dates: DateValue[];
  /** The key of the verb; null where none was found. */
  predicate: string | null;
  isPassive: boolean;
  isNegative: boolean;
  hasChanged: boolean;
  isFormer: boolean;
  /** Asks, and so asserts nothing. */
  isQuestion: boolean;
  isIntended: boolean;
  /** Tells of something that happened, of which there may be many. */
  isEvent: boolean;
  /** Says "nobody". */
  isUniversal: boolean;
  /** "Moved to", "changed to": what was, whatever it was called, is so now. */
  isBecoming: boolean;
  /** The key of the first word of what is so now. */
  becomes: string | null;
}

/** Neighbouring words of one place in a statement; never empty. */
export type Phrase = Term[];

/** Words next to each other, in the same zone and behind the same preposition. */
export function phrasesOf(terms: readonly Term[]): Phrase[] {
  const phrases: Phrase[] = [];
  for (const term of terms) {
    const last = phrases.at(-1);
    const before = last?.at(-1);
    const isNext = before?.at === term.at - 1 && before.zone === term.zone;
    if (isNext && before.preposition === term.preposition) last?.push(term);
    else phrases.push([term]);
  }
  return phrases;
}

export function isSubject(phrase: Phrase): boolean {
  return phrase.some(({ zone }) => zone === 'subject');
}

/** The terms that tell something: not those that go without saying. */
export function contentTerms(terms: readonly Term[]): Term[] {
  return terms.filter(({ key }) => !IMPLIED_SUBJECTS.has(key));
}

export function countWords(phrases: readonly Phrase[]): number {
  return phrases.reduce((sum, { length }) => sum + length, 0);
}

export function wordsOf(phrase: Phrase): string {
  return phrase.map(({ word }) => word).join(' ');
}

export interface Word {
  text: string;
  lower: string;
  mark: Mark | null;
  /** Its place in the text. */
  start: number;
  /** The key of a number that only tells things apart; null for other words. */
  numbered: string | null;
}
