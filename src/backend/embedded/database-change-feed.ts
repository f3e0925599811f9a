import { Database, sql, type Sql } from '../../database/database';
import type { ChangeFeed, FeedChanges, FeedCursor } from '../../retrieval/change-feed';
import type { IndexDocument } from '../../retrieval/index-document';
import type { VectorSpace } from '../../retrieval/vector-space';
import { toLanguage } from '../../common/languages';
import type { MemoryStatus } from '../memory';
import { MEMORY_VERSION } from './memory-rows';

interface DocumentRow {
  id: string;
  seq: number;
  version: number;
  grouping: string | null;
  text: string;
  type: string;
  tags: string[];
  source: string;
  status: MemoryStatus;
  created_ms: number;
  vector: Uint8Array | null;
}

interface CursorRow {
  namespace_id: string;
  server: string;
  xmin: string;
  language: string;
  space: VectorSpace | null;
}

type ChangeRow = CursorRow &
  (
    | ({ kind: 'row' } & DocumentRow)
    | { kind: 'tombstone'; id: string }
    | { kind: 'vector'; id: string; vector: Uint8Array }
    | { kind: null }
  );

export interface FeedOptions {
  /** Whether the documents come with the vectors of the current model. */
  withVectors: boolean;
  /** Called when another server answers than before, where the same version may mean another row. */
  onNewServer: () => void;
}

/**
 * The recall index's view of the tables. Every row carries the id of the transaction that wrote it last, and
 * a snapshot knows the oldest transaction that it cannot see yet (`xmin`): rows with that id or a later one,
 * read in a later snapshot, hold everything committed in between. No writer waits for another for this.
 */
export class DatabaseChangeFeed implements ChangeFeed {
  private server: string | null = null;

  constructor(
    private readonly database: Database,
    private readonly options: FeedOptions,
  ) {}

  async start(namespace: string): Promise<FeedCursor | null> {
    const rows = await this.query<CursorRow>(sql`
      SELECT ${this.cursorColumns} FROM namespaces n WHERE n.name = ${namespace}`);
    return rows[0] ? this.cursorOf(rows[0]) : null;
  }

  async page(cursor: FeedCursor, afterId: string | null, limit: number): Promise<IndexDocument[]> {
    const rows = await this.query<DocumentRow>(sql`
      SELECT ${DOCUMENT_COLUMNS}, ${this.vectorColumn(cursor)} FROM memories m ${this.vectorJoin(cursor)}
      WHERE m.namespace_id = ${cursor.namespaceId}::bigint AND m.id > ${afterId ?? NO_ID}::uuid
      ORDER BY m.id LIMIT ${limit}`);
    return rows.map(toDocument);
  }

  async changes(namespace: string, cursor: FeedCursor, limit: number): Promise<FeedChanges> {
    const rows = await this.query<ChangeRow>(sql`
      SELECT ${this.cursorColumns}, f.* FROM namespaces n LEFT JOIN LATERAL (
        (SELECT 'row' AS kind, ${DOCUMENT_COLUMNS}, ${this.vectorColumn(cursor)}
          FROM memories m ${this.vectorJoin(cursor)}
          WHERE m.namespace_id = n.id AND m.xid >= ${cursor.xmin}::text::xid8 AND m.xid <= ${LAST_XID}
          ORDER BY m.xid LIMIT ${limit + 1})
        UNION ALL
        (SELECT 'tombstone', t.memory_id, ${NO_DOCUMENT}, NULL FROM memory_tombstones t
          WHERE t.namespace_id = n.id AND t.xid >= ${cursor.xmin}::text::xid8 AND t.xid <= ${LAST_XID}
          ORDER BY t.xid LIMIT ${limit + 1})
        ${cursor.space === null ? sql`` : vectorChanges(cursor.space, cursor.xmin, limit)}
      ) AS f ON true
      WHERE n.name = ${namespace}`);
    const first = rows[0];
    if (!first) return { kind: 'gone' };
    const next = this.cursorOf(first);
    if (!isSameCourse(cursor, next) || rows.length > limit) return { kind: 'rebuild' };
    return {
      kind: 'changes',
      cursor: next,
      changed: rows.flatMap((row) => (row.kind === 'row' ? [toDocument(row)] : [])),
      removed: rows.flatMap((row) => (row.kind === 'tombstone' ? [row.id] : [])),
      embedded: rows.flatMap((row) =>
        row.kind === 'vector' ? [{ id: row.id, vector: toVector(row.vector) }] : [],
      ),
    };
  }

