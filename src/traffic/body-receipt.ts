import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readable, Transform } from 'node:stream';
import {
  bodyTooLarge,
  bodyTooSlow,
  bodyUndecompressable,
  MAX_BODY_BYTES,
  requestAborted,
} from '../common/body-errors';
import { BodyPace, type Pace } from './body-pace';

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

/** Receives one body into memory, through a decompressor if it is compressed. */
export class BodyReceipt {
  private readonly source: Readable;
  private settle: (error: Error | null) => void = () => undefined;
  private bytesSent = 0;

  constructor(
    private readonly request: IncomingMessage,
    private readonly response: ServerResponse,
    private readonly decompressor: Transform | null,
    private readonly received: ReceivedBytes,
  ) {
    this.source = decompressor ?? request;
  }

  /** Resolves with the whole body. Rejects when it is broken, too large, too slow or cut; the request stays open. */
  async end(limits: Pace): Promise<void> {
    const pace = new BodyPace(this.request, limits, () => this.settle(bodyTooSlow(limits.minBytesPerSecond)));
    try {
      await new Promise<void>((resolve, reject) => {
        this.settle = (error) => (error ? reject(error) : resolve());
        this.listen();
      });
    } finally {
      pace.stop();
      this.stop();
    }
  }

  private listen(): void {
    const { request, response, source, decompressor } = this;
    // These two stay: the errors of a stream without a reader must be caught as well.
    request.on('error', () => this.settle(requestAborted()));
    decompressor?.on('error', () => this.settle(bodyUndecompressable()));
    response.once('close', this.onClose);
    source.once('end', this.onEnd);
    source.on('data', this.onData);
    if (!decompressor) return;
    request.on('data', this.onCompressed);
    request.pipe(decompressor);
  }

  private stop(): void {
    const { request, response, source, decompressor } = this;
    response.off('close', this.onClose);
    source.off('end', this.onEnd);
    source.off('data', this.onData);
    if (!decompressor) return;
    request.off('data', this.onCompressed);
    request.unpipe(decompressor);
    decompressor.destroy();
    // What follows the end of the compressed data is dropped.
    request.resume();
  }

  private readonly onData = (chunk: Buffer): void => {
    try {
      this.received.add(chunk);
    } catch (error) {
      this.stop();
      this.settle(error as Error);
    }
  };

  /** Compressed data without content, such as empty gzip members, has no end otherwise. */
  private readonly onCompressed = ({ length }: Buffer): void => {
    this.bytesSent += length;
    if (this.bytesSent > MAX_BODY_BYTES) this.settle(bodyTooLarge());
  };

  private readonly onEnd = (): void => this.settle(null);

  private readonly onClose = (): void => this.settle(requestAborted());
}
