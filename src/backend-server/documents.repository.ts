// SQL: one statement stores documents with their memories (`json_to_recordset`), and locks follow the order of ids.
import { createHash } from 'node:crypto';
import { UUID } from '../common/uuid';
import { PrismaService } from '../database/prisma.service';
import { sql } from '../database/sql';
import { contentKey } from '../backend/fingerprints';
import { toMemory } from '../backend/document';
import { instantIn } from '../backend/document-metadata';
import { FIELD_LIST } from '../backend/memory-columns';
import { columnDefinitions, columnList, columnOf, joined } from '../backend/embedded/column-sql';
import { clearRemains, LEAVING_TOMBSTONES } from '../backend/embedded/deletion-remains';
import { byColumn } from '../backend/embedded/memory-rows';

/** A document as a client of the backend server gave it, verbatim. */
export interface NewDocument {
  /** 1 to 256 bytes. */
  id: string;
  text: string;
  metadata: Readonly<Record<string, unknown>>;
}

export interface StoredDocument extends NewDocument {
  /** When it was first stored. */
  createdAt: Date;
}

/** The version of a UUID stands here; those derived are of version 8 (RFC 9562), which is free for such uses. */
const VERSION_AT = 14;

/**
 * The id of the memory that a document stands for: its own where that is a UUID in lower case, else one derived from
 * it. A UUID of version 8 counts as any other text, so that no id can be made up to be the derived one of another.
 */
