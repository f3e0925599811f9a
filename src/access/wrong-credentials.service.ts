import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { DomainError } from '../common/domain-error';
import { clientKey, RequestCounter } from '../common/request-counter';
import { cookieToken, headerToken } from './session-credential';
import type { WrongCredential } from './wrong-credential';

/** Different wrong credentials of an address within a minute, and tries of each of them. */
const WRONG_CREDENTIALS_PER_MINUTE = 100;
/** Credentials with fewer bytes may be guessable. Keys, tokens and cookies of the service have more. */
const UNGUESSABLE_BYTES = 32;

/**
 * Limits wrong credentials by address and credential. Several clients may share an address, such as that of a proxy, so
 * right credentials go through beyond the limit. A limit that answers right credentials does not slow down a guesser, who
 * can ignore all other answers. It does not have to for credentials of 32 bytes, which cannot be guessed online. Shorter
 * ones are therefore not compared while their address is beyond the limit.
 *
 * A client that repeats one stale credential guesses nothing. It counts once for its address, and has a limit of its own.
 */
@Injectable()
export class WrongCredentials {
  private readonly addresses = new RequestCounter('wrong-credentials-of-addresses');
  private readonly credentials = new RequestCounter('wrong-credentials');

  /** Counts a failed request. Returns the failure to answer with: RateLimited beyond the limits, otherwise the given one. */
  async failureOf(error: WrongCredential, request: IncomingMessage): Promise<DomainError> {
    const credential = credentialText(request);
    // The console's cookie of a revoked key.
    if (credential === null) return error;
    const seconds = await this.secondsToWait(credential, addressOf(request));
    return seconds > 0 ? tooManyWrong(WRONG_CREDENTIALS_PER_MINUTE, seconds) : error;
  }

  /** Counts a wrong credential. Returns 0 within the limits, else the seconds until the next one may come. */
  async secondsToWait(credential: string, address: string): Promise<number> {
    const blocked = await this.secondsLeft(address);
    // No more is stored about an address beyond its limit.
    if (blocked > 0) return blocked;
    const name = `${address} ${createHash('sha256').update(credential).digest('base64')}`;
    const isFirst = (await this.credentials.secondsToWait(name, 1)) === 0;
    if (isFirst) return this.addresses.secondsToWait(address, WRONG_CREDENTIALS_PER_MINUTE);
    return this.credentials.secondsLeft(name, WRONG_CREDENTIALS_PER_MINUTE);
  }

  /** Call before comparing a credential. Throws RateLimited for a short one while its address is beyond the limit. */
  async demandTry(credential: string, address: string): Promise<void> {
    if (Buffer.byteLength(credential, 'latin1') >= UNGUESSABLE_BYTES) return;
    const seconds = await this.secondsLeft(address);
    if (seconds > 0) throw tooManyWrong(WRONG_CREDENTIALS_PER_MINUTE, seconds);
  }

  private secondsLeft(address: string): Promise<number> {
    return this.addresses.secondsLeft(address, WRONG_CREDENTIALS_PER_MINUTE);
  }
}

/** The client of a request, as Express reads it from the connection and from trusted proxies. */
export function addressOf(request: IncomingMessage): string {
  return clientKey((request as Partial<Request>).ip);
}

export function tooManyWrong(limit_per_minute: number, retry_after_seconds: number): DomainError {
  const message = `More than ${limit_per_minute} wrong credentials in a minute: try again in ${retry_after_seconds} s`;
  return new DomainError('RateLimited', message, { limit_per_minute, retry_after_seconds });
}

function credentialText({ headers }: IncomingMessage): string | null {
  const { authorization, cookie, 'x-api-key': apiKey } = headers;
  const presented = [authorization, apiKey, headerToken(headers), cookieToken(cookie)];
  return presented.every((each) => each == null) ? null : JSON.stringify(presented);
}
