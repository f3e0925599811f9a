import { createRequire } from 'node:module';
import type { ParsedComponents, ParsedResult, en } from 'chrono-node';
import { DAY_MS, dayAt, dayOf, monthRange, weekRange, yearRange, type DayRange } from './time-range';

/** Parsing takes longer than most searches, and few queries name a time. */
const MAY_NAME_A_TIME =
  /\d{4}|\d ?(?:st|nd|rd|th)?(?: of)? ?[a-z]{3}|yesterday|today|tonight|tomorrow|\b(?:days?|weeks?|weekend|months?|years?|ago)\b|day\b|\b(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)(?![a-z])/i;

/** A name of a month is also a name, or a verb: it counts next to a number, or where a time is expected. */
const BEFORE_A_MONTH =
  /\b(?:in|during|of|since|until|till|by|before|after|from|last|this|next|early|late|mid|past|end|start)[\s-]+(?:the\s+)?$/i;
const DAY_NAME = /(?:mon|tues|wednes|thurs|fri|satur|sun)day|weekend/i;
const SPAN = /\b(?:last|past)\s+(?:\S+\s+)?(?:days|weeks|months|years)\b/i;
const SPACE = /\s/;
const WEEK = /\bweeks?\b/i;
const YEAR_ALONE = /\b(?:in|during|of|since)\s+((?:19|20)\d\d)\b(?![-./:]\d)/gi;

/** UTF-16 units of a query that are read, because the parser takes time that grows with the square of the length. */
const LONGEST_READ = 200;

/** A date without a year is meant for any of so many years back. */
const YEARS_BACK = 10;

// Loading takes as long as many searches, and not every process is asked for times.
const load = createRequire(__filename);

/**
 * The times that an English query names (ISO dates in any language), as days in UTC seen from `now`
 * (milliseconds since the epoch), in its first 200 characters. Clock times, and numbers that could be dates of either order, name none.
 */
export function timesOf(wholeQuery: string, now: number): DayRange[] {
  const query = beginningOf(wholeQuery);
  if (!MAY_NAME_A_TIME.test(query)) return [];
  const chrono = load('chrono-node/en') as typeof en;
  const parsed = chrono.casual.parse(query, { instant: new Date(now), timezone: 0 });
  const years = [...query.matchAll(YEAR_ALONE)].map(([, year]) => yearRange(Number(year)));
  return [...parsed.filter((each) => isTime(each, query)).flatMap((each) => rangesOf(each, now)), ...years];
}

/** Loads the parser and has V8 compile its patterns, which it does when they are used again: 0.1 s in all. */
export function prepareTimes(): void {
  for (let use = 0; use < 2; use++) timesOf('on 28 May', 0);
}

function beginningOf(query: string): string {
  if (query.length <= LONGEST_READ) return query;
  let end = LONGEST_READ;
  while (end > 0 && !SPACE.test(query.charAt(end))) end--;
  return query.slice(0, end === 0 ? LONGEST_READ : end);
}

function isTime(found: ParsedResult, query: string): boolean {
  const { start, text } = found;
  const tags = found.tags();
  if (tags.has('parser/SlashDateFormatParser') || tags.has('casualReference/now')) return false;
  if (tags.has('result/relativeDateAndTime')) return false;
  if (start.isCertain('day') || start.isCertain('year')) return true;
  if (start.isCertain('month')) return /\d|\s/.test(text) || BEFORE_A_MONTH.test(query.slice(0, found.index));
  return start.isCertain('weekday') && DAY_NAME.test(text);
}

function rangesOf({ start, end, text }: ParsedResult, now: number): DayRange[] {
  const first = ranges(start, text, now);
  if (SPAN.test(text)) return first.map(({ from }) => ({ from, to: dayOf(now) }));
  if (!end) return first;
  const last = ranges(end, text, now);
  return first.flatMap(({ from }, at) => {
    const to = (last[at] ?? last[0])?.to;
    const isOneTime = to !== undefined && to >= from && (start.isCertain('year') || to - from < 366);
    return isOneTime ? [{ from, to }] : [];
  });
}

/** The ranges that one end of a time may mean, by its coarsest part that is certain. */
function ranges(time: ParsedComponents, text: string, now: number): DayRange[] {
  const year = time.get('year') ?? 0;
  const month = time.get('month') ?? 1;
  const day = dayAt(year, month, time.get('day') ?? 1);
  if (!time.isCertain('month') && !time.isCertain('day')) {
    return [time.isCertain('weekday') ? pastWeekday(day, text, now) : yearRange(year)];
  }
  const years = time.isCertain('year') ? [year] : recentYears(now);
  if (!time.isCertain('day')) return years.map((each) => monthRange(each, month));
  if (WEEK.test(text) && !SPAN.test(text) && !/\d{4}/.test(text)) return [weekRange(day)];
  return years.map((each) => sameDay(dayAt(each, month, time.get('day') ?? 1)));
}

/** Memories are of the past, and so is a day of the week; a weekend has two. */
function pastWeekday(day: number, text: string, now: number): DayRange {
  const from = day > dayOf(now) ? day - 7 : day;
  return { from, to: /weekend/i.test(text) ? from + 1 : from };
}

function recentYears(now: number): number[] {
  const current = new Date(dayOf(now) * DAY_MS).getUTCFullYear();
  return Array.from({ length: YEARS_BACK + 1 }, (_, back) => current - back);
}

function sameDay(day: number): DayRange {
  return { from: day, to: day };
}
