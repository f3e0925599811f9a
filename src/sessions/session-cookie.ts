import type { CookieOptions, Request, Response } from 'express';
import { SESSION_COOKIE } from '../access/session-credential';

/** Without Max-Age: the browser forgets it when it closes, the token's own expiry holds in any case. */
export function setSessionCookie(request: Request, response: Response, token: string): void {
  response.cookie(SESSION_COOKIE, token, cookieOptions(request));
}

export function clearSessionCookie(request: Request, response: Response): void {
  response.clearCookie(SESSION_COOKIE, cookieOptions(request));
}

function cookieOptions(request: Request): CookieOptions {
  return { httpOnly: true, sameSite: 'strict', path: '/', secure: request.secure };
}