export function memoryIdOf(documentId: string): string {
  if (UUID.test(documentId) && documentId[VERSION_AT] !== '8') return documentId;
  const bytes = createHash('sha256').update(documentId).digest().subarray(0, 16);
  bytes[6] = 0x80 | (bytes.readUInt8(6) & 0x0f);
  bytes[8] = 0x80 | (bytes.readUInt8(8) & 0x3f);
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/** A document without a time of creation keeps the time of its first storing. */
const KEPT_CREATED_AT = sql`CASE WHEN (SELECT g.dated FROM given g WHERE g.id = EXCLUDED.id)
            THEN EXCLUDED.created_at ELSE m.created_at END`;

const REPLACED_COLUMNS = joined(
  FIELD_LIST.filter(({ name }) => name !== 'id').map((field) => {
    const value = field.name === 'createdAt' ? KEPT_CREATED_AT : columnOf(field, 'EXCLUDED');
    return sql`${columnOf(field)} = ${value}`;
  }),
);

interface DeletedDocument {
  id: string;
  memoryId: string;
  namespace: string | null;
}

export type ListedDocument = StoredDocument & { seq: number };

/** Documents, and the memories that they are found by. */
export class DocumentsRepository {
  constructor(private readonly database: PrismaService) {}

  /**
   * Stores documents of different ids in the given order, each with its memory; existing ones are replaced. Locks rows
   * in the order of ids, against deadlocks. The number stored: 0 when the namespace does not exist.
   */
  async put(namespace: string, documents: readonly NewDocument[], at: Date): Promise<number> {
    const rows = JSON.stringify(documents.map((document) => toRow(document, at)));
    return this.database.execute(sql`
      WITH space AS (
        SELECT n.id AS namespace_id FROM namespaces n WHERE n.name = ${namespace} FOR KEY SHARE
      ), given AS MATERIALIZED (
        SELECT s.namespace_id, r.*, nextval(pg_get_serial_sequence('memories', 'seq')) AS memory_seq,
          nextval(pg_get_serial_sequence('documents', 'seq')) AS document_seq
        FROM space s CROSS JOIN (
          SELECT * FROM ROWS FROM (json_to_recordset(${rows}::json)
            AS (document_id text, text text, document_metadata jsonb, dated boolean, content_key bigint,
              ${columnDefinitions(FIELD_LIST)})) WITH ORDINALITY AS j
          ORDER BY j.ordinality
        ) r
      ), kept AS (
        INSERT INTO memories AS m (namespace_id, seq, content_key, ${columnList(FIELD_LIST)}) OVERRIDING SYSTEM VALUE
        SELECT g.namespace_id, g.memory_seq, g.content_key, ${columnList(FIELD_LIST, 'g')}
        FROM given g ORDER BY g.id
        ON CONFLICT (namespace_id, id) DO UPDATE SET content_key = EXCLUDED.content_key, ${REPLACED_COLUMNS}
        RETURNING m.id
      )
      INSERT INTO documents AS d (namespace_id, id, memory_id, seq, text, metadata, created_at)
        OVERRIDING SYSTEM VALUE
      SELECT g.namespace_id, g.document_id, g.id, g.document_seq, g.text, g.document_metadata, ${at}::timestamptz
      FROM given g JOIN kept k ON k.id = g.id ORDER BY g.id
      ON CONFLICT (namespace_id, id) DO UPDATE SET text = EXCLUDED.text, metadata = EXCLUDED.metadata`);
  }

  async find(namespaceId: string, ids: readonly string[]): Promise<StoredDocument[]> {
    return this.database.query(sql`
      SELECT d.id, d.text, d.metadata, d.created_at AS "createdAt" FROM documents d
      WHERE d.namespace_id = ${namespaceId}::bigint AND d.id = ANY(${ids}::text[])`);
  }

  async findByMemory(
    namespaceId: string,
    memoryIds: readonly string[],
  ): Promise<(StoredDocument & { memoryId: string })[]> {
    return this.database.query(sql`
      SELECT d.memory_id AS "memoryId", d.id, d.text, d.metadata, d.created_at AS "createdAt" FROM documents d
      WHERE d.namespace_id = ${namespaceId}::bigint AND d.memory_id = ANY(${memoryIds}::uuid[])`);
  }

  /** Deletes documents with their memories; returns the ids of the deleted ones. */
  async delete(namespaceId: string, ids: readonly string[]): Promise<string[]> {
    return this.database.transaction(async () => {
      const rows = await this.deleteRows(namespaceId, ids);
      const deleted = {
        namespaceId,
        namespace: rows[0]?.namespace ?? null,
        ids: rows.map(({ memoryId }) => memoryId),
      };
      await clearRemains(this.database, deleted);
      return rows.map(({ id }) => id);
    });
  }

  private deleteRows(namespaceId: string, ids: readonly string[]): Promise<DeletedDocument[]> {
    return this.database.query(sql`
      WITH selected AS (
        SELECT d.id, m.id AS memory_id FROM documents d
        JOIN memories m ON m.namespace_id = d.namespace_id AND m.id = d.memory_id
        WHERE d.namespace_id = ${namespaceId}::bigint AND d.id = ANY(${ids}::text[])
        ORDER BY m.id FOR UPDATE OF m
      ), gone AS (
        DELETE FROM memories m USING selected d
        WHERE m.namespace_id = ${namespaceId}::bigint AND m.id = d.memory_id
        RETURNING m.namespace_id, m.id, d.id AS document_id
      ), ${LEAVING_TOMBSTONES}
      DELETE FROM documents d USING gone g CROSS JOIN own
      WHERE d.namespace_id = ${namespaceId}::bigint AND d.id = g.document_id
      RETURNING d.id, g.id AS "memoryId",
        (SELECT n.name FROM namespaces n WHERE n.id = d.namespace_id) AS namespace`);
  }

  /** Lists documents after a sequence number, in the order in which they were first stored. */
  async list(namespaceId: string, after: number, limit: number): Promise<ListedDocument[]> {
    return this.database.query(sql`
      SELECT d.seq::float8 AS seq, d.id, d.text, d.metadata, d.created_at AS "createdAt" FROM documents d
      WHERE d.namespace_id = ${namespaceId}::bigint AND d.seq > ${after}::bigint
      ORDER BY d.seq LIMIT ${limit}`);
  }

  /** With the number of their documents: each has one memory, and those are counted as they are written. */
  async listNamespaces(): Promise<{ name: string; count: number }[]> {
    return this.database.query(sql`
      SELECT n.name, COALESCE(sum(c.memories), 0)::float8 AS count
      FROM namespaces n LEFT JOIN memory_counts c ON c.namespace_id = n.id
      WHERE n.name IS NOT NULL GROUP BY n.name ORDER BY n.name`);
  }

  /** Locks the name until the transaction ends: of two concurrent requests, one creates the namespace. */
  async lockName(name: string): Promise<void> {
    await this.database.query(sql`
      SELECT 1 AS locked FROM (SELECT pg_advisory_xact_lock(hashtextextended(${name}, 1))) AS l`);
  }
}

/** `dated`: false without a time of creation. */
function toRow(document: NewDocument, at: Date): Record<string, unknown> {
  const memory = toMemory({ ...document, createdAt: at.toISOString() });
  return {
    document_id: document.id,
    text: document.text,
    document_metadata: document.metadata,
    dated: instantIn(document.metadata.created_at) !== null,
    content_key: contentKey(memory.content),
    ...byColumn({ ...memory, id: memoryIdOf(document.id) }),
  };
}
