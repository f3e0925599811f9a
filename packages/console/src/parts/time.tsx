const FULL = once(() => new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' }));
const EXACT = once(() => new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' }));
const CLOCK = once(() => new Intl.DateTimeFormat(undefined, { timeStyle: 'short' }));
const DAY = once(
  () =>
    new Intl.DateTimeFormat(undefined, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }),
);
const AGO = once(() => new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' }));
const UNITS = [
  ['year', 31_536_000_000],
  ['month', 2_592_000_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

const FORMS = { full: FULL, exact: EXACT, clock: CLOCK };

type Stamp = Date | string | null | undefined;

export function dateOf(stamp: Stamp): Date | null {
  if (stamp === null || stamp === undefined) return null;
  const date = stamp instanceof Date ? stamp : new Date(stamp);
  return Number.isNaN(date.getTime()) ? null : date;
}

/** Local; the UTC time is shown on hover. */
export function Time({ at, form = 'full' }: { at: Stamp; form?: 'full' | 'exact' | 'clock' | 'ago' }) {
  const date = dateOf(at);
  if (date === null) return <>never</>;
  const text = form === 'ago' ? agoOf(date) : FORMS[form]().format(date);
  return (
    <time dateTime={date.toISOString()} title={`${utcOf(date)}`}>
      {text}
    </time>
  );
}

export function dayOf(at: Stamp): string {
  const date = dateOf(at);
  return date === null ? 'Without a date' : DAY().format(date);
}

export function fullOf(date: Date): string {
  return FULL().format(date);
}

/** Formatters are made when they are needed: the first one of a page loads large tables. */
function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

/** For people: `2026-05-01 12:30:05 UTC`. */
export function utcOf(date: Date): string {
  return `${date.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

function agoOf(date: Date): string {
  const ms = date.getTime() - Date.now();
  for (const [unit, length] of UNITS) {
    const count = Math.trunc(ms / length);
    if (Math.abs(count) >= 1) return AGO().format(count, unit);
  }
  return 'just now';
}
