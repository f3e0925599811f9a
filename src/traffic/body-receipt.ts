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
import type { ReceivedBytes } from './received-bytes';

/** One body on its way into memory, through a decompressor where it is compressed. */
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

  /**
   * Resolves when the body has come whole. Rejects when it is broken, too large or too slow, or when its request ends
   * before it; the request stays open then, for an answer.
   */
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
