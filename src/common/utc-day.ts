import { parseInstant } from './utc-dates';
import { invalid } from './validation-error';

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const SAYS = 'Value error, expected a date as YYYY-MM-DD';

/** For a field that names a day; `requestedDay` reads it. */
export const DAY_FIELD = [
  'The day in UTC; today when omitted',
  '2026-05-01',
  { pattern: { regex: DAY, says: SAYS }, required: false },
] as const;

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
