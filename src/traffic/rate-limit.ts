import cluster from 'node:cluster';
import type { NextFunction, Request, Response } from 'express';
import {
  RateLimiterCluster,
  RateLimiterClusterMaster,
  RateLimiterMemory,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import { isLoopbackAddress, isLoopbackHost } from '../access/loopback';
import { DomainError } from '../common/domain-error';
import { HEALTH_PATHS, pathOf } from '../common/probe-paths';
import type { Env } from '../config/env';
import { clientKey } from './client-key';

const WINDOW_SECONDS = 60;
/** The default of a service that listens for other machines: 100 requests a second. */
const DEFAULT_PER_MINUTE = 6_000;
const KEY_PREFIX = 'requests';
/** If the primary process does not answer in this time, the request passes uncounted. */
const COUNT_TIMEOUT_MS = 1_000;

/** Requests a minute of one client; 0 is no limit. */
export function ratePerMinute({
  RATE_LIMIT_PER_MINUTE,
  HOST,
}: Pick<Env, 'RATE_LIMIT_PER_MINUTE' | 'HOST'>): number {
  if (RATE_LIMIT_PER_MINUTE !== null) return RATE_LIMIT_PER_MINUTE;
  return isLoopbackHost(HOST) || isLoopbackAddress(HOST) ? 0 : DEFAULT_PER_MINUTE;
}

/**
 * Answers `RateLimited` to a client address after this many requests within a minute of its first. The workers of one
 * port count together, each replica for itself.
 */
export function limitRate(perMinute: number) {
  const options = { points: perMinute, duration: WINDOW_SECONDS, keyPrefix: KEY_PREFIX };
  const limiter = cluster.isWorker
    ? new RateLimiterCluster({ ...options, timeoutMs: COUNT_TIMEOUT_MS })
    : new RateLimiterMemory(options);
  return (request: Request, response: Response, next: NextFunction): void => {
    if (HEALTH_PATHS.has(pathOf(request.url))) return next();
    limiter.consume(clientKey(request.ip)).then(
      () => next(),
      (refusal: unknown) => {
        // Other errors mean that the request was not counted, which is no reason to refuse it.
        if (!(refusal instanceof RateLimiterRes)) return next();
        const seconds = Math.max(1, Math.ceil(refusal.msBeforeNext / 1_000));
        response.setHeader('Retry-After', String(seconds));
        next(rateLimited(perMinute, seconds));
      },
    );
  };
}

/** In the primary process: lets the workers count together. */
export function countForWorkers(): void {
  new RateLimiterClusterMaster();
}

function rateLimited(limit_per_minute: number, retry_after_seconds: number): DomainError {
  const message = `More than ${limit_per_minute} requests in a minute: try again in ${retry_after_seconds} s`;
  return new DomainError('RateLimited', message, { limit_per_minute, retry_after_seconds });
}
