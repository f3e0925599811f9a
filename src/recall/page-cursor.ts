import type { PageCursor } from '../backend/memory-backend';
import { invalid } from '../common/validation-error';

const FORM = /^(\d{1,15})\.(\d{1,16})$/;
/** The end of the year 9999: later times have no form that the database reads. */
const MAX_TIME_MS = 253_402_300_799_999;

/** A cursor as clients see it: opaque, and safe in a URL. */
export function encodeCursor(cursor: PageCursor): string {
  return Buffer.from(`${cursor.createdAt}.${cursor.seq}`).toString('base64url');
}

/** Throws a validation error for anything that `encodeCursor` did not make. */
export function decodeCursor(text: string): PageCursor {
  const parts = FORM.exec(Buffer.from(text, 'base64url').toString('latin1'));
  const cursor = parts ? { createdAt: Number(parts[1]), seq: Number(parts[2]) } : null;
  if (cursor && cursor.createdAt <= MAX_TIME_MS && encodeCursor(cursor) === text) return cursor;
  throw invalid(['body', 'cursor'], 'Value error, not a cursor of this listing', text);
}
