import type { NextFunction, Request, Response } from 'express';
import { DomainError } from '../common/domain-error';
import { ERROR_TABLE } from '../common/error-table';
import { HEALTH_PATHS, pathOf } from '../common/probe-paths';

const RETRY_AFTER_SECONDS = 1;
const OVERLOADED = ERROR_TABLE.ServiceOverloaded.message;

/**
 * Answers `ServiceOverloaded` at once to requests beyond so many at a time: waiting for their turn, they would take
 * memory, and time out in the end.
 */
export function limitConcurrency(most: number) {
  let running = 0;
  return (request: Request, response: Response, next: NextFunction): void => {
    if (HEALTH_PATHS.has(pathOf(request.url))) return next();
    if (running >= most) {
      response.setHeader('Retry-After', String(RETRY_AFTER_SECONDS));
      return next(new DomainError('ServiceOverloaded', OVERLOADED, { max_concurrent_requests: most }));
    }
    running++;
    response.once('close', () => running--);
    next();
  };
}
