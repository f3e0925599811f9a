import { Body, Controller, NotFoundException, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { DomainError } from '../common/domain-error';
import { Documented } from '../common/documented';
import { Text } from '../common/request-decorators';
import { clientKey } from '../common/request-counter';
import { Env } from '../config/env';
import { ConsoleLogins } from './console-logins.service';
import { CONSOLE_COOKIE, isOwnPage } from './console-session';
import { ConsoleSessions } from './console-sessions.service';
import { clearSessionCookie, cookieOptions } from './session-credential';

export class ConsoleLoginRequest {
  /**
   * The management credential, a key, or an OpenID Connect token.
   * @example 'amk_3f9c0a1b2d4e5f60_sVf0b3mY2k8Q5x1Z7c9W4n6T0r2E8u5I1o3P7a9S4dA'
   */
  @Text({ maxCodePoints: 16_384 })
  credential!: string;
}

/** The login of the web console from other machines. On this machine it needs none. */
@ApiTags('Console')
@Controller('api/v2/console')
export class ConsoleLoginController {
  constructor(
    private readonly logins: ConsoleLogins,
    private readonly sessions: ConsoleSessions,
    private readonly env: Env,
  ) {}

  @Post('login')
  @Documented({
    summary: 'Log in to the web console',
    description:
      'Sets the cookie `console_session` for 12 hours, which stands for the credential in requests of the pages of this service. After ten wrong tries a minute of an address, further wrong ones answer 429.',
    response: null,
    status: 204,
    errors: [
      'InvalidCredential',
      'KeyNotAllowed',
      'KeyNotForAgent',
      'IssuerUnavailable',
      'origin_not_allowed',
      'BackendUnavailable',
    ],
  })
  async login(
    @Body() { credential }: ConsoleLoginRequest,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<void> {
    this.demandConsole(request);
    const { value, expiresAt } = await this.logins.login(credential, clientKey(request.ip));
    response.cookie(CONSOLE_COOKIE, value, { ...cookieOptions(request), expires: expiresAt });
    // A session of an earlier login must not act once this one ends.
    clearSessionCookie(request, response);
  }

  @Post('logout')
  @Documented({
    summary: 'Log out of the web console',
    description:
      'Ends the session of the cookie on every replica. Removes that cookie, and the one of the session that a page joined last.',
    response: null,
    status: 204,
    errors: ['origin_not_allowed', 'BackendUnavailable'],
  })
  async logout(@Req() request: Request, @Res({ passthrough: true }) response: Response): Promise<void> {
    this.demandConsole(request);
    // First, so that a browser keeps its cookie and can try again if this fails.
    await this.sessions.end(request);
    response.clearCookie(CONSOLE_COOKIE, cookieOptions(request));
    clearSessionCookie(request, response);
  }

  /** A page elsewhere must not log its visitor in or out. Programs name no origin. */
  private demandConsole(request: Request): void {
    if (!this.env.CONSOLE_ENABLED) throw new NotFoundException();
    if (request.headers.origin === undefined || isOwnPage(request, this.env.ALLOWED_ORIGINS)) return;
    throw new DomainError('origin_not_allowed');
  }
}
