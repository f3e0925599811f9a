import { UUID } from './uuid';
import { invalid } from './validation-error';

/** The position of an item in a listing that is ordered by time and id. */
export interface TimeCursor {
  time: Date;
  /** A UUID, unless a listing says otherwise. */
  id: string;
}

const FORM = /^(\d{1,15})\.(.+)$/;
/** The end of the year 9999: PostgreSQL's driver cannot send a later time. */
const MAX_TIME_MS = 253_402_300_799_999;

/** An opaque text that a client sends back to get the next page. */
export function encodeTimeCursor({ time, id }: TimeCursor): string {
  return Buffer.from(`${time.getTime()}.${id}`).toString('base64url');
}

/** A page, and where the next one starts. `found` has one item more than the page if there is a next page. */
export function pageOf<Item>(
  found: readonly Item[],
  limit: number,
  cursorOf: (item: Item) => TimeCursor,
): { items: Item[]; nextCursor: string | null } {
  const items = found.slice(0, limit);
  const last = items.at(-1);
  return { items, nextCursor: found.length > limit && last ? encodeTimeCursor(cursorOf(last)) : null };
}

/** Reads `cursor` of a request. Throws a ValidationError for a text that `encodeTimeCursor` did not write. */
export function requestedTimeCursor(
  text: string | null,
  ids = UUID,
  part: 'body' | 'query' = 'query',
): TimeCursor | null {
  if (text === null) return null;
  const cursor = decodeTimeCursor(text, ids);
  if (cursor === null) throw invalid([part, 'cursor'], 'Value is not a cursor of this listing', text);
  return cursor;
}

function decodeTimeCursor(text: string, ids: RegExp): TimeCursor | null {
  const [, time, id] = FORM.exec(Buffer.from(text, 'base64url').toString('latin1')) ?? [];
  if (id === undefined || !ids.test(id) || Number(time) > MAX_TIME_MS) return null;
  const cursor = { time: new Date(Number(time)), id };
  // Base64 decoding skips unknown characters, so several texts decode to the same cursor.
  return encodeTimeCursor(cursor) === text ? cursor : null;
}
