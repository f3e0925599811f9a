import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Identities } from '../access/identities.service';
import { SESSION_HEADER, setSessionCookie } from '../access/session-credential';
import type { DomainError } from '../common/domain-error';
import { RuntimeSettings } from '../settings/runtime-settings.service';
import type { ActiveSession } from './session';
import type { CheckedToken } from './session-check.service';
import type { IssuedSession } from './session-opening.service';
import { SessionRecreation } from './session-recreation.service';
import { SessionRenewal } from './session-renewal.service';
import { invalidSessionToken, sessionExpired, SessionTokens } from './session-tokens.service';

export interface Admission {
  session: ActiveSession;
  /** The token to use from now on, where it is another than the request's. */
  newToken: string | null;
}

export interface ExtensionRights {
  /** It may renew a session near its expiry, or replace an expired one. */
  mayExtend: boolean;
  mayManage: () => Promise<boolean>;
}

/**
 * Renews a session near its expiry, replaces an expired one, and sends the client the new token. `SessionTokenGuard` calls
 * it after its check: bound as a Nest interceptor it costs each request more processor time (docs/adr/0031).
 */
@Injectable()
export class SessionRenewalInterceptor {
  constructor(
    private readonly renewal: SessionRenewal,
    private readonly recreation: SessionRecreation,
    private readonly tokens: SessionTokens,
    private readonly settings: RuntimeSettings,
    private readonly identities: Identities,
  ) {}

  /** The session to act in. Sets header and cookie before the handler runs, so that error answers carry them too. */
  async intercept(
    checked: CheckedToken,
    request: Request,
    response: Response,
    mayExtend: boolean,
  ): Promise<ActiveSession> {
    const mayManage = () => this.identities.mayManage(request);
    const { session, newToken } = await this.admit(checked, { mayExtend, mayManage });
    if (newToken !== null) {
      response.setHeader(SESSION_HEADER, newToken);
      setSessionCookie(request, response, newToken);
    }
    return session;
  }

  /** Throws InvalidSessionToken, or SessionExpired unless the session is replaced. */
  async admit(checked: CheckedToken, { mayExtend, mayManage }: ExtensionRights): Promise<Admission> {
    if (checked.state === 'expired') {
      if (!mayExtend || !(await mayManage())) throw sessionExpired();
      await this.settings.fresh();
      if (!this.settings.get('session.auto_recreate_enabled')) throw sessionExpired();
      return admissionTo(await this.recreation.recreate(checked.token), sessionExpired);
    }
    const { session } = checked;
    if (checked.state === 'replaced') return { session, newToken: this.tokens.mint(session) };
    if (!mayExtend || !this.renewal.isDue(session)) return { session, newToken: null };
    return admissionTo(await this.renewal.renew(session), invalidSessionToken);
  }
}

function admissionTo(issued: IssuedSession | null, otherwise: () => DomainError): Admission {
  if (issued === null) throw otherwise();
  return { session: issued.session, newToken: issued.token };
}
