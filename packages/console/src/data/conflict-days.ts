/** Of a link between two memories. */
interface Dated {
  madeAt: Date;
  newerId: string;
  olderId: string;
}

const V7 = /^([0-9a-f]{8})-([0-9a-f]{4})-7/;

/** The days (UTC) of whose reports the conflicts of these links can be, newest first: when a link was made, and when a memory was written. */
export function daysOf(links: readonly Dated[]): string[] {
  const days = links.flatMap(({ madeAt, newerId, olderId }) => [
    dayText(madeAt.getTime()),
    ...[newerId, olderId].flatMap(dayOfId),
  ]);
  return [...new Set(days)].sort().reverse();
}

/** So many days before a day, newest first. */
export function daysBefore(day: string, count: number): string[] {
  const start = Date.parse(`${day}T00:00:00Z`);
  return Array.from({ length: count }, (_, n) => dayText(start - (n + 1) * DAY_MS));
}

const DAY_MS = 86_400_000;

/** An id of version 7 begins with its time in milliseconds (RFC 9562). */
function dayOfId(id: string): string[] {
  const [, high = '', low = ''] = V7.exec(id) ?? [];
  return high === '' ? [] : [dayText(Number.parseInt(high + low, 16))];
}

function dayText(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
