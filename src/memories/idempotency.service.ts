import { createHash, createHmac } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { uuidv7 } from 'uuidv7';
import { agentNotFound, namespaceOf } from '../agents/agent';
import { canonicalJson } from '../audit/canonical-json';
import { MemoryStore } from '../backend/memory-store';
import { Clock } from '../common/clock';
import { pollUntil } from '../common/deadline';
import { Env } from '../config/env';
import { ServiceKey } from '../config/service-secret';
import { DomainError } from '../common/domain-error';
import { derivedId } from '../common/uuid';
import { IdempotencyRepository, type Claim, type StoredResponse } from './idempotency.repository';

const PURPOSE = 'agent-memory-service/idempotent-requests/v1';
/** How long a repetition waits for the first request. */
const LOCK_WAIT = { timeoutMs: 30_000, firstPauseMs: 20, longestPauseMs: 500 };

/** A repetition after this long is a new request. */
export const KEY_LIFETIME_MS = 24 * 3_600_000;

/** What memories say, in a response: it is not stored, since it would outlive the memories. */
export interface ResponseTexts<T> {
  remove(response: T): T;
  /** Reads the texts again; those of deleted memories are empty. */
  restore(stored: T): Promise<T>;
}

/** A request that may be repeated: the key the client gave it, if any, and what the key stands for. */
export interface Repeatable<T = unknown> {
  agentId: string;
  key: string | null;
  /** Together with the body this says what was asked: one key for two operations is a conflict. */
  operation: string;
  body: object;
  texts?: ResponseTexts<T>;
}

export interface Outcome<T> {
  response: T;
  /** True when the work was done before, and this is its first response. */
  replayed: boolean;
}

/** The id of a memory to be stored, by its place in the request, from 0 on, and its content. */
export type NewId = (index: number, content: string) => string;

type Work<T> = (newId: NewId) => Promise<T>;

@Injectable()
export class IdempotencyService {
  private readonly secret: ServiceKey;

  constructor(
    private readonly memories: MemoryStore,
    private readonly keys: IdempotencyRepository,
    private readonly clock: Clock,
    env: Env,
  ) {
    this.secret = new ServiceKey(env, PURPOSE);
  }

  /**
   * Does the work once for each key; repetitions get its response. Key, response and memories are one unit. A
   * repetition of work with an unknown outcome uses the same ids. Throws `IdempotencyConflict` for another request.
   */
  async once<T>(request: Repeatable<T>, work: Work<T>): Promise<Outcome<T>> {
    const { agentId, key } = request;
    if (key === null) return { response: await work(freshIds), replayed: false };
    const hash = await this.hashOf(request);
    return this.memories.unitOfWork<Outcome<T>, Claim | null>(namespaceOf(agentId), {
      name: `key:${key}`,
      lock: () => this.claim(agentId, key, hash),
      work: async (_memories, claim) =>
        claim === null
          ? this.replay(request, key, hash)
          : { response: await work(idsOf(claim)), replayed: false },
      record: async ({ response }, claim) => {
        if (claim !== null) await this.keys.complete(claim, stored(request, response));
      },
    });
  }

  /**
   * The same for work that must not be one transaction, such as a sweep in slices: a lock makes repetitions wait. If the
   * process dies before it stores the response, a repetition does the work again.
   */
  async onceInParts<T>(request: Repeatable<T>, work: () => Promise<T>): Promise<Outcome<T>> {
    const { agentId, key } = request;
    if (key === null) return { response: await work(), replayed: false };
    const hash = await this.hashOf(request);
    const lock = await pollUntil(LOCK_WAIT, () => this.keys.lock(agentId, key));
    if (lock === null) throw inUse();
    try {
      const claim = await this.claim(agentId, key, hash);
      if (claim === null) return await this.replay(request, key, hash);
      const response = await work();
      await this.keys.complete(claim, stored(request, response));
      return { response, replayed: false };
    } finally {
      await lock.release();
    }
  }

  /**
   * The first response to a key, so that long work is not done again; null when the key is free or its work not done,
   * which may change until `once`. Throws `IdempotencyConflict` as `once` does.
   */
  async earlier<T>(request: Repeatable<T>): Promise<Outcome<T> | null> {
    if (request.key === null) return null;
    const found = await this.keys.find(request.agentId, request.key);
    if (!found || found.createdAt < this.expiredBefore(this.clock.now())) return null;
    return replayed(request, found, await this.hashOf(request));
  }

  /** Keyed, so that a reader of the database cannot confirm a guessed request. */
  private async hashOf(request: Pick<Repeatable, 'operation' | 'body'>): Promise<Buffer> {
    return createHmac('sha256', await this.secret.load())
      .update(canonical(request))
      .digest();
  }

  private claim(agentId: string, key: string, requestHash: Buffer): Promise<Claim | null> {
    const now = this.clock.now();
    return this.keys.claim({ agentId, key, requestHash, now, expiredBefore: this.expiredBefore(now) });
  }

  private async replay<T>(request: Repeatable<T>, key: string, hash: Buffer): Promise<Outcome<T>> {
    const found = await this.keys.find(request.agentId, key);
    // No agent, no key: it was deleted after the session had been checked.
    if (!found) throw agentNotFound(request.agentId);
    const earlier = await replayed(request, found, hash);
    if (earlier === null) throw inUse();
    return earlier;
  }

  /** Keys that were claimed before it are free again. */
  private expiredBefore(now: Date): Date {
    return new Date(now.getTime() - KEY_LIFETIME_MS);
  }
}

async function replayed<T>(
  request: Repeatable<T>,
  found: StoredResponse,
  hash: Buffer,
): Promise<Outcome<T> | null> {
  const { texts } = request;
  if (found.response === null) return null;
  if (!found.requestHash.equals(hash) && !found.requestHash.equals(formerHash(request))) {
    throw new DomainError('IdempotencyConflict', 'This Idempotency-Key was used for another request', {});
  }
  const response = found.response as T;
  return { response: texts ? await texts.restore(response) : response, replayed: true };
}

function stored<T>({ texts }: Repeatable<T>, response: T): T {
  return texts ? texts.remove(response) : response;
}

function inUse(): DomainError {
  return new DomainError('BackendUnavailable', 'This Idempotency-Key is in use: try again shortly');
}

/** The hash as earlier versions made it. */
function formerHash(request: Pick<Repeatable, 'operation' | 'body'>): Buffer {
  return createHash('sha256').update(canonical(request)).digest();
}

function canonical({ operation, body }: Pick<Repeatable, 'operation' | 'body'>): string {
  return `${operation}\n${canonicalJson(body)}`;
}

/** Random ids, for work that is undone when it fails, or that is never repeated. */
function freshIds(): string {
  return uuidv7();
}

/**
 * For work for a key: every try gives the same memory the same id. Ids rise with the place, which stands where
 * RFC 9562 (6.2, method 1) has the counter of a UUID of version 7: some backends list memories of one instant by it.
 */
function idsOf({ agentId, key, createdAt }: Claim): NewId {
  return (index, content) => {
    const id = derivedId(createdAt, agentId, key, index, content);
    return id.slice(0, 15) + index.toString(16).padStart(3, '0') + id.slice(18);
  };
}
