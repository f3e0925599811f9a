// SQL: one statement takes a version and writes rows from `json_to_recordset`; the database's clock decides when to walk.
import { PrismaService } from '../../../database/prisma.service';
import { bytesOf } from '../../../quotas/quota';
import { sql } from '../../../database/sql';
import { contentKey } from '../../fingerprints';
import type { Memory } from '../../memory';
import { digestOf } from '../writing/memory-change';
import { placeOf } from './storage-order';

/** A document whose row must be read again. */
export interface StaleDocument {
  id: string;
  /** When the server received it; null if that is not known. */
  receivedAt: Date | null;
}

export interface IndexState {
  version: number;
  /** Rows. */
  documents: number;
  /** What the server counts beyond the documents that it lists. */
  surplus: number;
  /** Those that changed since their rows were written, each once. */
  stale: StaleDocument[];
  /** The entries that name them, as far as there are any. */
  entries: number[];
  /** Whether there may be more entries. */
  isMore: boolean;
  /** False: changes that ended before the index was made are not among its entries. */
  isWalked: boolean;
}

/** What is read of the documents of `ids`; those without a memory are gone. */
export interface Reading {
  version: number;
  ids: readonly string[];
  entries: readonly number[];
  memories: readonly { memory: Memory; receivedAt: Date | null }[];
}

const MOST_ENTRIES = 1_000;

/** The rows that listings and upserts find documents by, and which of them must be read again. */
export class DocumentIndexRepository {
  constructor(private readonly database: PrismaService) {}

  /** Makes the index of the namespace if there is none. Open changes count as stale until they are settled. */
  async state(namespace: string): Promise<IndexState> {
    const rows = await this.database.query<Omit<IndexState, 'isMore' | 'stale'> & { stale: StaleRow[] }>(sql`
      WITH made AS (
        INSERT INTO remote_indexes (namespace) VALUES (${namespace}) ON CONFLICT DO NOTHING
      ), entries AS MATERIALIZED (
        SELECT s.id, s.memory_id, s.received_at FROM remote_stale s
        WHERE s.namespace = ${namespace} ORDER BY s.id LIMIT ${MOST_ENTRIES}
      ), ids AS (
        SELECT u.memory_id, max(u.received_at) AS received_at FROM (
          SELECT e.memory_id, e.received_at FROM entries e
          UNION ALL
          SELECT c.memory_id, NULL FROM remote_changes c WHERE c.namespace = ${namespace} AND NOT c.confirmed
        ) u GROUP BY u.memory_id
      )
      SELECT COALESCE((SELECT i.version::float8 FROM remote_indexes i WHERE i.namespace = ${namespace}), 0) AS version,
        COALESCE((SELECT i.walk_ms > 0 FROM remote_indexes i WHERE i.namespace = ${namespace}), false) AS "isWalked",
        COALESCE((SELECT i.surplus FROM remote_indexes i WHERE i.namespace = ${namespace}), 0) AS surplus,
        (SELECT count(*)::float8 FROM remote_documents d WHERE d.namespace = ${namespace}) AS documents,
        COALESCE((SELECT json_agg(json_build_array(i.memory_id,
          extract(epoch FROM COALESCE(i.received_at, d.received_at))::float8 * 1000)) FROM ids i
          LEFT JOIN remote_documents d ON d.namespace = ${namespace} AND d.id = i.memory_id), '[]') AS stale,
        COALESCE((SELECT json_agg(e.id) FROM entries e), '[]') AS entries`);
    const [row] = rows;
    if (!row) throw new Error('There is no state of an index');
    return {
      ...row,
      stale: row.stale.map(([id, ms]) => ({ id, receivedAt: ms === null ? null : new Date(ms) })),
      isMore: row.entries.length === MOST_ENTRIES,
    };
  }