  private get cursorColumns(): Sql {
    const space = this.options.withVectors ? CURRENT_SPACE : sql`NULL`;
    return sql`${CURSOR_COLUMNS}, ${space} AS space`;
  }

  private vectorColumn({ space }: FeedCursor): Sql {
    return space === null ? sql`NULL::bytea AS vector` : sql`v.vector`;
  }

  private vectorJoin({ space }: FeedCursor): Sql {
    if (space === null) return sql``;
    return sql`LEFT JOIN memory_embeddings v
      ON v.namespace_id = m.namespace_id AND v.memory_id = m.id AND v.model_id = ${space.id}::int`;
  }

  private cursorOf(row: CursorRow): FeedCursor {
    if (this.server !== null && this.server !== row.server) this.options.onNewServer();
    this.server = row.server;
    return {
      namespaceId: row.namespace_id,
      server: row.server,
      xmin: row.xmin,
      language: toLanguage(row.language),
      space: row.space,
    };
  }

  /** A reading is shared by requests, so it belongs to no transaction of any of them. */
  private query<Row>(statement: Sql): Promise<Row[]> {
    return this.database.apart(() => this.database.query<Row>(statement));
  }
}

/**
 * Excludes nothing. A prepared statement is planned without its values, and takes an open range for a third of
 * the table, which it would read whole; a closed one it takes for a sliver, and uses the index.
 */
const LAST_XID: Sql = sql`'18446744073709551615'::xid8`;

/** Before every id. */
const NO_ID = '00000000-0000-0000-0000-000000000000';

/** Another server, or the same one restarted, may count transactions otherwise: its start time tells them apart. */
const CURSOR_COLUMNS: Sql = sql`n.id::text AS namespace_id,
  extract(epoch FROM pg_postmaster_start_time())::text AS server,
  pg_snapshot_xmin(pg_current_snapshot())::text AS xmin, n.language`;

/** The pieces of a file (`{file_id}#{number}`) stand next to each other, and so do memories of a session. */
const GROUPING: Sql = sql`coalesce(
  CASE WHEN m.source = 'upload' THEN 'file:' || substring(m.source_ref FROM '^(.+)#[0-9]+$') END,
  'session:' || m.session_id)`;

/** A derived title repeats the content, and would count its first words twice. */
const DOCUMENT_COLUMNS: Sql = sql`m.id, m.seq::float8 AS seq, ${MEMORY_VERSION} AS version, ${GROUPING} AS grouping,
  CASE WHEN m.title_derived THEN m.content ELSE m.title || E'\n' || m.content END AS text,
  m.type, m.tags, m.source, m.status, extract(epoch FROM m.created_at)::float8 * 1000 AS created_ms`;

/** The columns of a document between its id and its vector. */
const NO_DOCUMENT: Sql = sql`NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL`;

const CURRENT_SPACE: Sql = sql`(
  SELECT json_build_object('id', w.id, 'dimensions', w.dimensions, 'mean', w.similarity_mean,
    'deviation', w.similarity_deviation)
  FROM embedding_models w WHERE w.is_current)`;

function vectorChanges(space: VectorSpace, xmin: string, limit: number): Sql {
  return sql`UNION ALL
    (SELECT 'vector', e.memory_id, ${NO_DOCUMENT}, e.vector FROM memory_embeddings e
      WHERE e.namespace_id = n.id AND e.model_id = ${space.id}::int
        AND e.xid >= ${xmin}::text::xid8 AND e.xid <= ${LAST_XID}
      ORDER BY e.xid LIMIT ${limit + 1})`;
}

/** Whether changes lead from one cursor to the other. */
function isSameCourse(from: FeedCursor, to: FeedCursor): boolean {
  return from.server === to.server && from.namespaceId === to.namespaceId && from.space?.id === to.space?.id;
}

function toVector(bytes: Uint8Array): Int8Array {
  return new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length);
}

function toDocument(row: DocumentRow): IndexDocument {
  return {
    id: row.id,
    order: row.seq,
    version: row.version,
    group: row.grouping,
    text: row.text,
    type: row.type,
    tags: row.tags,
    source: row.source,
    status: row.status,
    createdAt: Math.round(row.created_ms),
    vector: row.vector === null ? null : toVector(row.vector),
  };
}
