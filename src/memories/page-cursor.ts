import type { PageCursor } from '../backend/pages';
import { FIRST_TIME_MS, LAST_TIME_MS } from '../backend/memory-limits';
import { invalid } from '../common/validation-error';

const FORM = /^(-?\d{1,15})\.([!-~]{1,256})$/;

/** A cursor as clients see it: opaque, and safe in a URL. */
export function encodeCursor(cursor: PageCursor): string {
  return Buffer.from(`${cursor.createdAt}.${cursor.key}`).toString('base64url');
}

/** Throws a validation error for anything that `encodeCursor` did not make of a cursor that is `known`. */
export function decodeCursor(
  text: string,
  known: (cursor: PageCursor) => boolean,
  part: 'body' | 'query' = 'body',
): PageCursor {
  const parts = FORM.exec(Buffer.from(text, 'base64url').toString('latin1'));
  const cursor = parts ? { createdAt: Number(parts[1]), key: parts[2] ?? '' } : null;
  if (cursor && isInTime(cursor) && encodeCursor(cursor) === text && known(cursor)) return cursor;
  throw invalid([part, 'cursor'], 'Value error, not a cursor of this listing', text);
}

/** Other times have no form that the database reads. */
function isInTime({ createdAt }: PageCursor): boolean {
  return createdAt >= FIRST_TIME_MS && createdAt <= LAST_TIME_MS;
}
