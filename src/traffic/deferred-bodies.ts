import type { NextFunction, Request, Response } from 'express';
import { hasBody, PendingBody, UnreadBody } from '../common/request-body';
import type { BodyReader } from './body-reader';

const JSON_TYPE = 'application/json';
const JSON_TYPES = [JSON_TYPE, 'application/*+json'];

/** Leaves bodies unread until a handler asks for one, which it can do only after all guards. */
export function deferBodies(reader: BodyReader) {
  return (request: Request, response: Response, next: NextFunction): void => {
    if (isJson(request)) request.body = new PendingBody(() => reader.read(request, response));
    else if (hasBody(request)) request.body = new UnreadBody();
    next();
  };
}

function isJson(request: Request): boolean {
  const { 'content-type': type, 'content-length': length, 'transfer-encoding': encoding } = request.headers;
  if (type === JSON_TYPE) return length !== undefined || encoding !== undefined;
  return type !== undefined && typeof request.is(JSON_TYPES) === 'string';
}
