import { setTimeout as delay } from 'node:timers/promises';
import { DomainError } from '../common/domain-error';

/** In ms. */
export interface Patience {
  /** In all. */
  waitMs: number;
  /** Each pause is twice the one before, up to the longest. */
  firstPauseMs: number;
  longestPauseMs: number;
}

const DEFAULT: Patience = { waitMs: 30_000, firstPauseMs: 20, longestPauseMs: 500 };

/**
 * Asks until there is an answer; pauses are spread so that those who wait do not ask all at once. Throws
 * BackendUnavailable, with the reason, when there is none in time.
 */
export async function patiently<T>(
  ask: () => Promise<T | null>,
  reason: string,
  { waitMs, firstPauseMs, longestPauseMs }: Patience = DEFAULT,
): Promise<T> {
  const end = performance.now() + waitMs;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
    const answer = await ask();
    if (answer !== null) return answer;
    if (performance.now() >= end) throw new DomainError('BackendUnavailable', reason);
    await delay(pauseMs * (0.5 + Math.random() / 2));
  }
}
