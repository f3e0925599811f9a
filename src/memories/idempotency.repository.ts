import { Injectable } from '@nestjs/common';
import { inSlices, isHeldUntil, type Slice } from '../database/bounded-work';
import { Database, sql, type Sql } from '../database/database';
import { HELD_FOR_MS, type Claim } from './claim';

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

interface ClaimRow {
  created_at: Date;
  held_until: string | null;
}

export interface StoredResponse {
  requestHash: Buffer;
  createdAt: Date;
  /** Null while the work is not done. */
  response: unknown;
}

/** A key that is to be claimed. */
export interface KeyRequest {
  agentId: string;
  key: string;
  requestHash: Buffer;
  now: Date;
  /** Keys that were claimed before it count as free. */
  expiredBefore: Date;
  /** How long others leave it alone, in ms; null: as long as the transaction that claims it. */
  heldForMs: number | null;
}

const HELD: Sql = sql`held_until::text AS held_until`;
const HELD_NOW: Sql = isHeldUntil(sql`k.held_until`, HELD_FOR_MS);

@Injectable()
export class IdempotencyRepository {
  constructor(private readonly database: Database) {}

  /**
   * Null when somebody else has the key, or has done its work; a claim of a transaction that is still open is waited
   * for. One that was given back, or whose hold has expired, is taken over.
   */
  async claim(request: KeyRequest): Promise<Claim | null> {
    return (await this.claimNew(request)) ?? (await this.takeOver(request));
  }

  private async claimNew({ agentId, key, requestHash, now, heldForMs }: KeyRequest): Promise<Claim | null> {
    const rows = await this.database.query<ClaimRow>(sql`
      INSERT INTO idempotency_keys (agent_id, key, request_hash, created_at, held_until)
      SELECT a.agent_id, ${key}, ${requestHash}, ${now}::timestamptz, ${holdEnd(heldForMs)}
      FROM agents a WHERE a.agent_id = ${agentId}
      ON CONFLICT (agent_id, key) DO NOTHING RETURNING created_at, ${HELD}`);
    return rows[0] ? toClaim({ agentId, key }, rows[0]) : null;
  }

  /** A claim for another request starts again: no client was answered that the work of the first one was done. */
  private async takeOver(request: KeyRequest): Promise<Claim | null> {
    const { agentId, key, requestHash, now, expiredBefore, heldForMs } = request;
    const rows = await this.database.query<ClaimRow>(sql`
      UPDATE idempotency_keys k SET request_hash = ${requestHash}, response = NULL,
        held_until = ${holdEnd(heldForMs)},
        created_at = CASE WHEN k.response IS NULL AND k.request_hash = ${requestHash}
            AND k.created_at >= ${expiredBefore}::timestamptz
          THEN k.created_at ELSE ${now}::timestamptz END
      WHERE k.agent_id = ${agentId} AND k.key = ${key}
        AND (k.response IS NULL OR k.created_at < ${expiredBefore}::timestamptz)
        AND NOT ${HELD_NOW}
      RETURNING created_at, ${HELD}`);
    return rows[0] ? toClaim({ agentId, key }, rows[0]) : null;
  }

  async find(agentId: string, key: string): Promise<StoredResponse | null> {
    const rows = await this.database.query<FoundRow>(sql`
      SELECT k.request_hash, k.created_at, k.response FROM idempotency_keys k
      WHERE k.agent_id = ${agentId} AND k.key = ${key}`);
    const [row] = rows;
    if (!row) return null;
    return { requestHash: Buffer.from(row.request_hash), createdAt: row.created_at, response: row.response };
  }

  /** The claim as it is from now on; null when somebody has taken it over. */
  async prolong(claim: Claim, heldForMs: number): Promise<Claim | null> {
    const rows = await this.database.query<ClaimRow>(sql`
      UPDATE idempotency_keys k SET held_until = ${holdEnd(heldForMs)}
      WHERE ${isHeldBy(claim)} RETURNING created_at, ${HELD}`);
    return rows[0] ? { ...claim, heldUntil: rows[0].held_until } : null;
  }

  /** Nothing when somebody has taken it over: what the same request comes to, he stores. */
  async complete(claim: Claim, response: unknown): Promise<void> {
    await this.database.execute(sql`
      UPDATE idempotency_keys k SET response = ${JSON.stringify(response)}::json, held_until = NULL
      WHERE ${isHeldBy(claim)}`);
  }

  /** Lets the next one have it at once. Its row stays, and with it the time of the first claim. */
  async giveBack(claim: Claim): Promise<void> {
    await this.database.execute(sql`
      UPDATE idempotency_keys k SET held_until = NULL WHERE ${isHeldBy(claim)}`);
  }

  /** Forgets the keys that were claimed before a time; how many. */
  async prune(before: Date): Promise<number> {
    return inSlices({ agentId: '', key: '' }, (after) => this.pruneSlice(before, after));
  }

  /** A key that a request is just claiming, or holds, is left to it. */
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
          AND NOT ${HELD_NOW}
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

function toClaim(of: KeyOfAgent, row: ClaimRow): Claim {
  return { ...of, createdAt: row.created_at, heldUntil: row.held_until };
}

/** By the clock of the database, which the replicas share. */
function holdEnd(forMs: number | null): Sql {
  return sql`clock_timestamp() + ${forMs}::float8 * interval '1 millisecond'`;
}

function isHeldBy({ agentId, key, heldUntil }: Claim): Sql {
  return sql`k.agent_id = ${agentId} AND k.key = ${key}
    AND k.held_until IS NOT DISTINCT FROM ${heldUntil}::timestamptz AND k.response IS NULL`;
}
