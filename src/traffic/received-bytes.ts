import { bodyTooLarge, MAX_BODY_BYTES } from '../common/body-errors';

/** The received bytes of a body, after decompression. Their memory counts until `release`. */
export class ReceivedBytes {
  private chunks: Buffer[] = [];
  private total = 0;

  /** `noMemory` creates the error for a body that exceeds the budget. */
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

  /** Returns all bytes, once. Their memory still counts. */
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

/** Bytes that all request bodies of this process may take, each until its answer. */
export class BodyBudget {
  private used = 0;

  constructor(private readonly limit: number) {}

  /** False if there is no room; then nothing is reserved. */
  reserve(bytes: number): boolean {
    if (this.used + bytes > this.limit) return false;
    this.used += bytes;
    return true;
  }

  release(bytes: number): void {
    this.used -= bytes;
  }
}
