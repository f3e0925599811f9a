import { isUtf8 } from 'node:buffer';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { NextFunction, Request, Response } from 'express';
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
import { nameIgnoredFields } from './ignored-fields';
import { inviteBody, hasBody, PendingBody, UnreadBody } from '../common/request-body';
import type { Pace } from './body-pace';
import { BodyReceipt, BodyBudget, ReceivedBytes } from './body-receipt';
import { countAgain, overloaded, stopCounting } from './concurrency-limit';

const MIB = 1_048_576;
/** Bytes that a decompressor returns at once. */
const CHUNK_BYTES = 65_536;
const NO_MEMORY = 'The bodies of open requests take all the memory that they may: try again shortly';

/** JSON is UTF-8 (RFC 8259); UTF-16 is read for clients that still send it. */
const CHARSETS: ReadonlySet<string> = new Set(['utf-8', 'utf-16', 'utf-16le', 'utf-16be']);
const CHARSET = /;\s*charset\s*=\s*"?([^\s;"]+)/i;

const DECOMPRESSORS: Readonly<Record<string, () => Transform>> = {
  gzip: () => createGunzip({ chunkSize: CHUNK_BYTES }),
  deflate: () => createInflate({ chunkSize: CHUNK_BYTES }),
  br: () => createBrotliDecompress({ chunkSize: CHUNK_BYTES }),
};

/** Reads JSON bodies, with a minimum rate and a memory budget for the process. */
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
      // The usual case: a small body is completely in the stream by now.
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

const JSON_TYPE = 'application/json';
const JSON_TYPES = [JSON_TYPE, 'application/*+json'];

/** Leaves bodies unread until a handler needs one, after all guards. */
export function deferBodies(reader: BodyReader) {
  return (request: Request, response: Response, next: NextFunction): void => {
    if (isJson(request)) {
      request.body = new PendingBody(
        () => reader.read(request, response),
        (names) => nameIgnoredFields(response, names),
      );
    } else if (hasBody(request)) request.body = new UnreadBody();
    next();
  };
}

function isJson(request: Request): boolean {
  const { 'content-type': type, 'content-length': length, 'transfer-encoding': encoding } = request.headers;
  if (type === JSON_TYPE) return length !== undefined || encoding !== undefined;
  return type !== undefined && typeof request.is(JSON_TYPES) === 'string';
}

const QUOTE = 34;
const COMMA = 44;
const OPEN_BRACKET = 91;
const BACKSLASH = 92;
const OPEN_BRACE = 123;

/**
 * Whether a JSON text holds more than `max` values, counted without parsing: 8 MiB of nested or empty lists take a
 * second to parse and a gigabyte of memory, counting them takes 20 ms. For a text that is no JSON the answer is
 * arbitrary, and the parser refuses it. A list or object without items counts twice.
 */
export function hasMoreValuesThan(max: number, text: string): boolean {
  // Each value takes two characters at least: `[1,1]`.
  if (text.length <= max) return false;
  let values = 1;
  for (let at = 0; at < text.length && values <= max; at++) {
    const code = text.charCodeAt(at);
    if (code === COMMA || code === OPEN_BRACKET || code === OPEN_BRACE) values++;
    else if (code === QUOTE) at = endOfString(text, at);
  }
  return values > max;
}

/** The position of the closing quote, or the end of the text. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let before = at - 1;
    while (text.charCodeAt(before) === BACKSLASH) before--;
    if ((at - before) % 2 === 1) return at;
  }
  return text.length;
}
