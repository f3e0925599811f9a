import { Injectable } from '@nestjs/common';
import { DomainError } from '../common/domain-error';
import { RequestCounter } from '../common/request-counter';
import { ConsoleCredentials } from './console-credentials.service';
import { ConsoleSessions } from './console-sessions.service';
import { tooManyWrong, WrongCredentials } from './wrong-credentials.service';

/** Wrong tries a minute of one address. */
const WRONG_TRIES_PER_MINUTE = 10;

/** Exchanges a credential for the cookie of the console. */
@Injectable()
export class ConsoleLogins {
  private readonly tries = new RequestCounter('console-logins');

  constructor(
    private readonly credentials: ConsoleCredentials,
    private readonly sessions: ConsoleSessions,
    private readonly wrong: WrongCredentials,
  ) {}

  /** Throws RateLimited, InvalidCredential, a ValidationError for a token that no cookie can hold, or what an issuer causes. */
  async login(credential: string, address: string): Promise<{ value: string; expiresAt: Date }> {
    // Headers are read as Latin-1, and so is what the credential is compared with.
    const bytes = Buffer.from(credential, 'utf8').toString('latin1');
    await this.wrong.demandTry(bytes, address);
    const identity = await this.credentials.identify(credential, bytes);
    if (identity === null) throw await this.failureOf(bytes, address);
    return this.sessions.open(identity);
  }

  private async failureOf(credential: string, address: string): Promise<DomainError> {
    const ofLogins = await this.tries.secondsToWait(address, WRONG_TRIES_PER_MINUTE);
    const seconds = Math.max(ofLogins, await this.wrong.secondsToWait(credential, address));
    return seconds > 0 ? tooManyWrong(WRONG_TRIES_PER_MINUTE, seconds) : new DomainError('InvalidCredential');
  }
}
