import type { FileRecord } from './file-record';

/** Where a file stands in the listing: newest first. */
export type FileCursor = Pick<FileRecord, 'createdAt' | 'fileId'>;

const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const FORM = new RegExp(`^(\\d{1,15})\\.(${UUID})$`);
/** The end of the year 9999: later times have no form that the database reads. */
const MAX_TIME_MS = 253_402_300_799_999;

/** An opaque text for clients to hand back. */
export function encodeCursor({ createdAt, fileId }: FileCursor): string {
  return Buffer.from(`${createdAt.getTime()}.${fileId}`).toString('base64url');
}

/** Null when the text is no cursor of ours. */
export function decodeCursor(text: string): FileCursor | null {
  const [, time, fileId] = FORM.exec(Buffer.from(text, 'base64url').toString('latin1')) ?? [];
  if (fileId === undefined || Number(time) > MAX_TIME_MS) return null;
  const cursor = { createdAt: new Date(Number(time)), fileId };
  // Base64 decoding skips what it does not know, so that other texts would pass for this one.
  return encodeCursor(cursor) === text ? cursor : null;
}
