// SQL: FOR UPDATE SKIP LOCKED, the database's clock, and vectors from `json_to_recordset`.
import { createHash } from 'node:crypto';
import { PrismaService } from '../../../database/prisma.service';
import { sql } from '../../../database/sql';
import { IS_SOUND, MEMORY_TEXT } from '../memory-rows';

/** A memory taken from the backlog to be embedded. */
export interface BacklogItem {
  /** Of its namespace. */
  namespaceId: string;
  memoryId: string;
  revision: number;
  /** This one included. */
  attempts: number;
  text: string;
}

export interface EmbeddedItem {
  item: BacklogItem;
  vector: Int8Array;
}

export interface BacklogCounts {
  /** Memories that wait, at most `MAX_COUNTED`. */
  waiting: number;
  /** Those of them that failed often. */
  failing: number;
}

/** Counting a long backlog exactly would cost more than knowing is worth. */
export const MAX_COUNTED = 100_000;

/** Of the text of a memory, as its hash is stored: 128 bits in hex. */
export function textHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

/** Which memories wait for their vector. Shared by processes: what one has taken, no other takes meanwhile. */
export class EmbeddingBacklogRepository {
  constructor(private readonly database: PrismaService) {}

  /** Takes at most `limit` due memories. They are due again after `leaseMs`, in case this process ends. */
  async claim(modelId: number, limit: number, leaseMs: number): Promise<BacklogItem[]> {
    const taken = await this.database.query<Omit<BacklogItem, 'text'>>(sql`
      WITH due AS (
        SELECT d.namespace_id, d.memory_id, d.model_id FROM embedding_backlog d
        WHERE d.model_id = ${modelId}::int AND d.due_at <= now()
        ORDER BY d.due_at LIMIT ${limit} FOR UPDATE SKIP LOCKED
      )
      UPDATE embedding_backlog b
      SET attempts = b.attempts + 1, due_at = now() + ${leaseMs}::float8 * interval '1 millisecond'
      FROM due WHERE (b.namespace_id, b.memory_id, b.model_id) = (due.namespace_id, due.memory_id, due.model_id)
      RETURNING b.namespace_id::text AS "namespaceId", b.memory_id AS "memoryId", b.revision, b.attempts`);
    return taken.length === 0 ? [] : this.withTexts(taken);
  }

  /** Vectors of texts that were embedded before, by hash. */
  async known(modelId: number, hashes: readonly string[]): Promise<Map<string, Int8Array>> {
    const rows = await this.database.query<{ hash: string; vector: Uint8Array }>(sql`
      SELECT h.hash, e.vector FROM unnest(${hashes}::text[]) AS h (hash) CROSS JOIN LATERAL (
        SELECT v.vector FROM memory_embeddings v
        WHERE v.model_id = ${modelId}::int AND v.text_hash = decode(h.hash, 'hex') LIMIT 1) AS e`);
    return new Map(rows.map(({ hash, vector }) => [hash, new Int8Array(vector)]));
  }

  /**
   * Keeps vectors and takes their memories off the backlog: of memories that still say what was embedded. One
   * that somebody is changing at this moment stays in the backlog.
   */
  async complete(modelId: number, embedded: readonly EmbeddedItem[]): Promise<number> {
    const rows = embedded.map(({ item, vector }) => ({
      namespace_id: item.namespaceId,
      memory_id: item.memoryId,
      revision: item.revision,
      hash: textHash(item.text),
      vector: Buffer.from(vector.buffer, vector.byteOffset, vector.length).toString('base64'),
    }));
    return this.database.execute(sql`
      WITH done AS (
        SELECT d.namespace_id, d.memory_id, d.revision, d.hash, d.vector
        FROM json_to_recordset(${JSON.stringify(rows)}::json)
          AS d (namespace_id bigint, memory_id uuid, revision int, hash text, vector text)
        JOIN memories m ON m.namespace_id = d.namespace_id AND m.id = d.memory_id
        FOR KEY SHARE OF m SKIP LOCKED
      ), taken AS (
        DELETE FROM embedding_backlog b USING done d
        WHERE (b.namespace_id, b.memory_id, b.model_id, b.revision)
          = (d.namespace_id, d.memory_id, ${modelId}::int, d.revision)
        RETURNING d.namespace_id, d.memory_id, d.hash, d.vector
      )
      INSERT INTO memory_embeddings (namespace_id, memory_id, model_id, text_hash, vector)
      SELECT t.namespace_id, t.memory_id, ${modelId}::int, decode(t.hash, 'hex'), decode(t.vector, 'base64')
      FROM taken t
      ON CONFLICT (namespace_id, memory_id, model_id) DO UPDATE
        SET text_hash = excluded.text_hash, vector = excluded.vector, xid = pg_current_xact_id()`);
  }

