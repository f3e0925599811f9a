import type { KeyObject } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import { LRUCache } from 'lru-cache';
import { WrongCredential } from '../access/wrong-credential';
import { DomainError } from '../common/domain-error';
import type { Env } from '../config/env';
import { deriveServiceKey } from '../config/service-secret';
import type { ActiveSession } from './session';
import { claimsOf, payloadOf, type TokenClaims } from './session-token';

const PURPOSE = 'agent-memory-service/session-token/v1';

/** The key that signs session tokens. Throws as `deriveServiceKey` does. */
export function loadSigningKey(env: Pick<Env, 'SERVICE_SECRET_KEY' | 'DATA_DIR'>): Promise<KeyObject> {
  return deriveServiceKey(env, PURPOSE);
}

/** How the JWT module is set up: no `iat`, so that a session's token can be written again from its row. */
export const TOKEN_OPTIONS = {
  signOptions: { algorithm: 'HS256', noTimestamp: true },
  verifyOptions: { algorithms: ['HS256'] },
} as const;

/** Tokens whose signature is remembered: some MB. */
const MAX_VERIFIED = 10_000;

@Injectable()
export class SessionTokens {
  /** The signature of a token never changes, and computing it is a large part of the cost of a small request. */
  private readonly known = new LRUCache<string, TokenClaims>({ max: MAX_VERIFIED });

  constructor(private readonly jwt: JwtService) {}

  /** The token of a session: the same for the same session and expiry. */
  mint(session: ActiveSession): string {
    return this.jwt.sign(payloadOf(session));
  }

  /** Throws InvalidSessionToken unless this service signed the token. Says nothing of its being in force. */
  verify(token: string): TokenClaims {
    const known = this.known.get(token);
    if (known !== undefined) return known;
    const claims = claimsOf(this.verified(token));
    if (claims === null) throw wrongSessionToken();
    this.known.set(token, claims);
    return claims;
  }

  private verified(token: string): unknown {
    try {
      return this.jwt.verify<object>(token);
    } catch {
      throw wrongSessionToken();
    }
  }
}

/** The failure of a token that this service did not sign. */
function wrongSessionToken(): DomainError {
  return new WrongCredential('InvalidSessionToken');
}

/** The same message for every mistake, so that an answer does not show how close a guess was. */
export function invalidSessionToken(): DomainError {
  return new DomainError('InvalidSessionToken');
}

export function sessionExpired(): DomainError {
  return new DomainError('SessionExpired');
}
