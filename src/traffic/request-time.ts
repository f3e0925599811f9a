import type { IncomingMessage } from 'node:http';
import type { NextFunction, Request, Response } from 'express';
import { NOT_IN_TIME, rawAnswer } from '../common/raw-answer';
import { HiddenProperty } from '../runtime/hidden-property';

const timers = new HiddenProperty<IncomingMessage, NodeJS.Timeout>('timer');
const TOO_SLOW = rawAnswer(...NOT_IN_TIME);

/**
 * Cuts requests off whose body has not come whole within this time. Node's own `requestTimeout` does the same, but
 * knows no exceptions.
 */
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
