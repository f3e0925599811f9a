import { Injectable } from '@nestjs/common';
import { Database, sql } from '../database/database';

export interface StoredResponse {
  requestHash: Buffer;
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
    const rows = await this.database.query<{ request_hash: Uint8Array; response: unknown }>(sql`
      SELECT k.request_hash, k.response FROM idempotency_keys k WHERE k.agent_id = ${agentId} AND k.key = ${key}`);
    const row = rows[0];
    return row ? { requestHash: Buffer.from(row.request_hash), response: row.response } : null;
  }

  async complete(agentId: string, key: string, response: unknown): Promise<void> {
    await this.database.execute(sql`
      UPDATE idempotency_keys SET response = ${JSON.stringify(response)}::json
      WHERE agent_id = ${agentId} AND key = ${key}`);
  }
}
