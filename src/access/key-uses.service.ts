import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { Clock } from '../common/clock';
import { errorName } from '../common/error-name';
import { KeysRepository } from './keys.repository';

/** So that a time is at most a minute old when it is written. */
const FLUSH_MS = 55_000;

/** Writes when keys were used last: in the background, once a minute for each key that was used. */
@Injectable()
export class KeyUses implements OnApplicationShutdown {
  private readonly logger = new Logger(KeyUses.name);
  private used = new Map<string, Date>();
  private timer: NodeJS.Timeout | null = null;
  private writing: Promise<void> | null = null;

  constructor(
    private readonly repository: KeysRepository,
    private readonly clock: Clock,
  ) {}

  /** Notes a use of a key now. The first one is written at once. */
  note(keyId: string): void {
    this.used.set(keyId, this.clock.now());
    if (this.timer !== null) return;
    this.timer = setTimeout(() => this.onTimer(), FLUSH_MS).unref();
    // Later, so that the request does not wait.
    setImmediate(() => void this.settle());
  }

  async onApplicationShutdown(): Promise<void> {
    if (this.timer !== null) clearTimeout(this.timer);
    await this.settle();
  }

  /** Writes the uses that were noted before. Never rejects. */
  async settle(): Promise<void> {
    await this.writing;
    this.writing = this.write();
    await this.writing;
  }

  private onTimer(): void {
    this.timer = null;
    if (this.used.size === 0) return;
    this.timer = setTimeout(() => this.onTimer(), FLUSH_MS).unref();
    void this.settle();
  }

  private async write(): Promise<void> {
    if (this.used.size === 0) return;
    const uses = this.used;
    this.used = new Map();
    try {
      await this.repository.saveUses(uses);
    } catch (error) {
      this.logger.warn(`The times of use of ${uses.size} keys were not written: ${errorName(error)}`);
      this.used = new Map([...uses, ...this.used]);
    }
  }
}
