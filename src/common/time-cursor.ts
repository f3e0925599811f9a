import { UUID_PATTERN } from './uuid';
import { invalid } from './validation-error';

/** The position of an item in a listing that is ordered by time and id. */
export interface TimeCursor {
  time: Date;
  /** A UUID. */
  id: string;
}

const FORM = new RegExp(`^(\\d{1,15})\\.(${UUID_PATTERN})$`);
/** The end of the year 9999: PostgreSQL's driver cannot send a later time. */
const MAX_TIME_MS = 253_402_300_799_999;

/** An opaque text that a client sends back to get the next page. */
export function encodeTimeCursor({ time, id }: TimeCursor): string {
  return Buffer.from(`${time.getTime()}.${id}`).toString('base64url');
}

/** Reads the query parameter `cursor`. Throws a ValidationError for a text that `encodeTimeCursor` did not write. */
export function requestedTimeCursor(text: string | null): TimeCursor | null {
  if (text === null) return null;
  const cursor = decodeTimeCursor(text);
  if (cursor === null) throw invalid(['query', 'cursor'], 'Value is not a cursor of this listing', text);
  return cursor;
}

function decodeTimeCursor(text: string): TimeCursor | null {
  const [, time, id] = FORM.exec(Buffer.from(text, 'base64url').toString('latin1')) ?? [];
  if (id === undefined || Number(time) > MAX_TIME_MS) return null;
  const cursor = { time: new Date(Number(time)), id };
  // Base64 decoding skips unknown characters, so several texts decode to the same cursor.
  return encodeTimeCursor(cursor) === text ? cursor : null;
}
