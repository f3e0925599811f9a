import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Env } from '../config/env';

const BEARER = /^Bearer +([^ ].*)$/i;

/** The value of an `Authorization` header with the scheme Bearer; null without one. */
export function bearerOf(headers: IncomingHttpHeaders): string | null {
  return BEARER.exec(headers.authorization ?? '')?.[1] ?? null;
}

/** Null without any. Never what the service generated for itself: that key is not known to anybody. */
export function managementCredential(env: Env): string | null {
  return env.BACKEND_MODE === 'cloud' ? env.BACKEND_API_KEY : env.SERVICE_SECRET_KEY;
}

/** What a request presents as management credential, by either of the two headers. */
export function presentedCredentials(headers: IncomingHttpHeaders): string[] {
  const apiKey = headers['x-api-key'];
  return [bearerOf(headers), apiKey].filter(
    (value): value is string => typeof value === 'string' && value !== '',
  );
}

/**
 * Compares a header value with the expected credential in a time that depends on neither: digests have one
 * length whatever their input. Nothing matches a credential that is not set.
 */
export function credentialMatches(presented: string, expected: string | null): boolean {
  if (expected === null || expected === '') return false;
  // Node reads header bytes as Latin-1; going back to the bytes lets a key of any script match.
  return timingSafeEqual(digest(Buffer.from(presented, 'latin1')), digest(Buffer.from(expected, 'utf8')));
}

function digest(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest();
}
