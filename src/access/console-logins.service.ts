import { Injectable } from '@nestjs/common';
import { DomainError } from '../common/domain-error';
import { rateLimited, RequestCounter } from '../common/request-counter';
import type { ConsoleIdentity } from './console-session';
import { ConsoleSessions } from './console-sessions.service';
import { demandAccess } from './grant';
import { KeyCheck } from './key-check.service';
import { presentedKey } from './key';
import { KeysRepository } from './keys.repository';
import { ManagementAccess } from './management-access.service';

/** Wrong tries a minute of one address. */
export const WRONG_TRIES_PER_MINUTE = 10;

/** Exchanges a credential for the cookie of the console. */
@Injectable()
export class ConsoleLogins {
  private readonly tries = new RequestCounter('console-logins');

  constructor(
    private readonly management: ManagementAccess,
    private readonly keys: KeysRepository,
    private readonly keyCheck: KeyCheck,
    private readonly sessions: ConsoleSessions,
  ) {}

  /** Throws RateLimited, InvalidCredential, or KeyNotAllowed for a key of less than `manage` access. */
  async login(credential: string, address: string): Promise<{ value: string; expiresAt: Date }> {
    // Counted before the check, so that parallel tries are not more than the limit.
    const seconds = await this.tries.secondsToWait(address, WRONG_TRIES_PER_MINUTE);
    if (seconds > 0) throw rateLimited(WRONG_TRIES_PER_MINUTE, seconds);
    const identity = await this.identify(credential);
    await this.tries.takeBack(address);
    return this.sessions.open(identity);
  }

  private async identify(credential: string): Promise<ConsoleIdentity> {
    // Headers are read as Latin-1, and so is what the credential is compared with.
    const bytes = Buffer.from(credential, 'utf8').toString('latin1');
    if (this.management.isCredential(bytes)) return { kind: 'management' };
    const key = presentedKey(credential);
    if (key === null) throw invalidCredential();
    const stored = await this.keys.find(key.keyId);
    const grant = await this.keyCheck.check(key, stored).catch((error: unknown) => {
      throw error instanceof DomainError && error.code === 'InvalidApiKey' ? invalidCredential() : error;
    });
    demandAccess(grant, 'manage');
    return { kind: 'key', key };
  }
}

function invalidCredential(): DomainError {
  return new DomainError('InvalidCredential');
}
