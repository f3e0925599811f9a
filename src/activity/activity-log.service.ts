import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { Clock } from '../common/clock';
import { errorName } from '../common/error-name';
import type { ActivityEntry } from './activity';
import { ActivityRepository } from './activity.repository';

const FLUSH_MS = 1_000;
/** Between tries while the log cannot be written. */
const MAX_WAIT_MS = 60_000;
/** Entries written by one statement: few enough not to hold up the requests beside it. */
const BATCH = 500;
/** Entries, and forgotten agents, that wait at most: some MB. */
export const MAX_WAITING = 10_000;
/** How long a reader of the log, or the end of the process, waits for it to be written. */
const SETTLE_MS = 2_000;

/**
 * The log of operations. Entries wait in memory and are written in the background in batches, so that no operation
 * waits for the log or fails because of it. While writes fail, new entries replace the oldest ones.
 */
@Injectable()
export class ActivityLog implements OnApplicationShutdown {
  private readonly logger = new Logger(ActivityLog.name);
  private readonly forgotten = new Set<string>();
  private waiting: ActivityEntry[] = [];
  private timer: NodeJS.Timeout | null = null;
  private running: Promise<void> | null = null;
  private stopped = false;
  /** In a row. */
  private failures = 0;
  private dropped = 0;

  constructor(
    private readonly repository: ActivityRepository,
    private readonly clock: Clock,
  ) {}

  record(entry: Omit<ActivityEntry, 'ts'>): void {
    this.waiting.push({ ...entry, ts: this.clock.now() });
    this.dropOldest();
    if (this.waiting.length >= BATCH && this.failures === 0 && !this.running) void this.flush();
    else this.schedule();
  }

  /** Deletes the entries of an agent that was deleted, soon. */
  forget(agentId: string): void {
    if (this.forgotten.size < MAX_WAITING) this.forgotten.add(agentId);
    this.schedule();
  }

  /** Deletes entries older than a time; how many. Throws when the log cannot be written. */
  prune(olderThan: Date): Promise<number> {
    return this.repository.prune(olderThan);
  }

  /** Resolves when all that was recorded before is written, or cannot be, or is not soon enough. */
  async settle(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, SETTLE_MS)));
    await Promise.race([this.flushAll(), late]);
    clearTimeout(timer);
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopped = true;
    if (this.timer) clearTimeout(this.timer);
    await this.settle();
  }

  private async flushAll(): Promise<void> {
    // What runs already began before the last entries came.
    await this.running;
    await this.flush();
  }

  /** Never rejects. */
  private flush(): Promise<void> {
    this.running ??= this.write().finally(() => {
      this.running = null;
      this.schedule();
    });
    return this.running;
  }

  private async write(): Promise<void> {
    try {
      await this.writeEntries();
      for (const agentId of this.forgotten) {
        await this.repository.forget(agentId);
        this.forgotten.delete(agentId);
      }
      this.recovered();
    } catch (error) {
      this.failed(error);
    }
  }

  /** Those there are now: more come in all the time. */
  private async writeEntries(): Promise<void> {
    for (let left = this.waiting.length; left > 0; left -= BATCH) {
      const batch = this.waiting.splice(0, Math.min(left, BATCH));
      try {
        await this.repository.insert(batch);
      } catch (error) {
        this.waiting = [...batch, ...this.waiting];
        this.dropOldest();
        throw error;
      }
    }
  }

  private dropOldest(): void {
    const excess = this.waiting.length - MAX_WAITING;
    if (excess <= 0) return;
    this.waiting.splice(0, excess);
    this.dropped += excess;
  }

  private schedule(): void {
    const idle = this.waiting.length === 0 && this.forgotten.size === 0;
    if (idle || this.timer || this.running || this.stopped) return;
    this.timer = setTimeout(
      () => {
        this.timer = null;
        void this.flush();
      },
      Math.min(MAX_WAIT_MS, FLUSH_MS * 2 ** this.failures),
    );
    this.timer.unref();
  }

  private recovered(): void {
    if (this.failures > 0)
      this.logger.log(`The activity log is written again; ${this.dropped} entries are lost`);
    this.failures = 0;
    this.dropped = 0;
  }

  private failed(error: unknown): void {
    const cause = errorName(error);
    if (this.failures === 0)
      this.logger.warn(`The activity log cannot be written (${cause}); it is tried again`);
    this.failures++;
  }
}
