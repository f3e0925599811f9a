import { stopwords } from '@orama/stopwords/english';
import { stemOf } from './stems';

/** Longer words (keys, encoded data) are cut here, so that a word's share of an index is bounded. */
const MAX_WORD_LENGTH = 64;

// The list has no one-letter articles.
const STOP_WORDS: ReadonlySet<string> = new Set([...stopwords, 'a']);

/** What follows an apostrophe in English without being a word of its own. */
const CLITICS: ReadonlySet<string> = new Set(['s', 't', 'd', 'm', 'll', 're', 've']);

// A word may hold apostrophes, and between digits a point or colon: 3.14, 1:56.
const ASCII_WORD = /[a-z0-9]+(?:(?:'|(?<=[0-9])[.:](?=[0-9]))[a-z0-9]+)*/g;
const ANY_WORD = /[\p{L}\p{M}\p{N}]+(?:(?:['\u2019\u02BC]|(?<=\p{N})[.:](?=\p{N}))[\p{L}\p{M}\p{N}]+)*/gu;

const NOT_ASCII = /[^\0-\x7f]/;
const APOSTROPHES = /[\u2019\u02BC]/g;
const LATIN_WITH_MARKS = /(\p{Script=Latin})\p{M}+/gu;
const UNSPACED_SCRIPT =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

// Its dictionaries go by script, so the locale does not matter; a fixed one keeps results equal everywhere.
const segmenter = new Intl.Segmenter('en', { granularity: 'word' });

/**
 * The terms of a text in their order, repeats included: words in Unicode form NFKC, lower case, Latin
 * letters without accents, English stop words left out, English words stemmed. Scripts that are written
 * without spaces are cut by dictionary. Identifiers are cut at everything that is no letter or digit
 * (`user_id` is two terms), so that each part is found; decimals and times of day stay whole.
 *
 * A text of nothing but stop words keeps them all: such a memory ("The Who") is then found by its own
 * words, and a question of only stop words finds such memories alone.
 */
export function tokenize(text: string): string[] {
  const words = wordsOf(text);
  const telling = words.filter((word) => !STOP_WORDS.has(word));
  return (telling.length === 0 ? words : telling).flatMap(termsOf);
}

function wordsOf(text: string): string[] {
  if (!NOT_ASCII.test(text)) return text.toLowerCase().match(ASCII_WORD) ?? [];
  const words = folded(text).match(ANY_WORD) ?? [];
  return words.flatMap((word) => (UNSPACED_SCRIPT.test(word) ? segmentsOf(word) : word));
}

function folded(text: string): string {
  const lower = text.normalize('NFKC').toLowerCase().replace(APOSTROPHES, "'");
  return lower.normalize('NFD').replace(LATIN_WITH_MARKS, '$1').normalize('NFC');
}

function segmentsOf(word: string): string[] {
  const segments: string[] = [];
  for (const { segment, isWordLike } of segmenter.segment(word)) if (isWordLike) segments.push(segment);
  return segments;
}

function termsOf(word: string): string | string[] {
  if (!word.includes("'")) return stemOf(cut(word));
  const parts = word.split("'");
  return parts.filter((part, at) => at === 0 || !CLITICS.has(part)).map((part) => stemOf(cut(part)));
}

function cut(word: string): string {
  return word.length <= MAX_WORD_LENGTH ? word : word.slice(0, MAX_WORD_LENGTH).toWellFormed();
}
