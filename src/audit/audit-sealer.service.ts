import { AsyncLocalStorage } from 'node:async_hooks';
import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { errorName } from '../common/error-name';
import { AuditSealing, ChainBroken } from './audit-sealing';

/** Delay between the first entry and the seal: entries of this time are sealed together. */
const SOON_MS = 1_000;
/** Looks for entries of processes that ended before they gave them their places. */
const LOOK_MS = 10_000;
/** Delay before a chain that could not be sealed is tried again. */
const RETRY_MS = 30_000;
/** Entries of one transaction. */
const BATCH = 500;
/** Most batches that a reader waits for, since new ones may come without end. */
const MOST_BATCHES = 2_000;

/** Gives entries their places in the chains, soon after they were written. One process does so at a time. */
@Injectable()
export class AuditSealer implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(AuditSealer.name);
  /** Chains that cannot be sealed, by their names: why, and when they are tried again. */
  private readonly broken = new Map<string, { cause: string; retryAt: number }>();
  /** Entries are made in transactions, which have ended when a timer that they set runs. */
  private readonly outside = AsyncLocalStorage.snapshot();
  private timer: NodeJS.Timeout | null = null;
  private isSoon = false;
  private running: Promise<void> | null = null;
  private stopped = false;
  private readonly listeners: (() => void)[] = [];
  private failed: string | null = null;

  constructor(private readonly sealing: AuditSealing) {}

  onApplicationBootstrap(): void {
    this.schedule(SOON_MS);
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopped = true;
    if (this.timer) clearTimeout(this.timer);
    await this.running;
    await this.run();
  }

  /** Seals soon. */
  wake(): void {
    if (!this.isSoon) this.schedule(SOON_MS);
  }

  /** Calls `listener` after entries got their places. */
  onSealed(listener: () => void): void {
    this.listeners.push(listener);
  }

  /** Resolves when all that was committed before has its place, or its chain is broken. Throws when the database fails. */
  async sealAll(): Promise<void> {
    await this.running;
    await this.sealBatches();
  }

  /** The chains that cannot be sealed, and why; the failure of all of them under `null`. */
  problems(): { chain: string | null; cause: string }[] {
    const chains = [...this.broken].map(([chain, { cause }]) => ({ chain, cause }));
    return this.failed === null
      ? chains
      : [{ chain: null, cause: 'entries cannot be given places: the log has the cause' }, ...chains];
  }

  private schedule(ms: number): void {
    if (this.stopped) return;
    if (this.timer) clearTimeout(this.timer);
    this.isSoon = ms === SOON_MS;
    this.timer = this.outside(() => setTimeout(() => this.sealNow(), ms));
    this.timer.unref();
  }

  private sealNow(): void {
    this.isSoon = false;
    void this.run().finally(() => {
      if (!this.isSoon) this.schedule(LOOK_MS);
    });
  }

  /** Never rejects. */
  private run(): Promise<void> {
    this.running ??= this.sealBatches()
      .catch((error: unknown) => this.noteFailure(error))
      .finally(() => (this.running = null));
    return this.running;
  }

  private async sealBatches(): Promise<void> {
    for (let batches = 0; batches < MOST_BATCHES; batches++) {
      const sealed = await this.sealBatch();
      this.failed = null;
      if (sealed > 0) for (const listener of this.listeners) listener();
      if (sealed < BATCH) return;
    }
  }

  /** How many entries were looked at. */
  private async sealBatch(): Promise<number> {
    for (;;) {
      try {
        return await this.sealing.seal(BATCH, this.excluded());
      } catch (error) {
        if (!(error instanceof ChainBroken)) throw error;
        this.noteBroken(error);
      }
    }
  }

  private excluded(): string[] {
    const now = performance.now();
    for (const [chain, { retryAt }] of this.broken) if (retryAt <= now) this.broken.delete(chain);
    return [...this.broken.keys()];
  }

  private noteBroken({ chain, message }: ChainBroken): void {
    this.broken.set(chain, { cause: message, retryAt: performance.now() + RETRY_MS });
    this.logger.error(`The audit chain '${chain}' cannot be continued: ${message}`);
  }

  private noteFailure(error: unknown): void {
    const cause = errorName(error);
    if (this.failed === null) this.logger.warn(`Audit records wait for their places (${cause})`);
    this.failed = cause;
  }
}
