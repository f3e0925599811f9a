import type { IncomingMessage } from 'node:http';
import type { NextFunction, Request, Response } from 'express';
import { HiddenProperty } from '../runtime/hidden-property';
import { NOT_IN_TIME, rawAnswer } from './client-errors';

const timers = new HiddenProperty<IncomingMessage, NodeJS.Timeout>('timer');
const TOO_SLOW = rawAnswer(...NOT_IN_TIME);

/** Cuts off requests whose body has not come whole in time. Node's own `requestTimeout` knows no exceptions. */
export function boundRequestTime(milliseconds: number) {
  return (request: Request, _response: Response, next: NextFunction): void => {
    if (!request.complete) bound(request, milliseconds);
    next();
  };
}

/** Exempts a request: the caller has its own limit for it. */
export function unboundRequestTime(request: IncomingMessage): void {
  clearTimeout(timers.get(request));
}

function bound(request: Request, milliseconds: number): void {
  const timer = setTimeout(() => cutOff(request), milliseconds).unref();
  timers.set(request, timer);
  const release = () => clearTimeout(timer);
  request.once('end', release);
  request.once('close', release);
}

function cutOff(request: Request): void {
  if (request.complete) return;
  if (request.res?.headersSent !== true) request.socket.write(TOO_SLOW);
  request.socket.destroySoon();
}