  /** False if the rows changed since `version`: then nothing is stored. */
  async store(namespace: string, { version, ids, entries, memories }: Reading): Promise<boolean> {
    const rows = memories.map(({ memory, receivedAt }) => toRow(memory, receivedAt));
    const kept = new Set(memories.map(({ memory }) => memory.id));
    const gone = ids.filter((id) => !kept.has(id));
    const taken = await this.database.query(sql`
      WITH taken AS (
        UPDATE remote_indexes i SET version = i.version + 1
        WHERE i.namespace = ${namespace} AND i.version = ${version}::bigint RETURNING i.namespace
      ), stored AS (
        INSERT INTO remote_documents AS d (namespace, id, place_key, created_at, updated_at, received_at, status, type,
          source, source_ref, tags, scope, metadata, trust, expires_at, content_key, size, bytes, digest)
        SELECT t.namespace, r.id, r.place_key, r.created_at, r.updated_at, r.received_at, r.status, r.type, r.source,
          r.source_ref, r.tags, r.scope, r.metadata, r.trust, r.expires_at, r.content_key, r.size, r.bytes, decode(r.digest, 'hex')
        FROM taken t CROSS JOIN json_to_recordset(${JSON.stringify(rows)}::json)
          AS r (id text, place_key text, created_at timestamptz, updated_at timestamptz, received_at timestamptz,
            status text, type text, source text, source_ref text, tags text[], scope text, metadata jsonb, trust text,
            expires_at timestamptz, content_key bigint, size integer, bytes integer, digest text)
        ON CONFLICT (namespace, id) DO UPDATE SET place_key = EXCLUDED.place_key,
          created_at = EXCLUDED.created_at, updated_at = EXCLUDED.updated_at, received_at = EXCLUDED.received_at,
          status = EXCLUDED.status, type = EXCLUDED.type, source = EXCLUDED.source, source_ref = EXCLUDED.source_ref,
          tags = EXCLUDED.tags, scope = EXCLUDED.scope, metadata = EXCLUDED.metadata, trust = EXCLUDED.trust, expires_at = EXCLUDED.expires_at,
          content_key = EXCLUDED.content_key, size = EXCLUDED.size, bytes = EXCLUDED.bytes,
          digest = EXCLUDED.digest
        WHERE d.digest <> EXCLUDED.digest OR d.bytes <> EXCLUDED.bytes OR d.received_at IS DISTINCT FROM EXCLUDED.received_at
      ), gone AS (
        DELETE FROM remote_documents d USING taken t WHERE d.namespace = t.namespace AND d.id = ANY(${gone}::text[])
      ), done AS (
        DELETE FROM remote_stale s USING taken t WHERE s.id = ANY(${entries}::bigint[])
      )
      SELECT 1 AS one FROM taken`);
    return taken.length > 0;
  }

  async addStale(namespace: string, documents: readonly StaleDocument[]): Promise<void> {
    if (documents.length === 0) return;
    const rows = JSON.stringify(documents.map(({ id, receivedAt }) => ({ id, received_at: receivedAt })));
    await this.database.execute(sql`
      INSERT INTO remote_stale (namespace, memory_id, received_at)
      SELECT ${namespace}, r.id, r.received_at
      FROM json_to_recordset(${rows}::json) AS r (id text, received_at timestamptz)`);
  }

  /** The digests of the rows by id, in hex. */
  async digests(namespace: string): Promise<Map<string, string>> {
    const rows = await this.database.query<{ id: string; digest: string }>(sql`
      SELECT d.id, encode(d.digest, 'hex') AS digest FROM remote_documents d WHERE d.namespace = ${namespace}`);
    return new Map(rows.map(({ id, digest }) => [id, digest]));
  }

  /**
   * True for one of the services, once the last walk is `leastMs` old and `share` times as old as it took. Notes that the
   * next walk begins.
   */
  async claimWalk(namespace: string, leastMs: number, share: number): Promise<boolean> {
    const claimed = await this.database.execute(sql`
      UPDATE remote_indexes i SET walked_at = clock_timestamp()
      WHERE i.namespace = ${namespace} AND (i.walked_at IS NULL OR i.walked_at <= clock_timestamp()
        - GREATEST(${leastMs}::float8, ${share}::float8 * i.walk_ms) * interval '1 millisecond')`);
    return claimed > 0;
  }

  /** `surplus`: null if this walk could not tell. */
  async noteWalk(namespace: string, ms: number, surplus: number | null): Promise<void> {
    await this.database.execute(sql`
      UPDATE remote_indexes i SET walked_at = clock_timestamp(), walk_ms = ${Math.ceil(ms)},
        surplus = COALESCE(${surplus}::integer, i.surplus)
      WHERE i.namespace = ${namespace}`);
  }
}

type StaleRow = [id: string, receivedMs: number | null];

function toRow(memory: Memory, receivedAt: Date | null): Record<string, unknown> {
  return {
    id: memory.id,
    place_key: placeOf(memory).key,
    created_at: memory.createdAt,
    updated_at: memory.updatedAt,
    received_at: receivedAt,
    status: memory.status,
    type: memory.type,
    source: memory.source,
    source_ref: memory.sourceRef,
    tags: memory.tags,
    scope: memory.scope,
    metadata: memory.metadata,
    trust: memory.trust,
    expires_at: memory.expiresAt,
    content_key: contentKey(memory.content),
    size: memory.content.length,
    bytes: bytesOf(memory),
    digest: digestOf(memory),
  };
}
