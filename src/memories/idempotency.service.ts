import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '../common/clock';
import { DomainError } from '../common/domain-error';
import { Database } from '../database/database';
import { IdempotencyRepository, type StoredResponse } from './idempotency.repository';

/** A repetition after this long is a new request. */
export const KEY_LIFETIME_MS = 24 * 3_600_000;

/** A request that may be repeated: the key the client gave it, if any, and what the key stands for. */
export interface Repeatable {
  agentId: string;
  key: string | null;
  /** Together with the body this says what was asked: one key for two operations is a conflict. */
  operation: string;
  body: object;
}

export interface Outcome<T> {
  response: T;
  /** True when the work was done before, and this is its first response. */
  replayed: boolean;
}

@Injectable()
export class IdempotencyService {
  constructor(
    private readonly database: Database,
    private readonly keys: IdempotencyRepository,
    private readonly clock: Clock,
  ) {}

  /**
   * Does the work once a key: the key, its response and what the work writes are one transaction, so that a
   * crash leaves all or none, and a parallel repetition waits for the first and answers the same. Throws
   * `IdempotencyConflict` when the key stands for something else.
   */
  async once<T>(request: Repeatable, work: () => Promise<T>): Promise<Outcome<T>> {
    const { key } = request;
    if (key === null) return { response: await work(), replayed: false };
    return this.database.transaction(async () => {
      const hash = requestHash(request);
      const now = this.clock.now();
      if (!(await this.keys.claim(request.agentId, key, hash, now, this.lapsedBefore(now)))) {
        return { response: (await this.replay(request.agentId, key, hash)) as T, replayed: true };
      }
      const response = await work();
      await this.keys.complete(request.agentId, key, response);
      return { response, replayed: false };
    });
  }

  /**
   * The first response to a key that was used before; null when it is free, which may change until `once`. For
   * requests whose work takes too long for a transaction, so that a repetition does not do it again.
   * Throws `IdempotencyConflict` as `once` does.
   */
  async earlier<T>(request: Repeatable): Promise<Outcome<T> | null> {
    if (request.key === null) return null;
    const stored = await this.keys.find(request.agentId, request.key);
    if (!stored || stored.createdAt < this.lapsedBefore(this.clock.now())) return null;
    return { response: responseOf(stored, requestHash(request)) as T, replayed: true };
  }

  private async replay(agentId: string, key: string, hash: Buffer): Promise<unknown> {
    const stored = await this.keys.find(agentId, key);
    // No agent, no key: it was deleted after the session had been checked.
    if (!stored)
      throw new DomainError('AgentNotFound', `Agent '${agentId}' not found`, { agent_id: agentId });
    return responseOf(stored, hash);
  }

  /** Keys that were claimed before it are free again. */
  private lapsedBefore(now: Date): Date {
    return new Date(now.getTime() - KEY_LIFETIME_MS);
  }
}

function responseOf(stored: StoredResponse, hash: Buffer): unknown {
  if (stored.requestHash.equals(hash)) return stored.response;
  throw new DomainError('IdempotencyConflict', 'This Idempotency-Key was used for another request', {});
}

function requestHash(request: Repeatable): Buffer {
  return createHash('sha256')
    .update(`${request.operation}\n${canonicalJson(request.body)}`)
    .digest();
}

/** JSON with the keys of every object in order, so that equal bodies have equal texts. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
