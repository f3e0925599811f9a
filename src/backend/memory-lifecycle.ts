import type { Act, MemoryStatus } from './memory';
import type { PurgeOutcome, PurgeRequest, SweepOutcome, SweepRequest } from './sweep';

export interface ExpiryStamp {
  expiredAt: Date;
  expiredBy: string;
}

/** Expires, restores and purges memories, and removes the traces of deleted ones. */
export abstract class MemoryLifecycle {
  /** The memory's stamp, which is the first one when it had expired before; null when there is no such memory. */
  abstract expire(namespace: string, id: string, reason: string, act: Act): Promise<ExpiryStamp | null>;
  /** The status before; null when there is no such memory. */
  abstract restore(namespace: string, id: string, act: Act): Promise<MemoryStatus | null>;

  /**
   * Expires the active memories that have reached their age at that time by the policy; all get the same stamp. One
   * that changes meanwhile is left alone. Works in slices: after a crash, finished slices stay.
   */
  abstract sweep(namespace: string, request: SweepRequest): Promise<SweepOutcome>;
  /** Restores the memories that a sweep expired and that did not change since. */
  abstract undoSweep(
    namespace: string,
    sweepId: string,
    act: Act,
  ): Promise<{ restored: number; skipped: number }>;
  /** Deletes memories that expired long ago, for good. Works in slices. */
  abstract purge(namespace: string, request: PurgeRequest): Promise<PurgeOutcome>;

  /** Continues in the background to delete the rows of deleted namespaces, which no other method finds any more. */
  abstract resumeDeletions(): void;
  /** Removes the bookkeeping of deletions before this time; returns their number. */
  abstract pruneTombstones(before: Date): Promise<number>;
}
