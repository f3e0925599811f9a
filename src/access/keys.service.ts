import { Injectable } from '@nestjs/common';
import { Clock } from '../common/clock';
import { DomainError } from '../common/domain-error';
import { keyDigest, keyNotFound, newKey, type ApiKey } from './key';
import { KeysRepository, type NewKey } from './keys.repository';

export type KeyOrder = Pick<
  ApiKey,
  'name' | 'agents' | 'access' | 'scopes' | 'expiresAt' | 'rateLimitPerMinute'
>;

const MAX_KEYS = 10_000;

/** Creates, lists and revokes keys. */
@Injectable()
export class KeysService {
  constructor(
    private readonly repository: KeysRepository,
    private readonly clock: Clock,
  ) {}

  /** `key`: shown to the caller and kept nowhere. Throws TooManyKeys. */
  async create(order: KeyOrder): Promise<{ stored: ApiKey; key: string }> {
    const { keyId, key } = newKey();
    const stored: NewKey = { ...order, keyId, digest: keyDigest(key), createdAt: this.clock.now() };
    if (!(await this.repository.insert(stored, MAX_KEYS))) {
      const message = `There are ${MAX_KEYS} keys already: revoke keys that are not used`;
      throw new DomainError('TooManyKeys', message, { max_keys: MAX_KEYS });
    }
    return { stored: { ...stored, lastUsedAt: null }, key };
  }

  /** Newest first. */
  list(): Promise<ApiKey[]> {
    return this.repository.list(MAX_KEYS);
  }

  /** Throws KeyNotFound. */
  async revoke(keyId: string): Promise<void> {
    if (!(await this.repository.delete(keyId))) throw keyNotFound(keyId);
  }
}
