import { bodyTooLarge, MAX_BODY_BYTES } from '../common/body-errors';
import type { BodyBudget } from './body-budget';

/** What has come of a body, after decompression. Its memory counts until `release`. */
export class ReceivedBytes {
  private chunks: Buffer[] = [];
  private total = 0;

  /** `noMemory` makes the error for a body that the budget has no room for. */
  constructor(
    private readonly budget: BodyBudget,
    private readonly noMemory: () => Error,
  ) {}

  /** Throws `body_too_large`, or the error for a full budget. */
  add(chunk: Buffer): void {
    if (this.total + chunk.length > MAX_BODY_BYTES) throw bodyTooLarge();
    if (!this.budget.reserve(chunk.length)) throw this.noMemory();
    this.total += chunk.length;
    this.chunks.push(chunk);
  }

  /** All of it, once. What is made of it goes on counting. */
  take(): Buffer {
    const [first] = this.chunks;
    const bytes = first && this.chunks.length === 1 ? first : Buffer.concat(this.chunks, this.total);
    this.chunks = [];
    return bytes;
  }

  readonly release = (): void => {
    this.budget.release(this.total);
    this.chunks = [];
    this.total = 0;
  };
}
