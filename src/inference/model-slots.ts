import { bulkhead, BulkheadRejectedError, type BulkheadPolicy } from 'cockatiel';
import { ModelUnavailable } from './text-generator';

/** Calls that wait for a slot, for each that has one: about as many as are served before most of them give up. */
const WAITING_A_SLOT = 8;

/** So many calls of a model at a time. */
export class ModelSlots {
  private readonly policy: BulkheadPolicy;

  constructor(slots: number) {
    this.policy = bulkhead(slots, slots * WAITING_A_SLOT);
  }

  /**
   * A slot, as the function that gives it back. The signal ends the waiting, not the having. Throws
   * `ModelUnavailable` where too many wait already.
   */
  async take(signal: AbortSignal): Promise<() => void> {
    let giveUp: () => void = () => undefined;
    try {
      return await new Promise<() => void>((resolve, reject) => {
        giveUp = () => reject(new ModelUnavailable('The model was busy for too long'));
        if (signal.aborted) giveUp();
        signal.addEventListener('abort', giveUp, { once: true });
        // The policy is not told of the signal: it would not serve the next in line when it meets one that gave up.
        this.policy
          .execute(() => (signal.aborted ? undefined : new Promise<void>((release) => resolve(release))))
          .catch(reject);
      });
    } catch (error) {
      throw error instanceof BulkheadRejectedError ? new ModelUnavailable('The model is busy') : error;
    } finally {
      signal.removeEventListener('abort', giveUp);
    }
  }
}
