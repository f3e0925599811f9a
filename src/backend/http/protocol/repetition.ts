import { DelegateBackoff, handleWhen, retry } from 'cockatiel';
import type { Deadline } from '../../../common/deadline';
import { CallFault } from './call';

const REPETITIONS = 3;
/** Limit of the exponential wait; `Retry-After` may ask for more. */
const MAX_BACKOFF_MS = 10_000;

/** Retries at most three times, while the backend is in trouble and there is time. `attempt` throws `CallFault`. */
export function repeated<T>(
  backoffMs: number,
  isRepeatable: boolean,
  deadline: Deadline,
  attempt: (isLast: boolean) => Promise<T>,
): Promise<T> {
  const repetitions = isRepeatable ? REPETITIONS : 0;
  const policy = retry(
    handleWhen((error) => isWorthRepeating(error, deadline)),
    {
      maxAttempts: repetitions,
      backoff: new DelegateBackoff(({ attempt: count, result }) =>
        Math.min(
          waitBefore(count, 'error' in result ? result.error : null, backoffMs, Math.random()),
          deadline.left,
        ),
      ),
    },
  );
  return policy.execute(({ attempt: done }) => attempt(done === repetitions), deadline.signal);
}

function isWorthRepeating(error: Error, deadline: Deadline): boolean {
  if (!(error instanceof CallFault) || !error.isOutage) return false;
  return !deadline.signal.aborted && (error.answer?.retryAfterMs ?? 0) < deadline.left;
}

/**
 * Milliseconds before retry number `count`, from 1: an exponential wait with equal jitter (`chance`, 0 to 1), or the
 * server's `Retry-After` plus a random part, so that clients do not return at the same moment.
 */
export function waitBefore(count: number, error: Error | null, backoffMs: number, chance: number): number {
  const asked = error instanceof CallFault ? (error.answer?.retryAfterMs ?? null) : null;
  if (asked !== null) return asked + chance * backoffMs;
  const whole = Math.min(backoffMs * 2 ** (count - 1), MAX_BACKOFF_MS);
  return whole / 2 + (chance * whole) / 2;
}
