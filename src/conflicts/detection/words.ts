import { datesOf, type DateValue } from './dates';
import { overlap, type Found } from './found';
import type { NumberValue } from './number-value';
import { numbersOf } from './numbers';
import { MARK, markOf, type Mark } from './phrases';

const WORD = new RegExp(
  String.raw`${MARK}[a-z]+|[\p{L}\p{N}_@#/~][\p{L}\p{N}_'@#/~.:+&-]{0,100}[\p{L}\p{N}_+#/]|[\p{L}\p{N}]|[,:=()]`,
  'gu',
);
/** Not `YYYY-MM-DD`. */
const HYPHENED = /^(?=.*\p{Ll})\p{L}+(?:-\p{L}+)+$/u;

export interface Word {
  text: string;
  lower: string;
  mark: Mark | null;
  /** Its place in the text. */
  start: number;
  /** The key of a number that only tells things apart; null for other words. */
  numbered: string | null;
}

/** A clause cut up; times and amounts are no words. */
export interface CutClause {
  words: Word[];
  dates: Found<DateValue>[];
  numbers: Found<NumberValue>[];
}

/** `now`: what "yesterday" is seen from, in milliseconds since the epoch. */
export function cutClause(text: string, now: number): CutClause {
  const dates = datesOf(text, now);
  const numeric = numbersOf(text).filter((number) => !dates.some((date) => overlap(number, date)));
  const words = wordsOf(text, [...dates, ...numeric]);
  const numbers: Found<NumberValue>[] = [];
  for (const { start, end, value } of numeric) {
    if ('name' in value) words.push(wordOf(value.name.key, start, value.name.key));
    else numbers.push({ start, end, value: value.value });
  }
  words.sort((one, other) => one.start - other.start);
  return { words, dates, numbers };
}

function wordsOf(text: string, taken: Found<unknown>[]): Word[] {
  const words: Word[] = [];
  for (const { 0: found, index } of text.matchAll(WORD)) {
    if (taken.some(({ start, end }) => index >= start && index < end)) continue;
    const parts = HYPHENED.test(found) ? found.split('-') : [found];
    words.push(...parts.map((part) => wordOf(part, index, null)));
  }
  return words;
}

function wordOf(text: string, start: number, numbered: string | null): Word {
  return { text, lower: text.toLowerCase(), mark: markOf(text), start, numbered };
}
