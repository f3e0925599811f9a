import { LRUCache } from 'lru-cache';
import { withoutEncodedData, fold, isAscii, unified } from './folding';
import { identifiersIn } from './identifiers';
import { nearTerms, type NearTerms } from './misspellings';
import { ONLY_LETTERS, rulesOf, Stems } from './stems';
import type { Language } from '../common/languages';
import { runToEnd } from './time-slices';

// The dictionaries depend on the script. A fixed locale keeps results equal everywhere.
const segmenter = new Intl.Segmenter('en', { granularity: 'word' });

/** Characters for one call of the segmenter, because its time grows faster than the length of the text. */
const WINDOW = 256;
/** A word this close to the end of a window is left to the next window. */
const MARGIN = 32;

/** Cuts a run of letters without spaces into words by dictionary, with a pause after each window. */
export function* segmentsOf(run: string): Generator<void, string[]> {
  const words: string[] = [];
  let start = 0;
  while (start < run.length) {
    const window = wholeCharacters(run.slice(start, start + WINDOW));
    const isLast = start + window.length === run.length;
    let next = start;
    for (const { segment, index, isWordLike } of segmenter.segment(window)) {
      if (!isLast && index > 0 && index + segment.length > WINDOW - MARGIN) break;
      if (isWordLike === true) words.push(segment);
      next += segment.length;
    }
    start = next;
    yield;
  }
  return words;
}

/** Removes the half of a character that a cut may leave at the end. */
function wholeCharacters(text: string): string {
  return text.isWellFormed() ? text : text.slice(0, -1);
}

/** Longer words (keys, encoded data) are cut here, so that a word's share of an index is bounded. */
const MAX_WORD_LENGTH = 64;

/** Words between two pauses: well under a millisecond. */
const WORDS_A_STEP = 256;

/** Words whose `NearTerms` are kept, each some 15 KB. */
const MOST_NEAR = 200;

/** English word parts after an apostrophe that are no words of their own. */
const CLITICS: ReadonlySet<string> = new Set(['s', 't', 'd', 'm', 'll', 're', 've']);

