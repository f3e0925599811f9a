import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { agentNotFound } from '../agents/agent';
import { MemoryStore } from '../backend/memory-store';
import { Clock } from '../common/clock';
import { DomainError } from '../common/domain-error';
import { pollUntil } from '../common/poll-until';
import { Database } from '../database/database';
import { HELD_FOR_MS, type Claim } from './claim';
import { IdempotencyRepository, type StoredResponse } from './idempotency.repository';
import { KeyHold } from './key-hold';
import { freshIds, idsOf, type NewId } from './memory-ids';

/** How a repetition waits for the first request. */
const FIRST_REQUEST_POLL = { timeoutMs: 30_000, firstPauseMs: 20, longestPauseMs: 500 };

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

type Work<T> = (newId: NewId) => Promise<T>;

@Injectable()
export class IdempotencyService {
  constructor(
    private readonly database: Database,
    private readonly memories: MemoryStore,
    private readonly keys: IdempotencyRepository,
    private readonly clock: Clock,
  ) {}

  /**
   * Does the work once a key; a parallel repetition waits for the first and answers the same. Throws
   * `IdempotencyConflict` when the key stands for something else.
   */
  async once<T>(request: Repeatable, work: Work<T>): Promise<Outcome<T>> {
    const { key } = request;
    if (key === null) return { response: await work(freshIds), replayed: false };
    const hash = requestHash(request);
    if (this.memories.joinsTransactions) return this.inTransaction(request.agentId, key, hash, work);
    const outcome = await pollUntil(
      FIRST_REQUEST_POLL,
      async () =>
        (await this.held(request.agentId, key, hash, work)) ??
        (await this.replay<T>(request.agentId, key, hash)),
    );
    if (outcome !== null) return outcome;
    throw new DomainError(
      'BackendUnavailable',
      'The first request with this Idempotency-Key is still being done',
    );
  }

  /**
   * The first response to a key that was used before; null when it is free, or its work is not done, which may
   * change until `once`. For requests whose work takes too long for a transaction, so that a repetition does not do
   * it again. Throws `IdempotencyConflict` as `once` does.
   */
  async earlier<T>(request: Repeatable): Promise<Outcome<T> | null> {
    if (request.key === null) return null;
    const stored = await this.keys.find(request.agentId, request.key);
    if (!stored || stored.createdAt < this.expiredBefore(this.clock.now())) return null;
    return replayed(stored, requestHash(request));
  }

  /** The key, its response and what the work writes are one transaction: a crash leaves all or none. */
  private inTransaction<T>(agentId: string, key: string, hash: Buffer, work: Work<T>): Promise<Outcome<T>> {
    return this.database.transaction(async () => {
      const claim = await this.claim(agentId, key, hash, null);
      if (claim === null) {
        const earlier = await this.replay<T>(agentId, key, hash);
        // The work continues elsewhere: the settings of this process name another place for memories since.
        if (earlier === null) throw new DomainError('BackendUnavailable', 'This Idempotency-Key is in use');
        return earlier;
      }
      const response = await work(freshIds);
      await this.keys.complete(claim, response);
      return { response, replayed: false };
    });
  }

  /**
   * The key is held while the work is done, and the response stored after it. Who repeats work that failed, or whose
   * process died, stores under the same ids. Null when another has the key.
   */
  private async held<T>(
    agentId: string,
    key: string,
    hash: Buffer,
    work: Work<T>,
  ): Promise<Outcome<T> | null> {
    const claim = await this.claim(agentId, key, hash, HELD_FOR_MS);
    if (claim === null) return null;
    const hold = new KeyHold(this.keys, claim, HELD_FOR_MS);
    try {
      const response = await work(idsOf(claim));
      await hold.complete(response);
      return { response, replayed: false };
    } catch (error) {
      await hold.giveBack();
      throw error;
    }
  }

  private claim(
    agentId: string,
    key: string,
    requestHash: Buffer,
    heldForMs: number | null,
  ): Promise<Claim | null> {
    const now = this.clock.now();
    const expiredBefore = this.expiredBefore(now);
    return this.keys.claim({ agentId, key, requestHash, now, expiredBefore, heldForMs });
  }

  /** Null while the work is not done. */
  private async replay<T>(agentId: string, key: string, hash: Buffer): Promise<Outcome<T> | null> {
    const stored = await this.keys.find(agentId, key);
    // No agent, no key: it was deleted after the session had been checked.
    if (!stored) throw agentNotFound(agentId);
    return replayed(stored, hash);
  }

  /** Keys that were claimed before it are free again. */
  private expiredBefore(now: Date): Date {
    return new Date(now.getTime() - KEY_LIFETIME_MS);
  }
}

function replayed<T>(stored: StoredResponse, hash: Buffer): Outcome<T> | null {
  if (stored.response === null) return null;
  if (stored.requestHash.equals(hash)) return { response: stored.response as T, replayed: true };
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
