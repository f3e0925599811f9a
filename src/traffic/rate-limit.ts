import type { NextFunction, Request, Response } from 'express';
import { isLoopbackAddress, isLoopbackHost } from '../access/loopback';
import { HEALTH_PATHS, pathOf } from '../common/probe-paths';
import { clientKey, rateLimited, RequestCounter } from '../common/request-counter';
import type { Env } from '../config/env';

/** The default of a service that listens for other machines: 100 requests a second. */
const DEFAULT_PER_MINUTE = 6_000;

/** Requests a minute of one client; 0 is no limit. */
export function ratePerMinute({
  RATE_LIMIT_PER_MINUTE,
  HOST,
}: Pick<Env, 'RATE_LIMIT_PER_MINUTE' | 'HOST'>): number {
  if (RATE_LIMIT_PER_MINUTE !== null) return RATE_LIMIT_PER_MINUTE;
  return isLoopbackHost(HOST) || isLoopbackAddress(HOST) ? 0 : DEFAULT_PER_MINUTE;
}

/** Answers `RateLimited` to a client address after this many requests within a minute of its first. */
export function limitRate(perMinute: number) {
  const counter = new RequestCounter('requests');
  return (request: Request, response: Response, next: NextFunction): void => {
    if (HEALTH_PATHS.has(pathOf(request.url))) return next();
    void counter.secondsToWait(clientKey(request.ip), perMinute).then((seconds) => {
      if (seconds === 0) return next();
      response.setHeader('Retry-After', String(seconds));
      next(rateLimited(perMinute, seconds));
    });
  };
}
