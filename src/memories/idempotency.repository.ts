import { Injectable } from '@nestjs/common';
import { Database, sql } from '../database/database';
import { inSlices, type Slice } from '../database/in-slices';

/** Keys looked at by one statement. */
const SLICE = 2_000;

interface KeyOfAgent {
  agentId: string;
  key: string;
}

interface PruneRow {
  agent_id: string | null;
  key: string | null;
  touched: number;
}

interface FoundRow {
  request_hash: Uint8Array;
  created_at: Date;
  response: unknown;
}

export interface StoredResponse {
  requestHash: Buffer;
  createdAt: Date;
  response: unknown;
}

@Injectable()
export class IdempotencyRepository {
  constructor(private readonly database: Database) {}

  /**
   * Claims a key for the running transaction; one older than `lapsedBefore` counts as free. False when
   * somebody else has it: a claim that is still open is waited for.
   */
  async claim(
    agentId: string,
    key: string,
    requestHash: Buffer,
    now: Date,
    lapsedBefore: Date,
  ): Promise<boolean> {
    const touched = await this.database.execute(sql`
      INSERT INTO idempotency_keys (agent_id, key, request_hash, created_at)
      SELECT a.agent_id, ${key}, ${requestHash}, ${now}::timestamptz FROM agents a WHERE a.agent_id = ${agentId}
      ON CONFLICT (agent_id, key) DO UPDATE
        SET request_hash = excluded.request_hash, created_at = excluded.created_at, response = NULL
        WHERE idempotency_keys.created_at < ${lapsedBefore}::timestamptz`);
    return touched > 0;
  }

  async find(agentId: string, key: string): Promise<StoredResponse | null> {
    const rows = await this.database.query<FoundRow>(sql`
      SELECT k.request_hash, k.created_at, k.response FROM idempotency_keys k
      WHERE k.agent_id = ${agentId} AND k.key = ${key}`);
    const [row] = rows;
    if (!row) return null;
    return { requestHash: Buffer.from(row.request_hash), createdAt: row.created_at, response: row.response };
  }

  async complete(agentId: string, key: string, response: unknown): Promise<void> {
    await this.database.execute(sql`
      UPDATE idempotency_keys SET response = ${JSON.stringify(response)}::json
      WHERE agent_id = ${agentId} AND key = ${key}`);
  }

  /** Forgets the keys that were claimed before a time; how many. */
  async prune(before: Date): Promise<number> {
    return inSlices({ agentId: '', key: '' }, (after) => this.pruneSlice(before, after));
  }

  /** A key that a request is just claiming is left to it. */
  private async pruneSlice(before: Date, after: KeyOfAgent): Promise<Slice<KeyOfAgent>> {
    const [row] = await this.database.query<PruneRow>(sql`
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
      SELECT l.agent_id, l.key, d.touched
      FROM (SELECT count(*)::float8 AS touched FROM deleted) d LEFT JOIN last l ON true`);
    if (!row) return { last: null, touched: 0 };
    const { agent_id: agentId, key, touched } = row;
    return { last: agentId === null || key === null ? null : { agentId, key }, touched };
  }
}
