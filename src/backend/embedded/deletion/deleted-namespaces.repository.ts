// SQL: slices of a namespace by the place of rows (`ctid`), which Prisma does not know.
import type { Slice } from '../../../database/bounded-work';
import { PrismaService } from '../../../database/prisma.service';
import { sql, type Sql } from '../../../database/sql';

/** Rows of namespaces, in the order of a key by which the table has an index behind the namespace. */
export interface NamespaceTable {
  table: Sql;
  key: Sql;
  type: Sql;
  /** The least and the greatest key. A range closed on both sides makes the planner use the index (see `inRange`). */
  first: string;
  last: string;
}

const UUIDS = {
  type: sql`uuid`,
  first: '00000000-0000-0000-0000-000000000000',
  last: 'ffffffff-ffff-ffff-ffff-ffffffffffff',
};
const GREATEST_CHARACTER = '\u{10ffff}';
/** A fingerprint is a SHA-256 digest; this is longer. */
const GREATEST_DIGEST = `\\x${'ff'.repeat(33)}`;

export interface DeletedSlice extends Slice<string> {
  /** Milliseconds that the database worked, without the way to it and the wait for a connection. */
  ms: number;
}

/** In the order of deletion: the backlog first, so that no model is asked for its memories. */
export const NAMESPACE_TABLES: readonly NamespaceTable[] = [
  { table: sql`embedding_backlog`, key: sql`memory_id`, ...UUIDS },
  { table: sql`memory_embeddings`, key: sql`memory_id`, ...UUIDS },
  {
    table: sql`documents`,
    key: sql`id`,
    type: sql`text`,
    first: '',
    last: GREATEST_CHARACTER.repeat(2),
  },
  { table: sql`memories`, key: sql`id`, ...UUIDS },
  { table: sql`memory_history`, key: sql`memory_id`, ...UUIDS },
  {
    table: sql`memory_tombstones`,
    key: sql`xid`,
    type: sql`xid8`,
    first: '0',
    last: '18446744073709551615',
  },
  {
    table: sql`deleted_fingerprints`,
    key: sql`fingerprint`,
    type: sql`bytea`,
    first: '\\x',
    last: GREATEST_DIGEST,
  },
  { table: sql`recall_segment_chunks`, key: sql`segment_id`, ...UUIDS },
];

/** Namespaces that were deleted and whose rows are still there. */
export class DeletedNamespacesRepository {
  constructor(private readonly database: PrismaService) {}

  /**
   * Takes the name of a namespace: from the commit of the caller's transaction nothing finds it any more. Waits for
   * transactions that store memories in it. Its id; null when there is none of this name.
   */
  async markDeleted(name: string): Promise<string | null> {
    const rows = await this.database.query<{ id: string }>(sql`
      UPDATE namespaces n SET name = NULL, deleted_at = statement_timestamp() WHERE n.name = ${name}
      RETURNING n.id::text AS id`);
    return rows[0]?.id ?? null;
  }

  /** Resolves when no open transaction holds the namespace, such as the one that marks it as deleted. */
  async waitFor(namespaceId: string): Promise<void> {
    await this.database.query(sql`
      SELECT 1 AS one FROM held_namespaces n WHERE n.id = ${namespaceId}::bigint FOR KEY SHARE`);
  }

  /** The one that was created first; null when there is none. */
  async findNext(): Promise<string | null> {
    const rows = await this.database.query<{ id: string }>(sql`
      SELECT n.id::text AS id FROM namespaces n WHERE n.name IS NULL ORDER BY n.id LIMIT 1`);
    return rows[0]?.id ?? null;
  }

  /** Deletes at most `limit` rows from a key on. `last`: where the next slice starts; null after the last slice. */
  async deleteSlice(
    namespaceId: string,
    { table, key, type, last }: NamespaceTable,
    from: string,
    limit: number,
  ): Promise<DeletedSlice> {
    const rows = await this.database.query<{ last: string | null; read: number; ms: number }>(sql`
      WITH slice AS MATERIALIZED (
        SELECT t.ctid AS place, t.${key} AS key FROM ${table} t
        WHERE t.namespace_id = ${namespaceId}::bigint
          AND t.${key} >= ${from}::text::${type} AND t.${key} <= ${last}::text::${type}
        ORDER BY t.${key} LIMIT ${limit}
      ), gone AS (
        DELETE FROM ${table} t USING slice s
        WHERE t.ctid = s.place AND t.namespace_id = ${namespaceId}::bigint RETURNING 1
      )
      SELECT (SELECT s.key::text FROM slice s ORDER BY s.key DESC LIMIT 1) AS last,
        (SELECT count(*) FROM slice)::float8 AS read,
        extract(epoch FROM clock_timestamp() - statement_timestamp())::float8 * 1000 AS ms
      FROM (SELECT count(*) FROM gone) AS after_deletion`);
    const { last: reached = null, read = 0, ms = 0 } = rows[0] ?? {};
    return { last: read < limit ? null : reached, touched: read, ms };
  }

  /** Deletes the namespace, and rows that transactions which had begun before wrote after its slices. */
  async deleteEmptied(namespaceId: string): Promise<void> {
    // A few rows, which a foreign key takes away too, but not on a distributed database.
    for (const table of [sql`memory_counts`, sql`recall_segments`])
      await this.database.execute(sql`DELETE FROM ${table} t WHERE t.namespace_id = ${namespaceId}::bigint`);
    await this.database.execute(sql`
      DELETE FROM namespaces n WHERE n.id = ${namespaceId}::bigint AND n.name IS NULL`);
  }
}
