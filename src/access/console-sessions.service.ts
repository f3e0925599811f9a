import type { IncomingMessage } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../common/clock';
import { Env } from '../config/env';
import { HiddenProperty } from '../runtime/hidden-property';
import {
  CONSOLE_COOKIE,
  CONSOLE_SESSION_HOURS,
  openedCookie,
  sealedCookie,
  type ConsoleIdentity,
  type CookieSeal,
  isOwnPage,
} from './console-session';
import { presentedCredentials } from './credentials';
import { cookieValue } from './session-credential';

export const COOKIE_SEAL = Symbol('cookie seal');
const HOUR_MS = 3_600_000;

/** Makes and reads the cookies of people who logged in to the console. */
@Injectable()
export class ConsoleSessions {
  private readonly found = new HiddenProperty<IncomingMessage, ConsoleIdentity | null>('console session');

  constructor(
    @Inject(COOKIE_SEAL) private readonly seal: CookieSeal,
    private readonly env: Env,
    private readonly clock: Clock,
  ) {}

  /** The value of the cookie, and when it ends. */
  open(identity: ConsoleIdentity): { value: string; expiresAt: Date } {
    const expiresAt = new Date(this.clock.now().getTime() + CONSOLE_SESSION_HOURS * HOUR_MS);
    return { value: sealedCookie(identity, expiresAt, this.seal), expiresAt };
  }

  /** Null without a valid cookie, with a credential in a header, and for pages of other origins. */
  of(request: IncomingMessage): ConsoleIdentity | null {
    // Most requests are of programs, which have no cookies.
    if (request.headers.cookie === undefined) return null;
    const known = this.found.get(request);
    if (known !== undefined) return known;
    const identity = this.read(request);
    this.found.set(request, identity);
    return identity;
  }

  private read(request: IncomingMessage): ConsoleIdentity | null {
    const value = cookieValue(request.headers.cookie, CONSOLE_COOKIE);
    if (value === null || presentedCredentials(request.headers).length > 0) return null;
    return isOwnPage(request, this.env.ALLOWED_ORIGINS)
      ? openedCookie(value, this.clock.now(), this.seal)
      : null;
  }
}
