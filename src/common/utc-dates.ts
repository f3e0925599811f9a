import { invalid } from './validation-error';

/** Formats accepted where a caller names an instant. */
export const DATE_FORMATS = 'YYYY-MM-DD or an ISO 8601 datetime such as 2026-05-01T12:00:00Z';

/** A date, or a date and time. */
const INSTANT =
  /^(\d{4})-(\d{2})-(\d{2})(?:[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s*([Zz]|[+-]\d{2}(?::?\d{2})?)?)?$/;
/** ISO 8601 has neither the spaces nor the small letters that `INSTANT` takes too. */
const ISO = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}([.,]\d{1,9})?)?(Z|[+-]\d{2}(:?\d{2})?)?)?$/;
const DAY_MS = 86_400_000;

/** The forms that `parseInstant` takes, for the API document. It also refuses what no calendar has. */
export const INSTANT_PATTERN = INSTANT.source;

/** The same for fields that take ISO 8601 only. */
export const ISO_PATTERN = ISO.source;

export function isIso(text: string): boolean {
  return ISO.test(text);
}

/**
 * The instant that a text names, in UTC; null when the text is no date. A bare date stands for the start
 * or for the last millisecond of its day, as `edge` says; a datetime without an offset is UTC. Fractions
 * beyond milliseconds are cut, since times are stored in milliseconds.
 */
export function parseInstant(text: string, edge: 'start' | 'end'): Date | null {
  const parts = INSTANT.exec(text);
  if (parts === null) return null;
  if (parts[4] !== undefined) return parseDateTime(parts);
  const start = utcDay(parts);
  if (start === null) return null;
  return new Date(edge === 'start' ? start : start + DAY_MS - 1);
}

function parseDateTime(parts: RegExpExecArray): Date | null {
  const day = utcDay(parts);
  const [hour, minute, second] = [Number(parts[4]), Number(parts[5]), Number(parts[6] ?? 0)];
  const offset = offsetMinutes(parts[8]);
  if (day === null || offset === null || hour > 23 || minute > 59 || second > 59) return null;
  const ms = Number((parts[7] ?? '').slice(0, 3).padEnd(3, '0'));
  const instant = new Date(day + ((hour * 60 + minute - offset) * 60 + second) * 1000 + ms);
  return isWritable(instant) ? instant : null;
}

/** An offset may lead out of the years 1 to 9999, which are all that four digits can tell the database. */
function isWritable(instant: Date): boolean {
  const year = instant.getUTCFullYear();
  return year >= 1 && year <= 9999;
}

/** Midnight UTC of year, month and day in groups 1 to 3; null for a day that no calendar has. */
function utcDay(parts: RegExpExecArray): number | null {
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])];
  // Year 0 is refused: PostgreSQL has none.
  if (year === 0) return null;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  const real = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return real ? date.getTime() : null;
}

function offsetMinutes(zone: string | undefined): number | null {
  if (zone === undefined || zone === 'Z' || zone === 'z') return 0;
  const digits = zone.slice(1).replace(':', '');
  const [hours, minutes] = [Number(digits.slice(0, 2)), Number(digits.slice(2) || 0)];
  if (hours > 14 || minutes > 59) return null;
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes);
}

/** Agents' times: six fraction digits and no zone designator. */
export function zonelessMicroseconds(date: Date): string {
  return date.toISOString().replace('Z', '000');
}

/** The ISO text with an explicit offset instead of `Z`. */
export function withOffset(date: Date): string {
  return date.toISOString().replace('Z', '+00:00');
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const SAYS = 'Value error, expected a date as YYYY-MM-DD';

/** The form of a day, which `requestedDay` reads, and how an error says so. */
export const DAY_FORM = { regex: DAY, says: SAYS };

export interface UtcDay {
  /** YYYY-MM-DD. */
  date: string;
  start: Date;
  /** Its last millisecond. */
  end: Date;
}

/** The day that a text names, the day of `now` without one; null where no calendar has it. */
export function toUtcDay(text: string | null | undefined, now: Date): UtcDay | null {
  const date = text ?? now.toISOString().slice(0, 10);
  if (!DAY.test(date)) return null;
  const start = parseInstant(date, 'start');
  const end = parseInstant(date, 'end');
  return start && end ? { date, start, end } : null;
}

/** The day that a request names in its field `date`, else today. Throws a ValidationError. */
export function requestedDay(
  date: string | null | undefined,
  now: Date,
  source: 'body' | 'query' = 'body',
): UtcDay {
  const day = toUtcDay(date, now);
  if (day === null) throw invalid([source, 'date'], 'Value error, the calendar has no such day', date);
  return day;
}
