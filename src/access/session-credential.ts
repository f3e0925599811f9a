import type { IncomingHttpHeaders } from 'node:http';
import type { CookieOptions, Request, Response } from 'express';

export const SESSION_HEADER = 'X-Session-Token';
const HEADER_NAME = 'x-session-token';
const SESSION_COOKIE = 'service_session_token';

/** The session token in its header; null when there is none. */
export function headerToken(headers: IncomingHttpHeaders): string | null {
  const value = headers[HEADER_NAME];
  return (Array.isArray(value) ? value[0] : value) || null;
}

/** The session token in a `Cookie` header; null when there is none. */
export function cookieToken(header: string | undefined): string | null {
  return cookieValue(header, SESSION_COOKIE);
}

/**
 * A value in a `Cookie` header; null when there is none. The first of equal names counts: browsers send the more
 * specific one first. The service's cookies need no decoding (their characters are all allowed in a cookie), so this is
 * less than the general parser that Express keeps for itself.
 */
export function cookieValue(header: string | undefined, name: string): string | null {
  for (const pair of (header ?? '').split(';')) {
    const equals = pair.indexOf('=');
    if (equals === -1 || pair.slice(0, equals).trim() !== name) continue;
    const value = pair.slice(equals + 1).trim();
    const quoted = value.length >= 2 && value.startsWith('"') && value.endsWith('"');
    return (quoted ? value.slice(1, -1) : value) || null;
  }
  return null;
}

/** Sets the cookie without Max-Age: the browser forgets it when it closes, and the token has its own expiry. */
export function setSessionCookie(request: Request, response: Response, token: string): void {
  response.cookie(SESSION_COOKIE, token, cookieOptions(request));
}

export function clearSessionCookie(request: Request, response: Response): void {
  response.clearCookie(SESSION_COOKIE, cookieOptions(request));
}

/** The options of every cookie of the service: no script reads it, and no other site sends it. */
export function cookieOptions(request: Request): CookieOptions {
  return { httpOnly: true, sameSite: 'strict', path: '/', secure: request.secure };
}
