import type { Stretch } from '../backend/embedded/documents/document';
import { ProtocolError } from './protocol-error';

const FORM = /^(0|[1-9]\d{0,15})(?:\.([1-9]\d{0,15})\.([1-9]\d{0,2}))?$/;

/** Where a page of a listing is, as clients see it: opaque, and safe in a URL. */
export function encodeToken({ after, until }: Stretch, limit: number): string {
  return Buffer.from(until === null ? `${after}` : `${after}.${until}.${limit}`).toString('base64url');
}

/**
 * The page of a token; none, or an empty one: the first. Its end counts only for the limit that it was measured by. Throws for
 * anything that `encodeToken` did not make.
 */
export function decodeToken(token: string | null, limit: number): Stretch {
  if (token === null || token === '') return { after: 0, until: null };
  const text = Buffer.from(token, 'base64url').toString('latin1');
  const parts = FORM.exec(text);
  const [after, until, measured] = (parts ?? []).slice(1).map((part) => Number(part as string | undefined));
  if (after === undefined || !isSafe(after) || Buffer.from(text, 'latin1').toString('base64url') !== token) {
    throw new ProtocolError('bad_request', 'next_token is not one of this listing');
  }
  const isBounded = until !== undefined && isSafe(until) && measured === limit;
  return { after, until: isBounded ? until : null };
}

function isSafe(number: number): boolean {
  return Number.isSafeInteger(number);
}
