import type { Act, Dated, Memory, MemoryStatus } from './memory';
import type { ExpiryPolicy } from './expiry-policy';

export interface SweepCap {
  /** Of the active memories, 0 to 1. */
  fraction: number;
  memories: number;
}

export interface SweepRequest {
  /** The id by which it can be undone; null on a dry run. */
  sweepId: string | null;
  policy: ExpiryPolicy;
  /** When memories are judged, and what those that expire are stamped with. */
  at: Date;
  /** Reports what a sweep would do, and writes nothing. */
  dryRun: boolean;
  cap: SweepCap | null;
}

export interface SweptMemory extends Pick<Memory, 'id' | 'title' | 'type' | 'createdAt' | 'updatedAt'> {
  /** The rule, or `retention.<type>`. */
  expiredBy: string;
}

export interface SweepError {
  memoryId: string;
  error: string;
}

export interface SweepOutcome {
  /** Active memories evaluated. */
  scanned: number;
  alreadyExpired: number;
  matched: number;
  /** 0 on a dry run, and when held. */
  expired: number;
  /** Matches by rule name or `retention.<type>`; those without a match are absent. */
  perRule: Record<string, number>;
  /** The first of the matches, at most `MAX_LISTED`. */
  memories: SweptMemory[];
  errors: SweepError[];
  /** The cap was exceeded. */
  held: boolean;
}

export interface PurgeRequest {
  /** Memories that expired at this time or earlier are deleted for good. */
  expiredUntil: Date;
  dryRun: boolean;
  act: Dated<Act, 'at'>;
}

export type PurgedMemory = Pick<Memory, 'id' | 'title'> & ExpiryStamp;

export interface PurgeOutcome {
  matched: number;
  /** 0 on a dry run. */
  purged: number;
  /** The first of the matches, at most `MAX_LISTED`. */
  memories: PurgedMemory[];
  errors: SweepError[];
}

/** How many memories the outcome of a sweep or a purge lists; it counts all. */
export const MAX_LISTED = 1_000;

/** Of the memories that a sweep expired: restored ones, and those that changed since. */
export interface UndoOutcome {
  restored: number;
  skipped: number;
}

/** The `expiredBy` of memories that expired at their own time. */
export const OWN_TIME = 'ttl';

export interface ExpiryStamp {
  expiredAt: Date;
  expiredBy: string;
}

/** A memory that was to get another status. */
export interface StatusChange {
  id: string;
  /** False: it had the status already, and stays as it is. */
  isChanged: boolean;
}

/** Expires, restores and purges memories, and removes the traces of deleted ones. */
export abstract class MemoryLifecycle {
  /** Expires the existing ones of these memories, all or none. An expired one keeps its first stamp. In no particular order. */
  abstract expireAll(
    namespace: string,
    ids: readonly string[],
    reason: string,
    act: Act,
  ): Promise<(StatusChange & ExpiryStamp)[]>;
  /** Makes the existing ones of these memories active again, all or none. In no particular order. */
  abstract restoreAll(namespace: string, ids: readonly string[], act: Act): Promise<StatusChange[]>;

  /** The memory's stamp, which is the first one when it had expired before; null when there is no such memory. */
  async expire(namespace: string, id: string, reason: string, act: Act): Promise<ExpiryStamp | null> {
    const [found] = await this.expireAll(namespace, [id], reason, act);
    return found ? { expiredAt: found.expiredAt, expiredBy: found.expiredBy } : null;
  }

  /** The status before; null when there is no such memory. */
  async restore(namespace: string, id: string, act: Act): Promise<MemoryStatus | null> {
    const [found] = await this.restoreAll(namespace, [id], act);
    if (found === undefined) return null;
    return found.isChanged ? 'expired' : 'active';
  }

  /** The earliest time at which an active memory of any namespace expires by itself. */
  abstract nextDue(): Promise<Date | null>;
  /** Lets `nextDue` and `expireDue` know what was just changed in a namespace. */
  abstract followDue(namespace: string): Promise<void>;
  /** Expires by `OWN_TIME` the memories of all namespaces whose own time has come at that time, each as of its own. */
  abstract expireDue(at: Date): Promise<void>;

  /**
   * Expires the active memories that have reached their age at that time by the policy; all get the same stamp. One
   * that changes meanwhile is left alone. Works in slices: after a crash, finished slices stay.
   */
  abstract sweep(namespace: string, request: SweepRequest): Promise<SweepOutcome>;
  /** Restores the memories that a sweep expired and that did not change since. */
  abstract undoSweep(namespace: string, sweepId: string, act: Act): Promise<UndoOutcome>;
  /** Deletes memories that expired long ago, for good. Works in slices. */
  abstract purge(namespace: string, request: PurgeRequest): Promise<PurgeOutcome>;

  /** Continues in the background to delete the rows of deleted namespaces, which no other method finds any more. */
  abstract resumeDeletions(): void;
  /** Removes the bookkeeping of deletions before this time; returns their number. */
  abstract pruneTombstones(before: Date): Promise<number>;
}
