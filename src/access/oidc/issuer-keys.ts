import type { CompactJWSHeaderParameters, CryptoKey, JSONWebKeySet } from 'jose';
import type { Clock } from '../../common/clock';
import { DomainError } from '../../common/domain-error';
import { networkCode } from '../../common/error-name';
import { propertyOf } from '../../common/objects';
import { isSecureUrl } from '../../config/secure-url';

/** The key that fits the header of a token. Rejects with jose's errors. */
export type KeySet = (header: CompactJWSHeaderParameters) => Promise<CryptoKey>;

export interface FoundKey {
  key: CryptoKey;
  /** The set that the key is from. */
  keys: KeySet;
}

/** Older keys are fetched again, so that a key that the issuer has withdrawn ends. */
const FRESH_MS = 600_000;
/** At least this lies between two fetches for unknown key ids, and between two attempts to replace old keys. */
const REFETCH_MS = 60_000;
/** At least this lies between two attempts while there are no keys. */
const RETRY_MS = 2_000;
/** The code of jose's error for a token whose key the set does not have. */
const NO_KEY = 'ERR_JWKS_NO_MATCHING_KEY';

/** The issuer's keys, fetched when needed, once at a time; after a failed fetch the last ones stay in use. */
export class IssuerKeys {
  private keys: KeySet | null = null;
  private fetchedAt = Number.NEGATIVE_INFINITY;
  private triedAt = Number.NEGATIVE_INFINITY;
  private soughtAt = Number.NEGATIVE_INFINITY;
  private hasFailed = false;
  private fetching: Promise<void> | null = null;

  constructor(
    private readonly fetch: () => Promise<KeySet>,
    private readonly clock: Clock,
    private readonly warn: (message: string) => void,
  ) {}

  /** The key of a token. Throws IssuerUnavailable while it cannot be known, and jose's error if there is none. */
  async find(header: CompactJWSHeaderParameters): Promise<FoundKey> {
    const keys = await this.current();
    try {
      return { key: await keys(header), keys };
    } catch (error) {
      if ((error as { code?: unknown }).code !== NO_KEY) throw error;
      await this.seek();
      // Without newer keys, this set refuses the token again.
      const newer = this.keys ?? keys;
      return { key: await newer(header), keys: newer };
    }
  }

  /** The keys to verify with now; another object after each fetch. Throws IssuerUnavailable while there are none. */
  async current(): Promise<KeySet> {
    if (this.keys === null) {
      if (this.mayTry(RETRY_MS)) await this.refresh();
    } else if (this.now() - this.fetchedAt >= FRESH_MS && this.mayTry(REFETCH_MS)) {
      // An issuer that did not answer last time must not delay requests again.
      const isAway = this.hasFailed;
      const refreshed = this.refresh();
      if (!isAway) await refreshed;
    }
    if (this.keys === null) throw unavailable(RETRY_MS);
    return this.keys;
  }

  private mayTry(everyMs: number): boolean {
    return this.fetching !== null || this.now() - this.triedAt >= everyMs;
  }

  /** Fetches keys for an unknown key id, unless that was done within the last minute. */
  private async seek(): Promise<void> {
    const waitMs = this.soughtAt + REFETCH_MS - this.now();
    if (waitMs <= 0) {
      this.soughtAt = this.now();
      await this.refresh();
    } else await this.fetching;
    // The issuer may have the key by now.
    if (this.hasFailed) throw unavailable(waitMs > 0 ? waitMs : REFETCH_MS);
  }

  private refresh(): Promise<void> {
    this.fetching ??= this.replace().finally(() => (this.fetching = null));
    return this.fetching;
  }

  /** Never rejects. */
  private async replace(): Promise<void> {
    const startedAt = this.now();
    try {
      this.keys = await this.fetch();
      this.fetchedAt = startedAt;
      this.hasFailed = false;
    } catch (error) {
      this.hasFailed = true;
      const outcome = this.keys === null ? 'tokens cannot be verified' : 'the known keys stay in use';
      this.warn(`No keys of the issuer, ${outcome}: ${(error as Error).message}`);
    }
    this.triedAt = this.now();
  }

  private now(): number {
    return this.clock.now().getTime();
  }
}

function unavailable(ms: number): DomainError {
  return new DomainError(
    'IssuerUnavailable',
    'The issuer of the bearer token does not answer, so the token cannot be verified: try again shortly',
    { retry_after_seconds: Math.ceil(ms / 1_000) },
  );
}

/** Key sets of large issuers, with their certificates, have a tenth of this. */
const MAX_BYTES = 262_144;

interface IssuerAddress {
  /** As tokens name it. */
  issuer: string;
  /** Null: the one that discovery finds. */
  jwksUrl: string | null;
}

/** The issuer's keys as it sends them. Throws an error whose message says what failed, and at which URL. */
export async function fetchJwks(
  { issuer, jwksUrl }: IssuerAddress,
  timeoutMs: number,
): Promise<JSONWebKeySet> {
  const signal = AbortSignal.timeout(timeoutMs);
  const url = jwksUrl ?? (await discoverJwksUrl(issuer, signal));
  return (await fetchJson(url, signal)) as JSONWebKeySet;
}

/** OpenID Connect Discovery 1.0, section 4: the document must name the issuer that it was asked of. */
async function discoverJwksUrl(issuer: string, signal: AbortSignal): Promise<string> {
  const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const document = await fetchJson(url, signal);
  if (propertyOf(document, 'issuer') !== issuer) {
    throw new Error(
      `${url} names another issuer than OIDC_ISSUER, which must be equal to it in every character`,
    );
  }
  const jwksUrl = propertyOf(document, 'jwks_uri');
  if (typeof jwksUrl === 'string' && isSecureUrl(jwksUrl)) return jwksUrl;
  throw new Error(`${url} has no jwks_uri with https`);
}

async function fetchJson(url: string, signal: AbortSignal): Promise<unknown> {
  try {
    // A redirect could lead from https to http.
    const response = await fetch(url, {
      signal,
      redirect: 'manual',
      headers: { Accept: 'application/json' },
    });
    if (response.ok) return JSON.parse(await limitedText(response)) as unknown;
    await response.body?.cancel();
    throw new Error(`status ${response.status}`);
  } catch (error) {
    throw new Error(`${url} cannot be read: ${reasonOf(error)}`, { cause: error });
  }
}

async function limitedText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) throw new Error(`the answer has more than ${MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function reasonOf(error: unknown): string {
  if (error instanceof SyntaxError) return 'the answer is not JSON';
  return networkCode(error) ?? (error as Error).message;
}
