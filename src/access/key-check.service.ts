import { Injectable } from '@nestjs/common';
import { Clock } from '../common/clock';
import { DomainError } from '../common/domain-error';
import { rateLimited, RequestCounter } from '../common/request-counter';
import type { Grant } from './grant';
import {
  grantOfKey,
  hasKeyExpired,
  invalidApiKey,
  isSameKey,
  type KeyToCheck,
  type PresentedKey,
} from './key';
import { KeyUses } from './key-uses.service';

/** Decides whether a presented key is in force, and counts its requests. */
@Injectable()
export class KeyCheck {
  private readonly counter = new RequestCounter('key-requests');

  constructor(
    private readonly uses: KeyUses,
    private readonly clock: Clock,
  ) {}

  /** Throws InvalidApiKey or RateLimited. `stored`: the key of this id as of now. */
  async check(presented: PresentedKey, stored: KeyToCheck | null): Promise<Grant> {
    if (!isSameKey(presented, stored)) throw invalidApiKey();
    // Not guessed, although it looks the same.
    if (hasKeyExpired(stored, this.clock.now())) throw new DomainError('InvalidApiKey');
    this.uses.note(stored.keyId);
    const { rateLimitPerMinute: perMinute, keyId } = stored;
    if (perMinute !== null) {
      const seconds = await this.counter.secondsToWait(keyId, perMinute);
      if (seconds > 0) throw rateLimited(perMinute, seconds);
    }
    return grantOfKey(stored);
  }
}
