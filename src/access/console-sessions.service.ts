import type { IncomingMessage } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../common/clock';
import { invalid } from '../common/validation-error';
import { Env } from '../config/env';
import { HiddenProperty } from '../runtime/hidden-property';
import { ConsoleLogoutsRepository } from './console-logouts.repository';
import {
  CONSOLE_COOKIE,
  CONSOLE_SESSION_HOURS,
  newConsoleSession,
  openedCookie,
  sealedCookie,
  type ConsoleIdentity,
  type ConsoleSession,
  type CookieSeal,
  isOwnPage,
} from './console-session';
import { presentedCredentials } from './credentials';
import { cookieValue } from './session-credential';

export const COOKIE_SEAL = Symbol('cookie seal');
const HOUR_MS = 3_600_000;
/** Browsers drop cookies whose name and value are longer than 4,096 characters (RFC 6265, section 6.1). */
const MAX_VALUE = 4_096 - CONSOLE_COOKIE.length;
const TOO_LONG =
  'Value error, the token is too long for a cookie: log in with a key, or ask for a token with fewer claims';

/** The sessions of people who logged in to the console, by their cookies. */
@Injectable()
export class ConsoleSessions {
  private readonly found = new HiddenProperty<IncomingMessage, ConsoleSession | null>('console session');

  constructor(
    @Inject(COOKIE_SEAL) private readonly seal: CookieSeal,
    private readonly env: Env,
    private readonly clock: Clock,
    private readonly logouts: ConsoleLogoutsRepository,
  ) {}

  /** The value of the cookie, and when it ends. Leaves a record of the login. Throws a ValidationError for a long token. */
  async open(identity: ConsoleIdentity): Promise<{ value: string; expiresAt: Date }> {
    const expiresAt = new Date(this.clock.now().getTime() + CONSOLE_SESSION_HOURS * HOUR_MS);
    const value = sealedCookie(newConsoleSession(identity, expiresAt), this.seal);
    // Without the token, which the answer must not hold.
    if (value.length > MAX_VALUE) throw invalid(['body', 'credential'], TOO_LONG, null);
    await this.logouts.recordLogin();
    return { value, expiresAt };
  }

  /** Ends the session of the cookie for every process. A request without a valid cookie ends nothing. */
  async end(request: IncomingMessage): Promise<void> {
    const session = this.sealed(request);
    if (session !== null) await this.logouts.insert(session);
  }

  /**
   * The session whose cookie the request carries; ask `hasEnded` before it counts. Null without a valid cookie, with a
   * credential in a header, and for pages of other origins.
   */
  of(request: IncomingMessage): ConsoleSession | null {
    // Most requests are of programs, which have no cookies.
    if (request.headers.cookie === undefined) return null;
    const known = this.found.get(request);
    if (known !== undefined) return known;
    const session = this.isOfPage(request) ? this.sealed(request) : null;
    this.found.set(request, session);
    return session;
  }

  /** Whether a logout ended the session. Each request reads it, so that a logout holds at once in every process. */
  hasEnded({ id }: ConsoleSession): Promise<boolean> {
    return this.logouts.has(id);
  }

  private isOfPage(request: IncomingMessage): boolean {
    return presentedCredentials(request.headers).length === 0 && isOwnPage(request, this.env.ALLOWED_ORIGINS);
  }

  private sealed({ headers }: IncomingMessage): ConsoleSession | null {
    const value = cookieValue(headers.cookie, CONSOLE_COOKIE);
    return value === null ? null : openedCookie(value, this.clock.now(), this.seal);
  }
}
