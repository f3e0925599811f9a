import { randomUUID } from 'node:crypto';
import { AsyncContext } from '../../../common/async-context';
import { pollUntil } from '../../../common/deadline';
import { DomainError } from '../../../common/domain-error';
import type { LeasesRepository } from './leases.repository';
import { NameQueue } from './name-queue';

/** In ms. */
export interface LeaseLimits {
  /** When the lease of a dead holder expires. */
  leaseMs: number;
  /** What waiting for a lease may take: longer than one lasts, so that the death of a holder is lived through. */
  waitMs: number;
  /** How long a lease is kept alive at the most. */
  holdMs: number;
}

export const LEASE_LIMITS: LeaseLimits = { leaseMs: 15_000, waitMs: 40_000, holdMs: 1_200_000 };

const RENEWALS = 3;
const POLL = { firstPauseMs: 10, longestPauseMs: 250 };

/** Names that are held together, and given back together. */
class Hold {
  readonly holder = randomUUID();
  readonly names = new Set<string>();
  readonly startedAt = performance.now();
  /** Of the last names that were asked for: the next ones wait for them. */
  taking: Promise<unknown> = Promise.resolve();
  hasEnded = false;
}

/**
 * Leases on names, by which one at a time does something, across replicas too. Within a process they are waited for in
 * order; between processes by asking again and again.
 */
export class Leases {
  private readonly current = new AsyncContext<Hold>();
  private readonly queue = new NameQueue();

  constructor(
    private readonly repository: LeasesRepository,
    private readonly limits: LeaseLimits = LEASE_LIMITS,
  ) {}

  /**
   * Does the work while it holds all of the names. Work that holds names already adds these, until the outermost work
   * ends: it does not wait for itself. Throws BackendUnavailable when others hold one of them for longer than `waitMs`.
   */
  async hold<T>(
    names: readonly string[],
    work: () => Promise<T>,
    waitMs: number = this.limits.waitMs,
  ): Promise<T> {
    const outer = this.current.get();
    if (outer && !outer.hasEnded) {
      await this.add(outer, names, waitMs);
      return work();
    }
    const hold = new Hold();
    const renewal = this.keepAlive(hold);
    try {
      await this.add(hold, names, waitMs);
      return await this.current.run(hold, work);
    } finally {
      clearInterval(renewal);
      await this.giveBack(hold);
    }
  }

  /**
   * Makes sure, right before a write, that the names are still those of the work that asks, and has them for another
   * while. Throws BackendUnavailable when they expired and another holder has one of them.
   */
  async stillHeld(): Promise<void> {
    const hold = this.current.get();
    if (!hold || hold.hasEnded) throw new Error('Nothing is held here');
    if (!(await this.renew(hold))) throw changedByOthers();
  }

  /** Deletes leases that expired long ago; the number of them. */
  prune(): Promise<number> {
    return this.repository.prune();
  }

  private add(hold: Hold, names: readonly string[], waitMs: number): Promise<void> {
    const taken = hold.taking.then(() => this.take(hold, names, waitMs));
    hold.taking = taken.catch(() => undefined);
    return taken;
  }

  /** Takes names in order, so that two callers that want the same names do not wait for each other. */
  private async take(hold: Hold, names: readonly string[], waitMs: number): Promise<void> {
    const missing = [...new Set(names)].filter((name) => !hold.names.has(name)).sort();
    if (missing.length === 0) return;
    const deadline = performance.now() + waitMs;
    const entered: string[] = [];
    try {
      for (const name of missing) {
        if (!(await this.queue.enter(name, deadline - performance.now()))) throw changedByOthers();
        entered.push(name);
      }
      await this.poll(hold.holder, missing, deadline - performance.now());
    } catch (error) {
      for (const name of entered) this.queue.leave(name);
      throw error;
    }
    for (const name of missing) hold.names.add(name);
  }

  private async poll(holder: string, names: readonly string[], timeoutMs: number): Promise<void> {
    const take = async () => (await this.repository.take(holder, names, this.limits.leaseMs)) || null;
    if ((await pollUntil({ ...POLL, timeoutMs }, take)) === null) throw changedByOthers();
  }

  private keepAlive(hold: Hold): NodeJS.Timeout {
    const renewal = setInterval(() => {
      if (performance.now() - hold.startedAt > this.limits.holdMs) clearInterval(renewal);
      // A renewal may fail: the next one comes before the lease expires.
      else void this.renew(hold).catch(() => undefined);
    }, this.limits.leaseMs / RENEWALS);
    return renewal.unref();
  }

  private async renew({ holder, names }: Hold): Promise<boolean> {
    return names.size === 0 || this.repository.renew(holder, [...names], this.limits.leaseMs);
  }

  /** Leases that are not released expire. */
  private async giveBack(hold: Hold): Promise<void> {
    hold.hasEnded = true;
    await hold.taking;
    if (hold.names.size > 0) {
      await this.repository.release(hold.holder, [...hold.names]).catch(() => undefined);
    }
    for (const name of hold.names) this.queue.leave(name);
  }
}

export function changedByOthers(): DomainError {
  return new DomainError('BackendUnavailable', 'Others are changing the same memories: try again shortly');
}
