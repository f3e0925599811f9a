import { compoundsOf, humpsOf } from './compounds';
import { fold, isAscii, unified } from './folding';
import { rulesOf } from './language-rules';
import type { Language } from '../common/languages';
import { Stems } from './stems';

/** Longer words (keys, encoded data) are cut here, so that a word's share of an index is bounded. */
const MAX_WORD_LENGTH = 64;

/** What follows an apostrophe in English without being a word of its own. */
const CLITICS: ReadonlySet<string> = new Set(['s', 't', 'd', 'm', 'll', 're', 've']);

// A word may hold apostrophes, and between digits a point or colon: 3.14, 1:56.
const ASCII_WORD = /[a-z0-9]+(?:(?:'|(?<=[0-9])[.:](?=[0-9]))[a-z0-9]+)*/g;
const ANY_WORD = /[\p{L}\p{M}\p{N}]+(?:(?:'|(?<=\p{N})[.:](?=\p{N}))[\p{L}\p{M}\p{N}]+)*/gu;
const NUMBER = /^\p{N}+[.:]\p{N}+$/u;
const POINTS = /[.:]/;

const UNSPACED_SCRIPT =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

// Its dictionaries go by script, so the locale does not matter; a fixed one keeps results equal everywhere.
const segmenter = new Intl.Segmenter('en', { granularity: 'word' });

export interface Tokens {
  /** The terms of the text in their order, repeats included. */
  terms: string[];
  /** Further forms of the same words; they do not make the text longer. */
  forms: string[];
}

/**
 * Cuts texts of one language into terms: words in Unicode form NFKC, lower case, without accents (see `fold`),
 * stop words left out, stemmed. Scripts that are written without spaces are cut by dictionary. Identifiers are
 * cut at everything that is no letter or digit (`user_id` is two terms), so that each part is found, and are
 * a further form in one piece, so that the whole is found as written; the parts of `camelCase` are further
 * forms of it. Decimals and times of day stay whole.
 *
 * A text of nothing but stop words keeps them all: such a memory ("The Who") is then found by its own words,
 * and a question of only stop words finds such memories alone.
 */
export class Tokenizer {
  private readonly stems: Stems;
  private readonly stopWords: ReadonlySet<string>;
  private readonly clitics: ReadonlySet<string>;

  constructor(language: Language) {
    const { stem, stopWords } = rulesOf(language);
    this.stems = new Stems(stem);
    this.stopWords = stopWords;
    this.clitics = language === 'english' ? CLITICS : stopWords;
  }

  tokenize(text: string): Tokens {
    const ascii = isAscii(text);
    const plain = ascii ? text : unified(text);
    const folded = fold(plain);
    const words = wordsOf(folded, ascii);
    const telling = words.filter((word) => !this.stopWords.has(word));
    return {
      terms: (telling.length === 0 ? words : telling).flatMap((word) => this.termsOf(word)),
      forms: this.formsOf(plain, folded, ascii),
    };
  }

  private termsOf(word: string): string | string[] {
    if (word.includes("'")) {
      const parts = word.split("'").filter((part, at) => !this.isClitic(part, at));
      return parts.map((part) => this.stems.of(cut(part)));
    }
    if (POINTS.test(word) && !NUMBER.test(word))
      return word.split(POINTS).map((part) => this.stems.of(cut(part)));
    return this.stems.of(cut(word));
  }

  /** English has them behind the word, others before it (l'eau, dell'arte). */
  private isClitic(part: string, at: number): boolean {
    return (at > 0 || this.clitics !== CLITICS) && this.clitics.has(part);
  }

  private formsOf(plain: string, folded: string, ascii: boolean): string[] {
    const humps = humpsOf(plain)
      .map((hump) => fold(hump))
      .filter((hump) => !this.stopWords.has(hump));
    const wholes = compoundsOf(folded, ascii).filter((whole) => !UNSPACED_SCRIPT.test(whole));
    return [...wholes.map(cut), ...humps.map((hump) => this.stems.of(cut(hump)))];
  }
}

const tokenizers = new Map<Language, Tokenizer>();

/** The one of a language; all indexes share its memory of stems. */
export function tokenizerOf(language: Language): Tokenizer {
  let tokenizer = tokenizers.get(language);
  if (tokenizer === undefined) tokenizers.set(language, (tokenizer = new Tokenizer(language)));
  return tokenizer;
}

function wordsOf(folded: string, ascii: boolean): string[] {
  if (ascii) return folded.match(ASCII_WORD) ?? [];
  const words = folded.match(ANY_WORD) ?? [];
  return words.flatMap((word) => (UNSPACED_SCRIPT.test(word) ? segmentsOf(word) : word));
}

function segmentsOf(word: string): string[] {
  const segments: string[] = [];
  for (const { segment, isWordLike } of segmenter.segment(word)) if (isWordLike) segments.push(segment);
  return segments;
}

function cut(word: string): string {
  return word.length <= MAX_WORD_LENGTH ? word : word.slice(0, MAX_WORD_LENGTH).toWellFormed();
}
