import { Injectable } from '@nestjs/common';
import { noteActor } from '../audit/audit-operation';
import { DomainError } from '../common/domain-error';
import { RequestCounter } from '../common/request-counter';
import type { ConsoleIdentity } from './console-session';
import { ConsoleSessions } from './console-sessions.service';
import { demandAccess } from './grant';
import { KeyCheck } from './key-check.service';
import { presentedKey } from './key';
import { KeysRepository } from './keys.repository';
import { ManagementAccess } from './management-access.service';
import { tooManyWrong, WrongCredentials } from './wrong-credentials.service';

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
    private readonly wrong: WrongCredentials,
  ) {}

  /** Throws RateLimited, InvalidCredential, or KeyNotAllowed for a key of less than `manage` access. */
  async login(credential: string, address: string): Promise<{ value: string; expiresAt: Date }> {
    // Headers are read as Latin-1, and so is what the credential is compared with.
    const bytes = Buffer.from(credential, 'utf8').toString('latin1');
    await this.wrong.demandTry(bytes, address);
    const identity = await this.identify(credential, bytes);
    if (identity === null) throw await this.failureOf(bytes, address);
    return this.sessions.open(identity);
  }

  private async failureOf(credential: string, address: string): Promise<DomainError> {
    const ofLogins = await this.tries.secondsToWait(address, WRONG_TRIES_PER_MINUTE);
    const seconds = Math.max(ofLogins, await this.wrong.secondsToWait(credential, address));
    return seconds > 0 ? tooManyWrong(WRONG_TRIES_PER_MINUTE, seconds) : new DomainError('InvalidCredential');
  }

  /** Null for a wrong credential. */
  private async identify(credential: string, bytes: string): Promise<ConsoleIdentity | null> {
    if (this.management.isCredential(bytes)) {
      noteActor('management');
      return { kind: 'management' };
    }
    const key = presentedKey(credential);
    if (key === null) return null;
    const stored = await this.keys.find(key.keyId);
    const grant = await this.keyCheck.check(key, stored).catch((error: unknown) => {
      if (error instanceof DomainError && error.code === 'InvalidApiKey') return null;
      throw error;
    });
    if (grant === null) return null;
    noteActor(grant.by);
    demandAccess(grant, 'manage');
    return { kind: 'key', key };
  }
}
