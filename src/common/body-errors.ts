import { HttpException } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { DomainError } from './domain-error';
import { invalid } from './validation-error';

/** The largest JSON body, in bytes. */
export const MAX_BODY_BYTES = 8 * 1024 * 1024;

interface ParserError {
  type: string;
  status: number;
  message: string;
}

/**
 * Stands behind the body parser and says its failures in the service's own terms, before Nest takes a
 * SyntaxError for a plain 400.
 */
export function translateBodyErrors(
  error: unknown,
  _request: Request,
  _response: Response,
  next: NextFunction,
): void {
  next(isParserError(error) ? translated(error) : error);
}

function translated(error: ParserError): Error {
  if (error.type === 'entity.parse.failed') return jsonInvalid(error.message);
  if (error.type === 'entity.too.large') {
    const message = `The request body is larger than ${MAX_BODY_BYTES} bytes`;
    return new DomainError('body_too_large', message, { max_bytes: MAX_BODY_BYTES });
  }
  return new HttpException(MESSAGES[error.type] ?? 'The request body cannot be read', error.status);
}

const MESSAGES: Readonly<Record<string, string>> = {
  'charset.unsupported': 'Unsupported charset: send the body in UTF-8',
  'encoding.unsupported': 'Unsupported Content-Encoding: use gzip, deflate, br or identity',
  'request.aborted': 'The request was aborted',
  'request.size.invalid': 'The request body is shorter or longer than its Content-Length',
};

/** The parser's own message quotes the body, so only the position is taken from it. */
function jsonInvalid(parserMessage: string): Error {
  const position = /at position (\d+)(?: \(line \d+ column \d+\))?$/.exec(parserMessage)?.[1];
  const loc = position === undefined ? ['body'] : ['body', Number(position)];
  return invalid(loc, 'JSON decode error', null, 'json_invalid');
}

function isParserError(error: unknown): error is ParserError {
  if (!(error instanceof Error)) return false;
  const { status, type } = error as Partial<ParserError>;
  if (status === undefined || status < 400 || status > 499) return false;
  // What a decompressor says of a broken stream has a status and no type.
  Object.assign(error, { type: type ?? 'unreadable' });
  return true;
}
