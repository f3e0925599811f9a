/** Days since the epoch in UTC, both ends inclusive. */
export interface DayRange {
  from: number;
  to: number;
}

export const DAY_MS = 86_400_000;

/** The UTC day of an instant in milliseconds. */
export function dayOf(milliseconds: number): number {
  return Math.floor(milliseconds / DAY_MS);
}

/** A day of the calendar; `month` from 1. */
export function dayAt(year: number, month: number, day: number): number {
  return dayOf(Date.UTC(year, month - 1, day));
}

export function monthRange(year: number, month: number): DayRange {
  return { from: dayAt(year, month, 1), to: dayAt(year, month + 1, 0) };
}

export function yearRange(year: number): DayRange {
  return { from: dayAt(year, 1, 1), to: dayAt(year, 12, 31) };
}

/** Monday to Sunday. */
export function weekRange(day: number): DayRange {
  // The epoch was a Thursday.
  const monday = day - ((((day + 3) % 7) + 7) % 7);
  return { from: monday, to: monday + 6 };
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTH =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?';
const YEAR = '(?:19|20)\\d\\d';

// Only with a year, and never digits alone in any order: 2023-05-08, 8 May, 2023, 8th of May 2023, May 8, 2023, May 2023.
const DATE = new RegExp(
  `\\b(?:(${YEAR})-(\\d\\d)-(\\d\\d)|(?:(\\d\\d?)(?:st|nd|rd|th)?(?: of)? )?(${MONTH})\\.?,? (?:(\\d\\d?)(?:st|nd|rd|th)?,? )?(${YEAR}))\\b`,
  'i',
);

/**
 * The first calendar date that a text names with its year: a day, or a month where no day is named; null
 * without one. Meant for every text of an index, where a real date parser would take longer than all the rest.
 */
export function spokenDate(text: string): DayRange | null {
  const found = DATE.exec(text);
  if (found === null) return null;
  const [, isoYear, isoMonth, isoDay, dayBefore, name, dayAfter, year] = found;
  if (isoYear !== undefined) return rangeOf(Number(isoYear), Number(isoMonth), Number(isoDay));
  const month = MONTHS.indexOf(name?.slice(0, 3).toLowerCase() ?? '') + 1;
  const day = dayBefore ?? dayAfter;
  return rangeOf(Number(year), month, day === undefined ? null : Number(day));
}

function rangeOf(year: number, month: number, day: number | null): DayRange | null {
  if (month < 1 || month > 12) return null;
  const whole = monthRange(year, month);
  if (day === null) return whole;
  const at = dayAt(year, month, day);
  return at < whole.from || at > whole.to ? null : { from: at, to: at };
}
