import { InvalidArgumentError } from 'commander';

const AGE = /^(\d{1,6})([mhdw])$/;
/** A day, `T` and a time, with or without a zone. */
const TIME = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}(:\d{2}([.,]\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?$/i;
const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;
const MS = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };

const FORMS = 'a day (2026-01-31, today, yesterday), an age (30m, 3h, 2d, 1w) or an ISO 8601 time';

/** A day stands for its first moment or for its last one. */
export type DayBound = 'start' | 'end';

/**
 * Days are days of the local time zone; ages count back from `now`. For an option or an argument of commander: throws
 * its error for a wrong value.
 */
export function parseMoment(text: string, bound: DayBound, now: Date = new Date()): Date {
  const age = AGE.exec(text);
  if (age) return new Date(now.getTime() - Number(age[1]) * MS[age[2] as keyof typeof MS]);
  const day = dayIn(text, now);
  if (day) return bound === 'start' ? day : new Date(startOfNextDay(day).getTime() - 1);
  // A `Date` of 30 February would be one of March.
  const ofTime = TIME.exec(text)?.[1] ?? '';
  const moment = dayIn(ofTime, now) === null ? null : new Date(text.toUpperCase().replace(',', '.'));
  if (moment === null || Number.isNaN(moment.getTime())) {
    throw new InvalidArgumentError(`'${text}' is no date: give ${FORMS}.`);
  }
  return moment;
}

/** A day of the local time zone as `YYYY-MM-DD`. */
export function parseDay(text: string, now: Date = new Date()): string {
  return formatDay(parseMoment(text, 'start', now));
}

/** A day in the local time zone: `2026-01-31`. */
export function formatDay(date: Date): string {
  const [month, day] = [date.getMonth() + 1, date.getDate()].map(twoDigits);
  return `${date.getFullYear()}-${month}-${day}`;
}

/** A moment in the local time zone: `2026-01-31 14:05`. */
export function formatMoment(date: Date): string {
  return `${formatDay(date)} ${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`;
}

function dayIn(text: string, now: Date): Date | null {
  if (text === 'today') return new Date(now.getFullYear(), now.getMonth(), now.getDate());
  if (text === 'yesterday') return new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1);
  const match = DAY.exec(text);
  if (!match) return null;
  const [year, month, day] = match.slice(1).map(Number) as [number, number, number];
  const date = new Date(year, month - 1, day);
  return date.getMonth() === month - 1 && date.getDate() === day ? date : null;
}

/** A day of the local time zone may have 23 or 25 hours. */
function startOfNextDay(day: Date): Date {
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() + 1);
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}
