import type { SweepCursor } from './sweep';

const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const FORM = new RegExp(`^(\\d{1,15})\\.(${UUID})$`);
/** The end of the year 9999: later times have no form that the database reads. */
const MAX_TIME_MS = 253_402_300_799_999;

/** An opaque text for clients to hand back. */
export function encodeCursor({ evaluatedAt, sweepId }: SweepCursor): string {
  return Buffer.from(`${evaluatedAt.getTime()}.${sweepId}`).toString('base64url');
}

/** Null when the text is no cursor of ours. */
export function decodeCursor(text: string): SweepCursor | null {
  const [, time, sweepId] = FORM.exec(Buffer.from(text, 'base64url').toString('latin1')) ?? [];
  if (sweepId === undefined || Number(time) > MAX_TIME_MS) return null;
  const cursor = { evaluatedAt: new Date(Number(time)), sweepId };
  // Base64 decoding skips what it does not know, so that other texts would pass for this one.
  return encodeCursor(cursor) === text ? cursor : null;
}
