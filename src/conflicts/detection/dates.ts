import type { en, ParsedResult } from 'chrono-node';
import { createRequire } from 'node:module';

/** What a part of a text stands for. */
export interface Found<Value> {
  start: number;
  /** Behind its last character. */
  end: number;
  value: Value;
}

export function overlap(one: Found<unknown>, other: Found<unknown>): boolean {
  return one.start < other.end && other.start < one.end;
}

/** What is certain of a time; null for what the text leaves open. */
export interface DateValue {
  text: string;
  year: number | null;
  /** From 1. */
  month: number | null;
  day: number | null;
  /** 0 is Sunday. */
  weekday: number | null;
  /** Of the day. */
  minutes: number | null;
}

/** Parsing takes longer than all other rules together, and few memories name a time. */
const MAY_NAME_A_TIME =
  /\d|\b(?:yesterday|today|tonight|tomorrow|noon|midnight|week|weekend|month|year|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)/i;
/** "After 6 hours" and "30 days" are lengths of time; "2 days ago" is a time. */
const LENGTH =
  /\b(?:\d[\d.,]{0,12}|one|two|three|four|five|six|seven|eight|nine|ten|few|several|half an?|an?)[\s-]?(?:ms|milliseconds?|s|secs?|seconds?|mins?|minutes?|h|hrs?|hours?|days?|weeks?|months?|years?)\b(?!\s+ago)/gi;
const MONTH_ALONE =
  /\b(?:in|during|of|since|until|till|by|before|after|from|last|this|next|early|late|mid|every|each)[\s-]+$/i;
const WEEKDAYS = ['sun', 'mon', 'tues', 'wednes', 'thurs', 'fri', 'satur'];
const EVERY_WEEKDAY = /\b(sun|mon|tues|wednes|thurs|fri|satur)days\b/gi;

const NONE = { year: null, month: null, day: null, weekday: null, minutes: null };

// Loading takes as long as many judgements, and not every process judges.
const load = createRequire(__filename);

/** The times that an English text names, seen from `now` (milliseconds since the epoch), in UTC. */
export function datesOf(text: string, now: number): Found<DateValue>[] {
  if (!MAY_NAME_A_TIME.test(text)) return [];
  const blanked = text.replace(LENGTH, (length) => ' '.repeat(length.length));
  const { casual } = load('chrono-node/en') as typeof en;
  const spoken = casual
    .parse(blanked, { instant: new Date(now), timezone: 0 })
    .filter((each) => isTime(each, blanked))
    .flatMap((each) => foundOf(each));
  const repeated = [...text.matchAll(EVERY_WEEKDAY)].map(everyWeekday);
  return [...spoken, ...repeated.filter((each) => !spoken.some((other) => overlap(each, other)))];
}

function isTime(found: ParsedResult, text: string): boolean {
  const tags = found.tags();
  if (tags.has('casualReference/now') || tags.has('result/relativeDateAndTime')) return false;
  const { start } = found;
  if (['day', 'year', 'weekday', 'hour'].some((part) => start.isCertain(part as 'day'))) return true;
  return start.isCertain('month') && (found.text.length > 3 || MONTH_ALONE.test(text.slice(0, found.index)));
}

function foundOf({ start, end, text, index }: ParsedResult): Found<DateValue>[] {
  const whole = { start: index, end: index + text.length };
  return [start, ...(end ? [end] : [])].map((time) => {
    const certain = (part: 'year' | 'month' | 'day' | 'weekday') =>
      time.isCertain(part) ? time.get(part) : null;
    const hour = time.isCertain('hour') ? time.get('hour') : null;
    return {
      ...whole,
      value: {
        text: text.trim(),
        year: certain('year'),
        month: certain('month'),
        day: certain('day'),
        weekday: certain('weekday'),
        minutes: hour === null ? null : hour * 60 + (time.get('minute') ?? 0),
      },
    };
  });
}

function everyWeekday({ 0: text, 1: name = '', index }: RegExpExecArray): Found<DateValue> {
  const weekday = WEEKDAYS.indexOf(name.toLowerCase());
  return { start: index, end: index + text.length, value: { ...NONE, text, weekday } };
}

const PARTS = ['year', 'month', 'day', 'weekday', 'minutes'] as const;

/** Whether nothing that both leave certain differs. */
export function mayBeSame(one: DateValue, other: DateValue): boolean {
  return PARTS.every((part) => one[part] === null || other[part] === null || one[part] === other[part]);
}

/** Whether both name the same parts of a time at all. */
export function nameSameParts(one: DateValue, other: DateValue): boolean {
  return PARTS.some((part) => one[part] !== null && other[part] !== null);
}
