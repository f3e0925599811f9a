import { bulkhead, BulkheadRejectedError, type BulkheadPolicy } from 'cockatiel';
import { ModelUnavailable } from './text-generator';

/** Waiting calls per slot; longer queues would mostly run into their time-outs. */
const WAITING_A_SLOT = 8;

/** Limits the concurrent calls of a model. */
export class ModelSlots {
  private readonly policy: BulkheadPolicy;

  constructor(slots: number) {
    this.policy = bulkhead(slots, slots * WAITING_A_SLOT);
  }

  /** Waits for a slot and returns the function that releases it. Throws `ModelUnavailable` if too many calls wait. */
  async take(signal: AbortSignal): Promise<() => void> {
    let giveUp: () => void = () => undefined;
    try {
      return await new Promise<() => void>((resolve, reject) => {
        // One promise decides between the slot and the abort, so that no slot is lost.
        giveUp = () => reject(new ModelUnavailable('The model was busy for too long'));
        if (signal.aborted) giveUp();
        signal.addEventListener('abort', giveUp, { once: true });
        // The policy does not get the signal: it would not serve the next call after one that was aborted.
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
