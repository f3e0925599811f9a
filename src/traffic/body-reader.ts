import { isUtf8 } from 'node:buffer';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import {
  bodyTooLarge,
  bodyTooManyValues,
  charsetUnsupported,
  encodingUnsupported,
  jsonInvalid,
  MAX_BODY_BYTES,
  MAX_BODY_VALUES,
  requestAborted,
  textInvalid,
} from '../common/body-errors';
import { inviteBody } from '../common/request-body';
import { BodyBudget } from './body-budget';
import type { Pace } from './body-pace';
import { BodyReceipt } from './body-receipt';
import { countAgain, overloaded, stopCounting } from './concurrency-limit';
import { hasMoreValuesThan } from './json-values';
import { ReceivedBytes } from './received-bytes';

const MIB = 1_048_576;
/** Bytes that a decompressor returns at a time. */
const CHUNK_BYTES = 65_536;
const NO_MEMORY = 'The request bodies under way take as much memory as they may: try again shortly';

/** JSON is UTF-8 (RFC 8259); UTF-16 is read for clients that still send it. */
const CHARSETS: ReadonlySet<string> = new Set(['utf-8', 'utf-16', 'utf-16le', 'utf-16be']);
const CHARSET = /;\s*charset\s*=\s*"?([^\s;"]+)/i;

const DECOMPRESSORS: Readonly<Record<string, () => Transform>> = {
  gzip: () => createGunzip({ chunkSize: CHUNK_BYTES }),
  deflate: () => createInflate({ chunkSize: CHUNK_BYTES }),
  br: () => createBrotliDecompress({ chunkSize: CHUNK_BYTES }),
};

/** Reads the JSON bodies of a process, within a rate of bytes and a budget of memory. */
export class BodyReader {
  private readonly budget: BodyBudget;

  constructor(
    private readonly memoryMb: number,
    private readonly pace: Pace,
  ) {
    this.budget = new BodyBudget(memoryMb * MIB);
  }

  /**
   * The parsed body; `{}` when it is empty. Throws an HttpException (400, 408 or 415), a ValidationError for what is no
   * JSON, `body_too_large`, or `ServiceOverloaded` when the bodies of other requests leave no memory for it.
   */
  async read(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
    const charset = charsetOf(request.headers['content-type'] ?? '');
    const decompressor = decompressorOf(request.headers['content-encoding']);
    if (Number(request.headers['content-length'] ?? 0) > MAX_BODY_BYTES) throw bodyTooLarge();
    if (response.destroyed) throw requestAborted();
    const received = new ReceivedBytes(this.budget, () => this.noMemory(response));
    response.once('close', received.release);
    if (request.complete && decompressor === null) {
      // The usual case: a small body that has come by now lies in the stream as a whole.
      const bytes = request.read() as Buffer | null;
      if (bytes !== null) received.add(bytes);
    } else {
      await this.receive(request, response, decompressor, received);
    }
    return parse(textOf(received.take(), charset));
  }

  private async receive(
    request: IncomingMessage,
    response: ServerResponse,
    decompressor: Transform | null,
    received: ReceivedBytes,
  ): Promise<void> {
    inviteBody(request, response);
    if (!request.complete) stopCounting(request);
    await new BodyReceipt(request, response, decompressor, received).end(this.pace);
    countAgain(request);
  }

  private noMemory(response: ServerResponse): Error {
    return overloaded(response, NO_MEMORY, { request_body_memory_mb: this.memoryMb });
  }
}

function charsetOf(contentType: string): string {
  const charset = CHARSET.exec(contentType)?.[1]?.toLowerCase() ?? 'utf-8';
  if (!CHARSETS.has(charset)) throw charsetUnsupported();
  return charset;
}

function decompressorOf(encoding = 'identity'): Transform | null {
  const name = encoding.toLowerCase();
  if (name === 'identity') return null;
  if (!Object.hasOwn(DECOMPRESSORS, name)) throw encodingUnsupported();
  return DECOMPRESSORS[name]?.() ?? null;
}

function textOf(bytes: Buffer, charset: string): string {
  if (charset !== 'utf-8') return decoded(bytes, charset);
  if (!isUtf8(bytes)) throw textInvalid(charset);
  const text = bytes.toString('utf8');
  return text.startsWith('\ufeff') ? text.slice(1) : text;
}

function decoded(bytes: Buffer, charset: string): string {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch {
    throw textInvalid(charset);
  }
}

function parse(text: string): unknown {
  if (text === '') return {};
  if (hasMoreValuesThan(MAX_BODY_VALUES, text)) throw bodyTooManyValues();
  try {
    return JSON.parse(text);
  } catch (error) {
    throw jsonInvalid((error as Error).message);
  }
}
