import { HttpException } from '@nestjs/common';
import { DomainError } from './domain-error';
import { invalid, type ValidationError } from './validation-error';

export const MAX_BODY_BYTES = 8 * 1024 * 1024;

export function bodyTooLarge(): DomainError {
  const message = `The request body is larger than ${MAX_BODY_BYTES} bytes`;
  return new DomainError('body_too_large', message, { max_bytes: MAX_BODY_BYTES });
}

/** Values of a JSON body in all its lists and objects: many times what the largest batch holds. */
export const MAX_BODY_VALUES = 600_000;

export function bodyTooManyValues(): DomainError {
  const message = `The request body holds more than ${MAX_BODY_VALUES} JSON values: send fewer items in a request`;
  return new DomainError('body_too_large', message, { max_values: MAX_BODY_VALUES });
}

export function charsetUnsupported(): HttpException {
  return new HttpException('Unsupported charset: send the body in UTF-8', 415);
}

export function encodingUnsupported(): HttpException {
  return new HttpException('Unsupported Content-Encoding: use gzip, deflate, br or identity', 415);
}

/** The decompressor reports a broken stream. */
export function bodyUndecompressable(): DomainError {
  return new DomainError('body_unreadable', 'The request body cannot be decompressed');
}

export function textInvalid(charset: string): DomainError {
  return new DomainError('body_unreadable', `The request body is not valid ${charset.toUpperCase()}`);
}

export function requestAborted(): HttpException {
  return new HttpException('The request was aborted', 400);
}

export function bodyTooSlow(minBytesPerSecond: number): HttpException {
  const message = `The request body comes too slowly: send at least ${minBytesPerSecond} bytes a second`;
  return new HttpException(message, 408);
}

/** The parser's own message quotes the body, so only the position is taken from it. */
export function jsonInvalid(parserMessage: string): ValidationError {
  const position = /at position (\d+)(?: \(line \d+ column \d+\))?$/.exec(parserMessage)?.[1];
  const loc = position === undefined ? ['body'] : ['body', Number(position)];
  return invalid(loc, 'JSON decode error', null, 'json_invalid');
}
