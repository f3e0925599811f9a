import type { Language } from '../common/languages';
import { rulesOf } from '../retrieval/stems';
import { tokenizerOf } from '../retrieval/tokens';

/** A name of a person, product or place as a text writes it. */
export interface Name {
  text: string;
  /** Of its words, without titles such as `Dr`. */
  stems: readonly string[];
}

/** A name and where it stands in its text. */
export interface PlacedName extends Name {
  start: number;
  end: number;
  /** Whether it is a single word that begins a sentence, which may have its capital from there; not one that owns something. */
  beginsSentence: boolean;
}

const WORD = /[\p{L}\p{M}\p{N}]+(?:['’._@-][\p{L}\p{M}\p{N}]+)*/gu;
const CAPITAL = /^\p{Lu}/u;
const PART = /^[\p{Lu}\p{N}]/u;
/** `PAY-2231`, `SP8`, `v1.2`; but not `3rd`. */
const IDENTIFIER = /^\p{L}.*\p{N}/u;
const POSSESSIVE = /['’]s?$/u;
/** Of whom something is said without a name: "User's phone number is …" may be of anybody. */
const NAMELESS =
  /^(?:today|yesterday|tomorrow|tonight|(?:every|some|no|any)(?:one|body)|users?|customers?|clients?|owners?|company|teams?|projects?)['’]/iu;
const ENDS_SENTENCE = /[.?!:]["'”’)]*\s+["'“‘(]*$/u;
const ABBREVIATION = /(?:^|[\s(])(?:\p{Lu}|Mr|Mrs|Ms|Dr|Prof|St)\.\s+$/u;
/** What stands between two words of one name. */
const WITHIN_NAME = /^(?: |\. )$/;

/** Capitalised words that name no person, product or place. */
const NO_NAMES: ReadonlySet<string> = new Set(
  `i i'm i've i'd i'll mr mrs ms dr prof herr frau monday tuesday wednesday thursday friday saturday sunday january
  february march april may june july august september october november december christmas easter`.split(
    /\s+/,
  ),
);

interface Word {
  text: string;
  start: number;
  end: number;
  isFirst: boolean;
}

/** The names of a text, in its order: runs of capitalised words, and identifiers with digits. */
export function namesIn(text: string, language: Language): PlacedName[] {
  const words = wordsOf(text);
  const marksNames = !capitalisesOtherWords(words, language);
  const runs: Word[][] = [];
  let run: Word[] = [];
  for (const word of words) {
    const last = run.at(-1);
    const joins = last !== undefined && WITHIN_NAME.test(text.slice(last.end, word.start));
    if (!isName(word, marksNames)) run = [];
    else if (joins) run.push(word);
    else runs.push((run = [word]));
  }
  return runs.flatMap((each) => nameOf(each, language));
}

function wordsOf(text: string): Word[] {
  return [...text.matchAll(WORD)].map((match, at) => {
    const before = text.slice(Math.max(0, match.index - 8), match.index);
    const isFirst =
      (at === 0 && text.slice(0, match.index).trim() === '') ||
      (ENDS_SENTENCE.test(before) && !ABBREVIATION.test(before));
    return { text: match[0], start: match.index, end: match.index + match[0].length, isFirst };
  });
}

function isName({ text }: Word, marksNames: boolean): boolean {
  return IDENTIFIER.test(text) || (marksNames && CAPITAL.test(text));
}

/** None for a run of titles, days and stop words. */
function nameOf(run: readonly Word[], language: Language): PlacedName[] {
  const { stopWords } = rulesOf(language);
  const kept = run.filter(({ text, isFirst }) => {
    const word = text.toLowerCase();
    return !namesNothing(word) && !(isFirst && stopWords.has(word));
  });
  const text = kept.map((word) => properPart(word.text)).join(' ');
  const [first, ...more] = kept;
  if (first === undefined || text.trim() === '') return [];
  const stems = [...new Set(tokenizerOf(language).tokenize(text).terms)];
  const isOwner = POSSESSIVE.test(first.text) && !NAMELESS.test(first.text);
  const beginsSentence = first.isFirst && more.length === 0 && !IDENTIFIER.test(text) && !isOwner;
  return [{ text, stems, start: first.start, end: (more.at(-1) ?? first).end, beginsSentence }];
}

/** `word`: in lower case; days may be in the plural. */
function namesNothing(word: string): boolean {
  return NO_NAMES.has(word) || NO_NAMES.has(word.replace(/s$/, ''));
}

/** `Anna` of `Anna's`, `Michigan` of `Michigan-based`. */
function properPart(word: string): string {
  const bare = word.replace(POSSESSIVE, '');
  if (IDENTIFIER.test(bare)) return bare;
  return bare
    .split('-')
    .filter((part) => PART.test(part))
    .join('-');
}

/** Whether capitals mark no names here: German writes all nouns with one, and headings most words. */
function capitalisesOtherWords(words: readonly Word[], language: Language): boolean {
  if (language === 'german') return true;
  const own = rulesOf(language).stopWords;
  const inHeading = words.filter(({ text, isFirst }) => {
    const word = text.toLowerCase();
    return !isFirst && CAPITAL.test(text) && own.has(word) && !namesNothing(word);
  });
  if (inHeading.length > 1) return true;
  const count = (stopWords: ReadonlySet<string>): number =>
    words.filter(({ text }) => stopWords.has(text.toLowerCase())).length;
  return count(rulesOf('german').stopWords) > count(own);
}
