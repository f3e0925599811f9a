const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Months are 30 days and years 365, as the interface says. */
const UNITS_MS: Readonly<Record<string, number>> = {
  m: MINUTE_MS,
  h: HOUR_MS,
  d: DAY_MS,
  w: 7 * DAY_MS,
  mo: 30 * DAY_MS,
  y: 365 * DAY_MS,
};

/** Longer ones would lead out of the times that the database and `Date` can hold. */
export const MAX_DURATION_MS = 1_000 * 365 * DAY_MS;

export const DURATION_RULE =
  'a whole number above 0 with m, h, d, w, mo or y, such as 12h, 7d or 3mo and at most 1000y, or never';

const NEVER = 'never';
// Ten digits hold the longest duration in the shortest unit.
const FORM = /^([1-9]\d{0,9})(m|h|d|w|mo|y)$/;

/** Whether a text has the form of `DURATION_RULE`. */
export function isDuration(text: string): boolean {
  return text === NEVER || millisecondsOf(text) !== null;
}

/** Milliseconds; null for `never`. Throws a RangeError for a text that is no duration. */
export function parseDuration(text: string): number | null {
  if (text === NEVER) return null;
  const ms = millisecondsOf(text);
  if (ms === null) throw new RangeError(`Not a duration: use ${DURATION_RULE}`);
  return ms;
}

function millisecondsOf(text: string): number | null {
  const [, count, unit] = FORM.exec(text) ?? [];
  if (count === undefined || unit === undefined) return null;
  const ms = Number(count) * (UNITS_MS[unit] ?? NaN);
  return ms <= MAX_DURATION_MS ? ms : null;
}
