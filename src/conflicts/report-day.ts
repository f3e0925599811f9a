import { toUtcDay, type UtcDay } from '../common/utc-day';
import { invalid } from '../common/validation-error';

/** The day that a request names in its field `date`, else today. Throws a ValidationError. */
export function reportDay(date: string | null | undefined, now: Date, source: 'body' | 'query'): UtcDay {
  const day = toUtcDay(date, now);
  if (day === null) throw invalid([source, 'date'], 'Value error, the calendar has no such day', date);
  return day;
}
