import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { duringOperation } from '../audit/audit-operation';
import { MemoryLifecycle } from '../backend/memory-lifecycle';
import { Clock } from '../common/clock';
import { SingleFlight } from '../common/single-flight';
import { Env } from '../config/env';

const POLL_MS = 1_000;
const UNKNOWN = -Infinity;

/**
 * Memories with a time of their own (`expires_at`) expire before the first request after it reads anything. So no read
 * has to ask for the time: what is due has expired.
 */
@Injectable()
export class DueMemories implements OnApplicationBootstrap {
  /** When the next one is due, in ms; Infinity for none. */
  private next = UNKNOWN;
  private readonly flights = new SingleFlight<void>();
  /** Others write memories too: other replicas, or other programs in an external backend. */
  private readonly isShared: boolean;

  constructor(
    private readonly lifecycle: MemoryLifecycle,
    private readonly clock: Clock,
    env: Env,
  ) {
    this.isShared = env.DATABASE_URL !== null || env.BACKEND_MODE !== 'embedded';
  }

  /** Expires due memories in the background: the first request waits for it. */
  onApplicationBootstrap(): void {
    void this.settle().catch(() => undefined);
  }

  /** Expires what is due by now. Throws BackendUnavailable. */
  async settle(): Promise<void> {
    if (this.clock.now().getTime() < this.next) return;
    await this.refresh();
  }

  /** Call it after a write that may have made an active memory with an expiry. Never throws: the write is done. */
  async changed(namespace: string): Promise<void> {
    try {
      await this.lifecycle.followDue(namespace);
      await this.refresh();
    } catch {
      this.next = UNKNOWN;
    }
  }

  /** Finds memories that other processes wrote, and expires due memories while no request comes. */
  @Interval(POLL_MS)
  async poll(): Promise<void> {
    // The next request, or the next time, finds the same.
    await (this.isShared ? this.refresh() : this.settle()).catch(() => undefined);
  }

  private refresh(): Promise<void> {
    return this.flights.run('', async () => {
      const now = this.clock.now();
      let next = await this.lifecycle.nextDue();
      if (next !== null && next <= now) {
        await duringOperation({ operation: 'expireDue', actor: 'service' }, () =>
          this.lifecycle.expireDue(now),
        );
        next = await this.lifecycle.nextDue();
      }
      this.next = next?.getTime() ?? Infinity;
    });
  }
}
