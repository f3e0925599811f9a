/** Days since the epoch in UTC, both ends inclusive. */
export interface DayRange {
  from: number;
  to: number;
}

export const DAY_MS = 86_400_000;

/** Of an instant in milliseconds. */
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
