import { createHash } from 'node:crypto';
import { Transform, type TransformCallback } from 'node:stream';
import { DomainError } from '../../common/domain-error';
import { invalid } from '../../common/validation-error';

const CHUNK_BYTES = 1_048_576;

/** Makes chunks of 1 MiB and their SHA-256. Fails with `file_too_large`, or a ValidationError without any bytes. */
export class MeasuredBytes extends Transform {
  /** Not named `size` or `length`: the S3 uploader would take those for the length of the whole stream. */
  total = 0;
  private readonly hash = createHash('sha256');
  private chunk: Buffer | null = null;
  private filled = 0;

  constructor(private readonly maxBytes: number) {
    // In object mode, because a byte stream copies waiting chunks to join them.
    super({ readableObjectMode: true, readableHighWaterMark: 1 });
  }

  /** Call it once, after the end. */
  sha256(): Buffer<ArrayBuffer> {
    return this.hash.digest();
  }

  override _transform(bytes: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.total += bytes.length;
    if (this.total > this.maxBytes) return done(tooLarge(this.maxBytes));
    for (let at = 0; at < bytes.length;) at += this.gather(bytes, at);
    done();
  }

  override _flush(done: TransformCallback): void {
    if (this.total === 0) return done(invalid(['body', 'file'], 'The file is empty', null));
    this.pass();
    done();
  }

  /** Returns the number of bytes taken. */
  private gather(bytes: Buffer, from: number): number {
    this.chunk ??= Buffer.allocUnsafeSlow(CHUNK_BYTES);
    const taken = bytes.copy(this.chunk, this.filled, from);
    this.filled += taken;
    if (this.filled === CHUNK_BYTES) this.pass();
    return taken;
  }

  private pass(): void {
    if (this.chunk === null) return;
    const whole = this.chunk.subarray(0, this.filled);
    this.chunk = null;
    this.filled = 0;
    this.hash.update(whole);
    this.push(whole);
  }
}

export function tooLarge(maxBytes: number): DomainError {
  return new DomainError('file_too_large', `The file is larger than ${maxBytes} bytes`, {
    max_bytes: maxBytes,
  });
}