// A word may hold apostrophes, and between digits a point or colon: 3.14, 1:56.
const ASCII_WORD = /[a-z0-9]+(?:(?:'|(?<=[0-9])[.:](?=[0-9]))[a-z0-9]+)*/g;
const ANY_WORD = /[\p{L}\p{M}\p{N}]+(?:(?:'|(?<=\p{N})[.:](?=\p{N}))[\p{L}\p{M}\p{N}]+)*/gu;
const NUMBER = /^\p{N}+[.:]\p{N}+$/u;
const POINTS = /[.:]/;

const UNSPACED_SCRIPTS =
  '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}]';
const UNSPACED_SCRIPT = new RegExp(UNSPACED_SCRIPTS, 'u');
const ONLY_UNSPACED_SCRIPT = new RegExp(`^${UNSPACED_SCRIPTS}+$`, 'u');

/** The first of these scripts in Unicode is Thai, so most words skip the pattern. */
const FIRST_UNSPACED = 0x0e00;

export interface Tokens {
  /** The terms in the order of the text, with repeats. */
  terms: string[];
  /** Further forms of the same words, which do not count as length. */
  forms: string[];
}

/**
 * Cuts texts of a language into folded, stemmed words without stop words, which only a text of nothing else keeps.
 * Identifiers give their parts and, as further forms, the whole and the parts of `camelCase`.
 */
export class Tokenizer {
  private readonly stems: Stems;
  private readonly stopWords: ReadonlySet<string>;
  private readonly clitics: ReadonlySet<string>;
  /** Of words that queries ask for and memories do not hold: agents are asked alike. */
  private readonly near = new LRUCache<string, NearTerms>({
    max: MOST_NEAR,
    memoMethod: (word) => nearTerms(word, (spelling) => this.termOf(spelling)),
  });

  constructor(language: Language) {
    const { stem, stopWords } = rulesOf(language);
    this.stems = new Stems(stem);
    this.stopWords = stopWords;
    this.clitics = language === 'english' ? CLITICS : stopWords;
  }

  tokenize(text: string): Tokens {
    return runToEnd(this.tokenizeInSteps(text));
  }

  /** As `tokenize`, so that the caller can pause between two steps. */
  *tokenizeInSteps(text: string): Generator<void, Tokens> {
    const taken = withoutEncodedData(text);
    const ascii = isAscii(taken);
    const plain = ascii ? taken : unified(taken);
    const folded = fold(plain);
    const words = ascii ? (folded.match(ASCII_WORD) ?? []) : yield* wordsOf(folded);
    const contentWords = words.filter((word) => !this.stopWords.has(word));
    const terms = yield* mapped(contentWords.length === 0 ? words : contentWords, (word) =>
      this.termsOf(word),
    );
    const wholes = identifiersIn(folded, ascii).filter((whole) => !UNSPACED_SCRIPT.test(whole));
    const humps = yield* mapped(humpsOf(plain), (hump) => this.formOf(hump));
    return { terms, forms: [...wholes.map((whole) => this.stemOf(whole)), ...humps] };
  }

  /** The words of a text that are letters only, folded, by their terms. Scripts without spaces have none. */
  spellings(text: string): Map<string, string> {
    const words = fold(unified(withoutEncodedData(text))).match(ANY_WORD) ?? [];
    const spelt = words.filter((word) => ONLY_LETTERS.test(word) && !UNSPACED_SCRIPT.test(word));
    return new Map(spelt.map((word) => [this.stemOf(word), word]));
  }

  /** The terms of all words that may be meant by a word that no memory holds. */
  nearTerms(word: string): NearTerms {
    return this.near.memo(word);
  }

  /** The term of a folded word of letters, without the cache, for words that hardly come again. */
  termOf(word: string): string {
    return this.stems.compute(word);
  }

  /** Whether a folded word is a stop word. */
  isStopWord(word: string): boolean {
    return this.stopWords.has(word);
  }

  private termsOf(word: string): string | string[] {
    if (word.includes("'")) {
      const parts = word.split("'").filter((part, at) => !this.isClitic(part, at));
      return parts.map((part) => this.stemOf(part));
    }
    if (POINTS.test(word) && !NUMBER.test(word)) return word.split(POINTS).map((part) => this.stemOf(part));
    return this.stemOf(word);
  }

  /** No stemmer knows words of scripts without spaces. */
  private stemOf(word: string): string {
    const taken = cut(word);
    const isUnspaced = word.charCodeAt(0) >= FIRST_UNSPACED && ONLY_UNSPACED_SCRIPT.test(word);
    return isUnspaced ? taken : this.stems.of(taken);
  }

  /** English has them behind the word, others before it (l'eau, dell'arte). */
  private isClitic(part: string, at: number): boolean {
    return (at > 0 || this.clitics !== CLITICS) && this.clitics.has(part);
  }

  /** The stem of a word inside another one; none for a stop word. */
  private formOf(hump: string): string | string[] {
    const folded = fold(hump);
    return this.stopWords.has(folded) ? [] : this.stemOf(folded);
  }
}

const tokenizers = new Map<Language, Tokenizer>();

/** The tokenizer of a language, whose cache of stems all indexes share. */
export function tokenizerOf(language: Language): Tokenizer {
  let tokenizer = tokenizers.get(language);
  if (tokenizer === undefined) tokenizers.set(language, (tokenizer = new Tokenizer(language)));
  return tokenizer;
}

const wordLists = new Map<string, ReadonlySet<string>>();

/** The stems of a fixed list of words, cut once for each language. `words`: separated by spaces; a constant. */
export function stemsOfList(words: string, language: Language): ReadonlySet<string> {
  const key = `${language} ${words}`;
  let stems = wordLists.get(key);
  if (stems === undefined) wordLists.set(key, (stems = new Set(tokenizerOf(language).tokenize(words).terms)));
  return stems;
}

function* wordsOf(folded: string): Generator<void, string[]> {
  const words: string[] = [];
  for (const word of folded.match(ANY_WORD) ?? []) {
    if (!UNSPACED_SCRIPT.test(word)) words.push(word);
    else for (const segment of yield* segmentsOf(word)) words.push(segment);
  }
  return words;
}

/** As `flatMap`, in steps. */
function* mapped(
  words: readonly string[],
  map: (word: string) => string | string[],
): Generator<void, string[]> {
  const results: string[] = [];
  for (let i = 0; i < words.length; i++) {
    const result = map(words[i]!);
    if (typeof result === 'string') results.push(result);
    else results.push(...result);
    if (i % WORDS_A_STEP === WORDS_A_STEP - 1) yield;
  }
  return results;
}

function cut(word: string): string {
  return word.length <= MAX_WORD_LENGTH ? word : word.slice(0, MAX_WORD_LENGTH).toWellFormed();
}

const LETTERS_AND_DIGITS = /[\p{L}\p{N}]+/gu;
/** Between a small and a capital letter, and before the last capital of several: `getURLPath`. */
const HUMPS = /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;
const CAMEL = /\p{Ll}\p{Lu}/u;
/** No name has more words; what has is encoded data. */
const MOST_HUMPS = 32;

/** The words inside words such as `camelCase`, in the case they have. */
function humpsOf(text: string): string[] {
  if (!CAMEL.test(text)) return [];
  return (text.match(LETTERS_AND_DIGITS) ?? []).flatMap((word) => (CAMEL.test(word) ? humpsIn(word) : []));
}

function humpsIn(word: string): string[] {
  const humps = word.split(HUMPS);
  return humps.length > MOST_HUMPS ? [] : humps;
}
