import type { NextFunction, Request, Response } from 'express';

/** Stands for a body of a media type that is not read here, so that it is not taken for no body. */
export class UnreadBody {}

/** Comes after the body parsers. */
export function markUnreadBody(request: Request, _response: Response, next: NextFunction): void {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
  const hasBody = encoding !== undefined || (length !== undefined && length !== '0');
  if (hasBody && request.body === undefined) request.body = new UnreadBody();
  next();
}