  /** Gives memories back as if they had not been taken: the failure was not theirs. */
  async release(modelId: number, items: readonly BacklogItem[]): Promise<void> {
    await this.database.execute(sql`
      UPDATE embedding_backlog b SET attempts = GREATEST(0, b.attempts - 1), due_at = now()
      FROM json_to_recordset(${keysOf(items)}::json) AS d (namespace_id bigint, memory_id uuid, revision int)
      WHERE (b.namespace_id, b.memory_id, b.model_id, b.revision)
        = (d.namespace_id, d.memory_id, ${modelId}::int, d.revision)`);
  }

  /** Lets a memory wait before it is tried again. */
  async defer(modelId: number, item: BacklogItem, waitMs: number): Promise<void> {
    await this.database.execute(sql`
      UPDATE embedding_backlog b SET due_at = now() + ${waitMs}::float8 * interval '1 millisecond'
      WHERE b.namespace_id = ${item.namespaceId}::bigint AND b.memory_id = ${item.memoryId}::uuid
        AND b.model_id = ${modelId}::int AND b.revision = ${item.revision}::int`);
  }

  /** `failing`: after this many attempts. */
  async count(modelId: number, failing: number): Promise<BacklogCounts> {
    const rows = await this.database.query<BacklogCounts>(sql`
      SELECT count(*)::float8 AS waiting, (count(*) FILTER (WHERE c.attempts >= ${failing}::int))::float8 AS failing
      FROM (SELECT b.attempts FROM embedding_backlog b WHERE b.model_id = ${modelId}::int LIMIT ${MAX_COUNTED}) AS c`);
    return rows[0] ?? { waiting: 0, failing: 0 };
  }

  /**
   * The texts of memories. Read after they were taken: a text changed since has moved the revision, and its vector
   * is not kept; read together with it, a text could be older than the revision.
   */
  private async withTexts(taken: readonly Omit<BacklogItem, 'text'>[]): Promise<BacklogItem[]> {
    const rows = await this.database.query<{ id: string; text: string }>(sql`
      SELECT d.namespace_id::text || ' ' || d.memory_id AS id,
        ${MEMORY_TEXT} AS text
      FROM json_to_recordset(${keysOf(taken)}::json) AS d (namespace_id bigint, memory_id uuid)
      JOIN memories m ON m.namespace_id = d.namespace_id AND m.id = d.memory_id AND ${IS_SOUND}`);
    const texts = new Map(rows.map(({ id, text }) => [id, embeddedText(text)]));
    return taken.flatMap((item) => {
      const text = texts.get(`${item.namespaceId} ${item.memoryId}`);
      return text === undefined ? [] : [{ ...item, text }];
    });
  }
}

function keysOf(items: readonly Omit<BacklogItem, 'text'>[]): string {
  return JSON.stringify(
    items.map(({ namespaceId, memoryId, revision }) => ({
      namespace_id: namespaceId,
      memory_id: memoryId,
      revision,
    })),
  );
}

/**
 * Which form of a memory's text is embedded; part of a model's identity. Raise it when `embeddedText` changes: all
 * memories are then embedded again, as with another model.
 */
export const TEXT_FORM = 1;

/** A time of day in brackets, as chat logs write it: `[1:56 pm on 8 May, 2023] `. */
const TIME = /^[[(][^\][()\n]{0,40}\d:\d\d[^\][()\n]{0,40}[\])]\s*/;

/** The text without the time of a turn, which makes turns of one session alike. A text of only a time keeps it. */
export function embeddedText(text: string): string {
  const rest = text.replace(TIME, '');
  return rest === '' ? text : rest;
}
