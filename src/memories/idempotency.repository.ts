// SQL: INSERT from SELECT with ON CONFLICT, a time that follows from the old row, and slices past locked rows.
import { Injectable } from '@nestjs/common';
import { inSlices, sliceBy, type Slice } from '../database/bounded-work';
import { PrismaService } from '../database/prisma.service';
import { sql } from '../database/sql';
import type { DatabaseLock } from '../database/database-lock';

/** Keys looked at by one statement. */
const SLICE = 2_000;

/** A key whose work is the claimant's to do. */
export interface Claim {
  agentId: string;
  key: string;
  /** Of the first claim for this request, by which the ids of its memories are known when it has to be done again. */
  createdAt: Date;
}

type KeyOfAgent = Pick<Claim, 'agentId' | 'key'>;

export interface StoredResponse {
  requestHash: Buffer;
  createdAt: Date;
  /** Null while the work is not done. */
  response: unknown;
}

export interface KeyRequest {
  agentId: string;
  key: string;
  requestHash: Buffer;
  now: Date;
  /** Keys that were claimed before it count as free. */
  expiredBefore: Date;
}

const RETURNED = sql`RETURNING agent_id AS "agentId", key, created_at AS "createdAt"`;

@Injectable()
export class IdempotencyRepository {
  constructor(private readonly prisma: PrismaService) {}

  /**
   * Null when the work is done, or when there is no such agent. Waits for a transaction that has the key, and takes over
   * a claim whose work was not completed. The caller sees to it that one request at a time works on a key.
   */
  async claim(request: KeyRequest): Promise<Claim | null> {
    return (await this.claimNew(request)) ?? (await this.takeOver(request));
  }

  private async claimNew({ agentId, key, requestHash, now }: KeyRequest): Promise<Claim | null> {
    const rows = await this.prisma.query<Claim>(sql`
      INSERT INTO idempotency_keys (agent_id, key, request_hash, created_at)
      SELECT a.agent_id, ${key}, ${requestHash}, ${now}::timestamptz
      FROM agents a WHERE a.agent_id = ${agentId}
      ON CONFLICT (agent_id, key) DO NOTHING ${RETURNED}`);
    return rows[0] ?? null;
  }

  /** A claim for another request starts again: no client was answered that the work of the first one was done. */
  private async takeOver(request: KeyRequest): Promise<Claim | null> {
    const { agentId, key, requestHash, now, expiredBefore } = request;
    const rows = await this.prisma.query<Claim>(sql`
      UPDATE idempotency_keys k SET request_hash = ${requestHash}, response = NULL,
        created_at = CASE WHEN k.response IS NULL AND k.request_hash = ${requestHash}
            AND k.created_at >= ${expiredBefore}::timestamptz
          THEN k.created_at ELSE ${now}::timestamptz END
      WHERE k.agent_id = ${agentId} AND k.key = ${key}
        AND (k.response IS NULL OR k.created_at < ${expiredBefore}::timestamptz)
      ${RETURNED}`);
    return rows[0] ?? null;
  }

  /** One process at a time has a key; null if another one has it. */
  lock(agentId: string, key: string): Promise<DatabaseLock | null> {
    return this.prisma.lock(`idempotency:${agentId}:${key}`);
  }

  async find(agentId: string, key: string): Promise<StoredResponse | null> {
    const row = await this.prisma.models.idempotencyKey.findUnique({
      where: { agentId_key: { agentId, key } },
      select: { requestHash: true, createdAt: true, response: true },
    });
    return row && { ...row, requestHash: Buffer.from(row.requestHash) };
  }

  async complete({ agentId, key }: Claim, response: unknown): Promise<void> {
    await this.prisma.execute(sql`
      UPDATE idempotency_keys k SET response = ${JSON.stringify(response)}::json
      WHERE k.agent_id = ${agentId} AND k.key = ${key} AND k.response IS NULL`);
  }

  /** Forgets the keys that were claimed before a time; how many. */
  async prune(before: Date): Promise<number> {
    return inSlices({ agentId: '', key: '' }, (after) => this.pruneSlice(before, after));
  }

  /** Skips a key that a transaction has. */
  private pruneSlice(before: Date, after: KeyOfAgent): Promise<Slice<KeyOfAgent>> {
    return sliceBy(
      this.prisma,
      sql`
      WITH slice AS MATERIALIZED (
        SELECT k.agent_id, k.key, k.created_at FROM idempotency_keys k
        WHERE (k.agent_id, k.key) > (${after.agentId}, ${after.key}) ORDER BY k.agent_id, k.key LIMIT ${SLICE}
      ), free AS MATERIALIZED (
        SELECT k.agent_id, k.key FROM idempotency_keys k
        WHERE (k.agent_id, k.key) IN (
            SELECT s.agent_id, s.key FROM slice s WHERE s.created_at < ${before}::timestamptz)
          AND k.created_at < ${before}::timestamptz
        FOR UPDATE OF k SKIP LOCKED
      ), deleted AS (
        DELETE FROM idempotency_keys k USING free f WHERE k.agent_id = f.agent_id AND k.key = f.key
        RETURNING k.key
      ), last AS (
        SELECT s.agent_id, s.key FROM slice s ORDER BY s.agent_id DESC, s.key DESC LIMIT 1
      )
      SELECT (SELECT json_build_object('agentId', l.agent_id, 'key', l.key) FROM last l) AS last,
        (SELECT count(*) FROM deleted)::float8 AS touched`,
    );
  }
}
