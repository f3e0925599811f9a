import { asks } from './question-terms';
import { asksForValue, kindAskedFor } from './value-question';

/** What a text says, by its words. */
export interface Profile {
  /** The beginnings of its words, and whether they have a capital letter there. Short words only with one. */
  words: ReadonlyMap<string, boolean>;
  /** The names with which it begins, where they are several words: one alone begins any sentence. */
  subject: readonly string[];
}

/** What a question asks about. */
export interface Asked {
  words: ReadonlyMap<string, boolean>;
  names: ReadonlySet<string>;
  /** The beginnings of the words for what the value is one of. */
  kind: readonly string[];
  isQuestion: boolean;
  /** Whether it asks for one value. */
  isForValue: boolean;
}

/** A question in small letters names what its words name. */
export function askedFor(query: string): Asked {
  const { words } = profileOf(query);
  const hasNames = [...query.matchAll(CAPITALIZED)].some(({ index }) => index > 0);
  const names = [...words].filter(([, isName]) => isName || !hasNames).map(([word]) => word);
  const kind = [...profileOf(kindAskedFor(query)).words.keys()];
  return {
    words,
    names: new Set(names),
    kind,
    isQuestion: asks(query),
    isForValue: asksForValue(query),
  };
}

/** UTF-16 units of a content that are compared. */
const COMPARED = 2_000;

/** Who speaks, and when: it is not what is said. */
const TURN_HEAD = /^(?:\[[^\]\n]{0,70}\] )?(?:\p{Lu}[\p{L}\p{M}\p{N}'._-]{0,30}: )?/u;
const WORD = /[\p{L}\p{M}\p{N}]+/gu;
const CAPITALIZED = /\p{Lu}[\p{L}\p{M}\p{N}'-]+/gu;
const FIRST_NAMES = /^\p{Lu}[\p{L}\p{M}\p{N}'.-]*(?: \p{Lu}[\p{L}\p{M}\p{N}'.-]*)+/u;

/** Words shorter than this carry little, unless they are names or numbers. */
const LEAST_WORD = 4;
/** Words that begin alike are taken for forms of one, in any language. */
const BEGINNING = 5;
export const DIGIT = /\p{N}/u;

export function saidIn(content: string): string {
  return content.slice(0, COMPARED).replace(TURN_HEAD, '');
}

export function profileOf(content: string): Profile {
  const text = saidIn(content);
  const words = new Map<string, boolean>();
  for (const word of text.match(WORD) ?? []) {
    const lower = word.toLowerCase();
    const beginning = beginningOfWord(lower);
    if (word.length > 1 && lower !== word) words.set(beginning, true);
    else if (isTelling(beginning) && !words.has(beginning)) words.set(beginning, false);
  }
  const subject = FIRST_NAMES.exec(text)?.[0].toLowerCase().match(WORD) ?? [];
  return { words, subject: subject.map(beginningOfWord) };
}

function beginningOfWord(word: string): string {
  return word.length <= BEGINNING || DIGIT.test(word) ? word : word.slice(0, BEGINNING);
}

export function isTelling(beginning: string): boolean {
  return beginning.length >= LEAST_WORD || DIGIT.test(beginning);
}

/** The words of a memory that are no name of the question in it or in the other one. */
export function besideNames(one: Profile, other: Profile, asked: Asked): string[] {
  return [...one.words.keys()].filter((word) => isBesideNames(word, one, other, asked));
}

export function isBesideNames(word: string, one: Profile, other: Profile, { names }: Asked): boolean {
  if (!isTelling(word)) return false;
  return !names.has(word) || !(one.words.get(word) === true || other.words.get(word) === true);
}

export function namesIn({ words }: Profile, { names }: Asked): number {
  let count = 0;
  for (const name of names) if (words.get(name) === true) count++;
  return count;
}

/** The part `of` a number of words that the other one says too. */
export function share(words: readonly string[], { words: others }: Profile, of: number): number {
  return words.filter((word) => others.has(word)).length / Math.max(1, of);
}
