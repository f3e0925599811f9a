import { createHash } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import type { CompactJWSHeaderParameters, JWTPayload, ProtectedHeaderParameters } from 'jose';
import { LRUCache } from 'lru-cache';
import { Clock } from '../common/clock';
import { DomainError } from '../common/domain-error';
import { errorName } from '../common/error-name';
import { Env } from '../config/env';
import type { Grant } from './grant';
import { fetchJwks } from './oidc/issuer-documents';
import { IssuerKeys, type KeySet } from './oidc/issuer-keys';
import { grantOf } from './oidc/token-grant';
import { WrongCredential } from './wrong-credential';

/** Signatures with a public key; never a shared secret (HS256), and never none. */
const ALGORITHMS = ['RS256', 'PS256', 'ES256', 'EdDSA'];
/** Access tokens (RFC 9068) and tokens that do not say what they are. Others are not meant as credentials. */
const TYPES = ['jwt', 'at+jwt', 'application/jwt', 'application/at+jwt'];
const MAX_LENGTH = 16_384;
/** jose's code. */
const EXPIRED = 'ERR_JWT_EXPIRED';
/** Clocks of issuer and service may differ by this. */
const LEEWAY_SECONDS = 60;
const ISSUER_TIMEOUT_MS = 5_000;

/** Tokens whose verification is remembered: one verification costs 0.1 to 0.25 ms of processor time (docs/adr/0036). */
const MAX_VERIFIED = 1_000;

interface VerifiedToken {
  grant: Grant;
  /** Seconds since 1970. */
  expiresAt: number;
  keys: KeySet;
}

/** Verifies the tokens of the OpenID Connect issuer in OIDC_ISSUER. */
@Injectable()
export class OidcTokens {
  /** Whether an issuer is set. Without one, every token is refused. */
  readonly isConfigured: boolean;
  private readonly logger = new Logger('OpenID');
  private readonly keys: IssuerKeys;
  /** By their digests: the tokens themselves are not kept. */
  private readonly verified = new LRUCache<string, VerifiedToken>({ max: MAX_VERIFIED });

  constructor(
    private readonly env: Env,
    private readonly clock: Clock,
  ) {
    this.isConfigured = env.OIDC_ISSUER !== null;
    this.keys = new IssuerKeys(
      () => this.fetchKeys(),
      clock,
      (message) => this.logger.warn(message),
    );
  }

  /** Throws InvalidBearerToken, IssuerUnavailable, and KeyNotForAgent or KeyNotAllowed if it admits to nothing. */
  async verify(token: string): Promise<Grant> {
    const digest = createHash('sha256').update(token).digest('base64');
    const known = this.verified.get(digest);
    if (known !== undefined && (await this.isValid(known))) return known.grant;
    const verified = await this.verifyOrRefuse(token);
    this.verified.set(digest, verified);
    return verified.grant;
  }

  /** Other keys may lack the key of the token. */
  private async isValid({ expiresAt, keys }: VerifiedToken): Promise<boolean> {
    const seconds = Math.floor(this.clock.now().getTime() / 1_000);
    return expiresAt > seconds - LEEWAY_SECONDS && keys === (await this.keys.current());
  }

  private async verifyOrRefuse(token: string): Promise<VerifiedToken> {
    try {
      return await this.verifySignature(token);
    } catch (error) {
      if (error instanceof DomainError) throw error;
      // jose's messages name claims and headers, never their values.
      this.logger.debug(`A bearer token was refused: ${errorName(error)}: ${(error as Error).message}`);
      // jose verifies the signature first: the issuer gave an expired token.
      const isExpired = (error as { code?: unknown }).code === EXPIRED;
      throw new (isExpired ? DomainError : WrongCredential)('InvalidBearerToken');
    }
  }

  private async verifySignature(token: string): Promise<VerifiedToken> {
    const { OIDC_ISSUER: issuer, OIDC_AUDIENCE: audience } = this.env;
    if (issuer === null || audience === null) throw new Error('no issuer is set');
    if (token.length > MAX_LENGTH) throw new Error(`more than ${MAX_LENGTH} characters`);
    const { decodeJwt, decodeProtectedHeader, jwtVerify } = await loadJose();
    const header = decodeProtectedHeader(token);
    refuseOtherUses(header);
    // A token of another issuer must not cause a fetch of keys.
    if (decodeJwt(token).iss !== issuer) throw new Error('another issuer');
    const { key, keys } = await this.keys.find(header as CompactJWSHeaderParameters);
    const { payload } = await jwtVerify(token, key, {
      algorithms: ALGORITHMS,
      issuer,
      audience,
      requiredClaims: ['exp'],
      clockTolerance: LEEWAY_SECONDS,
      currentDate: this.clock.now(),
    });
    return { grant: this.grantOf(payload), expiresAt: expiryOf(payload), keys };
  }

  private grantOf(claims: JWTPayload): Grant {
    if (claims.cnf !== undefined) throw new Error('bound to a key of its sender (cnf)');
    const { OIDC_AGENTS_CLAIM: agents, OIDC_ACCESS_CLAIM: access } = this.env;
    return grantOf(claims, { agents, access });
  }

  private async fetchKeys() {
    const { OIDC_ISSUER: issuer, OIDC_JWKS_URL: jwksUrl } = this.env;
    const { createLocalJWKSet } = await loadJose();
    return createLocalJWKSet(await fetchJwks({ issuer: issuer ?? '', jwksUrl }, ISSUER_TIMEOUT_MS));
  }
}

/** Refuses tokens that are signed otherwise, or not meant to be sent as they are. */
function refuseOtherUses({ alg, typ, crit, b64 }: ProtectedHeaderParameters): void {
  if (alg === undefined || !ALGORITHMS.includes(alg)) throw new Error('another algorithm');
  if (typ !== undefined && !TYPES.includes(typ.toLowerCase())) throw new Error('another type');
  // The service knows no extension that a reader must understand.
  if (crit !== undefined || b64 !== undefined) throw new Error('a critical header');
}

/** JSON can hold a number that JavaScript reads as infinite. */
function expiryOf({ exp }: JWTPayload): number {
  if (exp === undefined || !Number.isFinite(exp)) throw new Error('exp is not finite');
  return exp;
}

/** Loaded with the first token: most services use none. */
function loadJose() {
  return import('jose');
}
