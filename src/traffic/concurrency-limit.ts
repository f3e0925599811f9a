import type { IncomingMessage, ServerResponse } from 'node:http';
import type { NextFunction, Request, Response } from 'express';
import { DomainError } from '../common/domain-error';
import { ERROR_TABLE } from '../common/error-table';
import { HEALTH_PATHS, pathOf } from '../common/probe-paths';
import { HiddenProperty } from '../runtime/hidden-property';

const RETRY_AFTER_SECONDS = 1;
const OVERLOADED = ERROR_TABLE.ServiceOverloaded.message;

const counted = new HiddenProperty<IncomingMessage, CountedRequest>('counted');

/** Refusals of an overloaded service; sets `Retry-After`. */
export function overloaded(
  response: ServerResponse,
  message: string,
  details: Readonly<Record<string, unknown>>,
): DomainError {
  response.setHeader('Retry-After', String(RETRY_AFTER_SECONDS));
  return new DomainError('ServiceOverloaded', message, details);
}

/** Answers `ServiceOverloaded` at once to requests beyond the limit: waiting ones would take memory and time out. */
export function limitConcurrency(most: number) {
  const count = { running: 0, most };
  return (request: Request, response: Response, next: NextFunction): void => {
    if (HEALTH_PATHS.has(pathOf(request.url))) return next();
    const entry = new CountedRequest(count, response);
    // Later, so that a small body that came with the head is read, and the connection can be reused.
    if (!entry.enter()) return process.nextTick(() => next(entry.refusal()));
    counted.set(request, entry);
    response.once('close', () => entry.leave());
    next();
  };
}

/** Stops counting a request that waits for its client. */
export function stopCounting(request: IncomingMessage): void {
  counted.get(request)?.leave();
}

/** Counts a request again when its body is complete. Throws `ServiceOverloaded` if there are too many by now. */
export function countAgain(request: IncomingMessage): void {
  const entry = counted.get(request);
  if (entry && !entry.enter()) throw entry.refusal();
}

class CountedRequest {
  private isIn = false;

  constructor(
    private readonly count: { running: number; most: number },
    private readonly response: ServerResponse,
  ) {}

  enter(): boolean {
    if (this.isIn || this.response.destroyed) return true;
    if (this.count.running >= this.count.most) return false;
    this.count.running++;
    this.isIn = true;
    return true;
  }

  leave(): void {
    if (!this.isIn) return;
    this.count.running--;
    this.isIn = false;
  }

  refusal(): DomainError {
    return overloaded(this.response, OVERLOADED, { max_concurrent_requests: this.count.most });
  }
}
