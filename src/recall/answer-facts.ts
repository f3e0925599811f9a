import { memoryText } from '../backend/memory';
import { beginningOf } from '../backend/valid-time';
import type { Language } from '../common/languages';
import { NUMBER_WORDS } from '../common/number-words';
import { tokenizerOf } from '../retrieval/tokens';
import type { AnswerMemory } from './answer-memory';
import { dayOf } from './extractive-answer';
import { namesIn } from './names';

const NUMBER = /\d+(?:[.,]\d+)*/g;
const THOUSANDS = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/;
const YEAR = /^(?:19|20)\d\d$/;
const ISO_DAY = /\b(\d{4})-(\d\d)-(\d\d)\b/g;
const WORD = /\p{L}+/gu;
const TOKEN = /\p{L}+|\d+(?:[.,]\d+)*/gu;

const TAGS: Partial<Record<Language, string>> = { french: 'fr', german: 'de', spanish: 'es' };

/** The names of months and days of the week, in lower case, each with what it stands for. */
const calendars = new Map<string, ReadonlyMap<string, string>>();

/**
 * Whether all names, numbers and dates of a statement stand in the memories, in their texts or their dates. A single
 * capitalised word at the beginning of a sentence is taken for no name. `known`: names that need not stand there.
 */
export function isConfirmed(
  statement: string,
  memories: readonly AnswerMemory[],
  { language, known = '' }: { language: Language; known?: string },
): boolean {
  const text = memories.map(textOf).join('\n');
  const days = memories.flatMap(daysOf).join('\n');
  const said = numbersOf(statement, language);
  const numbers = new Set([...plainNumbersIn(text), ...numberWordsIn(text)]);
  if (said.plain.some((number) => !numbers.has(number))) return false;
  const dated = new Set([...numbersIn(`${text}\n${days}`), ...numbers]);
  if (said.dated.some((number) => !dated.has(number))) return false;
  const dates = new Set([...namedDatesIn(text, language), ...isoDatesIn(`${text}\n${days}`)]);
  if (namedDatesIn(statement, language).some((date) => !dates.has(date))) return false;
  if (isoMonthsIn(statement).some((month) => !dates.has(month))) return false;
  const stems = stemsOf(`${text}\n${known}`, language);
  return namesIn(statement, language).every(
    (name) => name.beginsSentence || name.stems.every((stem) => stems.has(stem)),
  );
}

function textOf({ memory }: AnswerMemory): string {
  return [memoryText(memory), ...memory.names, ...memory.tags].join('\n');
}

/** The days that a model is shown of a memory. */
function daysOf({ memory, holding }: AnswerMemory): string[] {
  const until = holding.kind === 'former' && holding.until !== null ? [dayOf(holding.until)] : [];
  return [dayOf(beginningOf(memory)), dayOf(memory.createdAt), ...until];
}

function stemsOf(text: string, language: Language): ReadonlySet<string> {
  const { terms, forms } = tokenizerOf(language).tokenize(text);
  return new Set([...terms, ...forms]);
}

/** The numbers of a statement: those that belong to dates, and the others. */
function numbersOf(statement: string, language: Language): { plain: string[]; dated: string[] } {
  const dated = [...statement.matchAll(ISO_DAY)].flatMap(([, year = '', , day = '']) => [
    year,
    plainNumber(day),
  ]);
  const months = calendarOf(TAGS[language] ?? 'en');
  const tokens = statement.replace(ISO_DAY, ' ').match(TOKEN) ?? [];
  const isMonth = (at: number): boolean =>
    months.get((tokens[at] ?? '').toLowerCase())?.startsWith('month') ?? false;
  const plain: string[] = [];
  for (const [at, token] of tokens.entries()) {
    if (!/^\d/.test(token)) continue;
    const isDated = YEAR.test(token) || isMonth(at - 1) || isMonth(at + 1);
    (isDated ? dated : plain).push(plainNumber(token));
  }
  return { plain, dated };
}

/** Parts of dates such as `2026-05-01` are no numbers by themselves. */
function plainNumbersIn(text: string): string[] {
  return numbersIn(text.replace(ISO_DAY, ' $1 '));
}

function numbersIn(text: string): string[] {
  return (text.match(NUMBER) ?? []).map(plainNumber);
}

/** A model may write them as digits. Looked for in memories only: "one" in a statement is seldom a number. */
function numberWordsIn(text: string): string[] {
  const values = (text.toLowerCase().match(WORD) ?? []).map((word) => NUMBER_WORDS.indexOf(word));
  return values.filter((value) => value >= 0).map(String);
}

function plainNumber(number: string): string {
  const plain = THOUSANDS.test(number) ? number.replaceAll(',', '') : number;
  return plain.replace(/^0+(?=\d)/, '');
}

/** Months and days of the week, by name. */
function namedDatesIn(text: string, language: Language): string[] {
  const names = calendarOf(TAGS[language] ?? 'en');
  return [...text.matchAll(WORD)].flatMap(([word]) => {
    // Not the verb "may".
    const isVerb = language === 'english' && word.toLowerCase() === word;
    return isVerb ? [] : (names.get(word.toLowerCase()) ?? []);
  });
}

function isoMonthsIn(text: string): string[] {
  return [...text.matchAll(ISO_DAY)].map(([, , month]) => `month ${Number(month)}`);
}

/** Months and days of the week of dates such as `2026-05-01`. */
function isoDatesIn(text: string): string[] {
  const weekdays = [...text.matchAll(ISO_DAY)].map(([day]) => `weekday ${new Date(day).getUTCDay()}`);
  return [...isoMonthsIn(text), ...weekdays];
}

function calendarOf(tag: string): ReadonlyMap<string, string> {
  const known = calendars.get(tag);
  if (known !== undefined) return known;
  const month = new Intl.DateTimeFormat(tag, { month: 'long', timeZone: 'UTC' });
  const weekday = new Intl.DateTimeFormat(tag, { weekday: 'long', timeZone: 'UTC' });
  const calendar = new Map<string, string>();
  for (let n = 0; n < 12; n++) {
    calendar.set(month.format(Date.UTC(2026, n, 1)).toLowerCase(), `month ${n + 1}`);
  }
  for (let n = 0; n < 7; n++) {
    const day = Date.UTC(2026, 0, 4 + n);
    const name = weekday.format(day).toLowerCase();
    for (const form of [name, `${name}s`]) calendar.set(form, `weekday ${new Date(day).getUTCDay()}`);
  }
  calendars.set(tag, calendar);
  return calendar;
}
