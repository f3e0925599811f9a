import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Env } from '../config/env';
import { DomainError } from '../common/domain-error';
import { KEY_PREFIX, presentedKey, type PresentedKey } from './key';
import { WrongCredential } from './wrong-credential';

const BEARER = /^Bearer +([^ ].*)$/i;

/** The value of an `Authorization` header with the scheme Bearer; null without one. */
export function bearerOf(headers: IncomingHttpHeaders): string | null {
  return BEARER.exec(headers.authorization ?? '')?.[1] ?? null;
}

/** Null without any. Never what the service generated for itself: that key is not known to anybody. */
export function managementCredential(env: Env): string | null {
  return env.BACKEND_MODE === 'cloud' ? env.BACKEND_API_KEY : env.SERVICE_SECRET_KEY;
}

/** The management credentials that a request presents, in either of the two headers. */
export function presentedCredentials(headers: IncomingHttpHeaders): string[] {
  const apiKey = headers['x-api-key'];
  return [bearerOf(headers), apiKey].filter(
    (value): value is string => typeof value === 'string' && value !== '',
  );
}

/** The failure of a request that no identity admits. Without a credential it guessed nothing. */
export function accessDenied(
  code: 'management_access_denied' | 'mcp_access_denied',
  headers: IncomingHttpHeaders,
): DomainError {
  return presentedCredentials(headers).length > 0 ? new WrongCredential(code) : new DomainError(code);
}

/** Compares digests, in a time that depends on neither text. Nothing matches a credential that is not set. */
export function credentialMatches(presented: string, expected: string | null): boolean {
  if (expected === null || expected === '') return false;
  // Node reads header bytes as Latin-1; going back to the bytes lets a key of any script match.
  return timingSafeEqual(digest(Buffer.from(presented, 'latin1')), digest(Buffer.from(expected, 'utf8')));
}

function digest(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest();
}

/** The key or token that a request acts by. */
export type GrantCredential =
  { kind: 'key'; key: PresentedKey } | { kind: 'token'; token: string } | { kind: 'malformed' };

interface Recognition {
  isManagementCredential: (value: string) => boolean;
  /** Whether the bearer value of an `Authorization` header is an OpenID Connect token if it is nothing else. */
  takesTokens: boolean;
}

/** The key or token in the headers; null without. Two are malformed; the management credential is no key. */
export function grantCredential(
  headers: IncomingHttpHeaders,
  recognition: Recognition,
): GrantCredential | null {
  // The usual request has a session token and neither header.
  if (headers.authorization === undefined && headers['x-api-key'] === undefined) return null;
  // A damaged token must not count as none: the request would have the rights of this machine.
  const token = recognition.takesTokens ? bearerOf(headers) : null;
  const found = new Set(
    presentedCredentials(headers).filter(
      (value) =>
        (value === token || value.startsWith(KEY_PREFIX)) && !recognition.isManagementCredential(value),
    ),
  );
  const [value] = found;
  if (value === undefined) return null;
  if (found.size > 1) return { kind: 'malformed' };
  if (!value.startsWith(KEY_PREFIX)) return { kind: 'token', token: value };
  const key = presentedKey(value);
  return key === null ? { kind: 'malformed' } : { kind: 'key', key };
}
