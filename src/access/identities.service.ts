import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import { HiddenProperty } from '../runtime/hidden-property';
import { ConsoleSessions } from './console-sessions.service';
import type { Grant } from './grant';
import { invalidApiKey, type KeyToCheck } from './key';
import { KeyCheck } from './key-check.service';
import { KeysRepository } from './keys.repository';
import { ManagementAccess } from './management-access.service';
import { grantCredential, type GrantCredential } from './credentials';
import { OidcTokens } from './oidc-tokens.service';
import { cookieToken, headerToken } from './session-credential';

type FindKey = (keyId: string) => Promise<KeyToCheck | null>;

/**
 * Finds who is behind a request, once for each request: a session token in its header, a key or an OpenID Connect token, a
 * session token in a cookie, the management credential, or this machine, in this order. A request with a key or a token has
 * none of the identities after it. The cookie of the console stands for what somebody logged in with.
 */
@Injectable()
export class Identities {
  private readonly credentials = new HiddenProperty<IncomingMessage, GrantCredential | null>('credential');
  private readonly grants = new HiddenProperty<IncomingMessage, Promise<Grant>>('grant');

  constructor(
    private readonly management: ManagementAccess,
    private readonly keys: KeysRepository,
    private readonly keyCheck: KeyCheck,
    private readonly tokens: OidcTokens,
    private readonly consoleSessions: ConsoleSessions,
  ) {}

  /** The session token to act by; null when there is none, or a key or token comes first. */
  sessionToken(request: IncomingMessage): string | null {
    const { headers } = request;
    return headerToken(headers) ?? (this.hasGrant(request) ? null : cookieToken(headers.cookie));
  }

  /** Whether the request carries a key or an OpenID Connect token, valid or not. */
  hasGrant(request: IncomingMessage): boolean {
    return this.credentialOf(request) !== null;
  }

  /**
   * What the key or token of a request admits to. Throws InvalidApiKey, RateLimited or what `OidcTokens` throws.
   * `findKey`: for a caller that reads more in the same statement.
   */
  grantOf(request: IncomingMessage, findKey: FindKey = (keyId) => this.keys.find(keyId)): Promise<Grant> {
    const known = this.grants.get(request);
    if (known !== undefined) return known;
    const grant = this.verify(request, findKey);
    this.grants.set(request, grant);
    return grant;
  }

  /** Whether the request holds the management credential, or comes from this machine. Throws as `ManagementAccess.allows`. */
  async mayManage(request: IncomingMessage): Promise<boolean> {
    if (this.hasGrant(request)) return false;
    return (await this.management.allows(request)) || this.isLoggedIn(request);
  }

  /** Whether the request comes from this machine. */
  isLocal(request: IncomingMessage): boolean {
    return this.management.isLocal(request);
  }

  /** Whether the request comes from this machine, or from the console after a login with the management credential. */
  async mayUseLocalPages(request: IncomingMessage): Promise<boolean> {
    if (this.hasGrant(request)) return false;
    return this.management.isLocal(request) || this.isLoggedIn(request);
  }

  /** Whether the key or token of the request is that of a login to the console. */
  isConsoleLogin(request: IncomingMessage): boolean {
    return this.consoleSessions.of(request) !== null;
  }

  private async isLoggedIn(request: IncomingMessage): Promise<boolean> {
    const session = this.consoleSessions.of(request);
    return session?.identity.kind === 'management' && !(await this.consoleSessions.hasEnded(session));
  }

  private credentialOf(request: IncomingMessage): GrantCredential | null {
    const known = this.credentials.get(request);
    if (known !== undefined) return known;
    const found =
      grantCredential(request.headers, {
        isManagementCredential: (value) => this.management.isCredential(value),
        takesTokens: this.tokens.isConfigured,
      }) ?? this.consoleCredential(request);
    this.credentials.set(request, found);
    return found;
  }

  private consoleCredential(request: IncomingMessage): GrantCredential | null {
    const identity = this.consoleSessions.of(request)?.identity;
    return identity === undefined || identity.kind === 'management' ? null : identity;
  }

  private async verify(request: IncomingMessage, findKey: FindKey): Promise<Grant> {
    const credential = this.credentialOf(request);
    if (credential === null || credential.kind === 'malformed') throw invalidApiKey();
    // The console has a session only in requests without a key or token of their own.
    const session = this.consoleSessions.of(request);
    if (session !== null && (await this.consoleSessions.hasEnded(session))) throw invalidApiKey();
    if (credential.kind === 'token') return this.tokens.verify(credential.token);
    return this.keyCheck.check(credential.key, await findKey(credential.key.keyId));
  }
}
