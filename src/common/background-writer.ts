import type { Logger } from '@nestjs/common';
import { errorName } from './error-name';

const FLUSH_MS = 1_000;
/** Between tries while nothing can be written. */
const MAX_WAIT_MS = 60_000;
/** How long a reader, or a shutdown, waits until added rows are written. */
const SETTLE_MS = 2_000;

/** What is written in the background, and how much of it may wait. */
export interface BackgroundWrites<Entry> {
  /** For the log, such as `The activity log`. */
  name: string;
  /** Entries written by one call: few enough not to hold up the requests beside it. */
  batch: number;
  /** Entries, and pieces of other work, that wait at most. */
  maxWaiting: number;
  /** Size of all entries that wait at most, in the unit of `sizeOf`. */
  maxSize?: number;
  sizeOf?: (entry: Entry) => number;
  insert(entries: readonly Entry[]): Promise<unknown>;
  /** Other work for a key, done after the entries that were added before. */
  forget(key: string): Promise<unknown>;
}

/**
 * Entries that wait in memory and are written in batches, so that no request waits for them or fails because of them.
 * While writes fail, new entries replace the oldest ones.
 */
export class BackgroundWriter<Entry> {
  private readonly forgotten = new Set<string>();
  private waiting: Entry[] = [];
  private size = 0;
  private timer: NodeJS.Timeout | null = null;
  private running: Promise<void> | null = null;
  private stopped = false;
  /** In a row. */
  private failures = 0;
  private dropped = 0;

  constructor(
    private readonly writes: BackgroundWrites<Entry>,
    private readonly logger: Pick<Logger, 'log' | 'warn'>,
  ) {}

  add(entry: Entry): void {
    this.waiting.push(entry);
    this.size += this.sizeOf(entry);
    this.dropOldest();
    if (this.waiting.length >= this.writes.batch && this.failures === 0 && !this.running) void this.flush();
    else this.schedule();
  }

  /** Calls `forget` of the writes, soon. */
  forget(key: string): void {
    if (this.forgotten.size < this.writes.maxWaiting) this.forgotten.add(key);
    this.schedule();
  }

  /** Resolves when all that was added before is written, or cannot be, or is not soon enough. */
  async settle(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, SETTLE_MS)));
    await Promise.race([this.flushAll(), late]);
    clearTimeout(timer);
  }

  /** Settles, and writes nothing later. */
  async stop(): Promise<void> {
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
      for (const key of this.forgotten) {
        await this.writes.forget(key);
        this.forgotten.delete(key);
      }
      this.recovered();
    } catch (error) {
      this.failed(error);
    }
  }

  /** Writes the entries that are there now: more are added all the time. */
  private async writeEntries(): Promise<void> {
    const { batch: most } = this.writes;
    for (let left = this.waiting.length; left > 0; left -= most) {
      const batch = this.waiting.splice(0, Math.min(left, most));
      const size = batch.reduce((sum, entry) => sum + this.sizeOf(entry), 0);
      this.size -= size;
      try {
        await this.writes.insert(batch);
      } catch (error) {
        this.waiting = [...batch, ...this.waiting];
        this.size += size;
        this.dropOldest();
        throw error;
      }
    }
  }

  private dropOldest(): void {
    const { maxWaiting, maxSize = Infinity } = this.writes;
    if (this.waiting.length <= maxWaiting && this.size <= maxSize) return;
    let excess = 0;
    for (const entry of this.waiting) {
      if (this.waiting.length - excess <= maxWaiting && this.size <= maxSize) break;
      this.size -= this.sizeOf(entry);
      excess++;
    }
    this.waiting.splice(0, excess);
    this.dropped += excess;
  }

  private sizeOf(entry: Entry): number {
    return this.writes.sizeOf?.(entry) ?? 0;
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
    const { name } = this.writes;
    if (this.failures > 0) this.logger.log(`${name} is written again; ${this.dropped} entries are lost`);
    this.failures = 0;
    this.dropped = 0;
  }

  private failed(error: unknown): void {
    const cause = errorName(error);
    const { name } = this.writes;
    if (this.failures === 0) this.logger.warn(`${name} cannot be written (${cause}); it is tried again`);
    this.failures++;
  }
}
