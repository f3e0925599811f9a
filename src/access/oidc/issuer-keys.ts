import type { CompactJWSHeaderParameters, CryptoKey } from 'jose';
import type { Clock } from '../../common/clock';
import { DomainError } from '../../common/domain-error';

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
