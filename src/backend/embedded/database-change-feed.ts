import { Database, sql, type Sql } from '../../database/database';
import type {
  ChangeFeed,
  EmbeddedDocument,
  FeedChanges,
  FeedCursor,
  FeedSlice,
} from '../../retrieval/change-feed';
import type { IndexDocument } from '../../retrieval/index-document';
import type { VectorSpace } from '../../retrieval/vector-space';
import { toLanguage } from '../../common/languages';
import type { MemoryStatus } from '../memory';
import { inRange } from './lifecycle/id-range';
import { BEFORE_ALL, LAST } from './lifecycle/id-slices';
import { MEMORY_TEXT, MEMORY_VERSION } from './memory-rows';

interface DocumentRow {
  id: string;
  seq: number;
  version: number;
  grouping: string | null;
  /** Null: as it was, and so the vector. */
  text: string | null;
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

/** `version`: the transaction that wrote it. */
type Change =
  | ({ kind: 'row' } & DocumentRow)
  | { kind: 'tombstone'; id: string; version: number }
  | { kind: 'vector'; id: string; version: number; vector: Uint8Array };

type Changes = Extract<FeedChanges, { kind: 'changes' }>;

type ChangeRow = CursorRow & { is_pruned: boolean } & (Change | { kind: null });

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
      SELECT ${documentColumns(MEMORY_TEXT)}, ${vectorColumn(cursor)} FROM memories m ${vectorJoin(cursor, sql``)}
      WHERE ${inRange(cursor.namespaceId, { after: afterId ?? BEFORE_ALL, until: LAST, limit })}`);
    return rows.map(toDocument);
  }

  async changes(namespace: string, cursor: FeedCursor, slice: FeedSlice): Promise<FeedChanges> {
    const { from, limit } = slice;
    const isNew = sql`m.text_xid >= ${cursor.xmin}::text::xid8`;
    const rows = await this.query<ChangeRow>(sql`
      SELECT ${this.cursorColumns}, ${isPruned(from)} AS is_pruned, f.* FROM namespaces n LEFT JOIN LATERAL (
        (SELECT 'row' AS kind, ${documentColumns(sql`CASE WHEN ${isNew} THEN ${MEMORY_TEXT} END`)}, ${vectorColumn(cursor)}
          FROM memories m ${vectorJoin(cursor, sql`AND ${isNew}`)}
          WHERE m.namespace_id = n.id AND m.xid >= ${from}::text::xid8 AND m.xid < ${NEXT_XID}
          ORDER BY m.xid LIMIT ${limit + 1})
        UNION ALL
        (SELECT 'tombstone', t.memory_id, NULL, t.xid::text::float8, ${NO_DOCUMENT}, NULL FROM memory_tombstones t
          WHERE t.namespace_id = n.id AND t.xid >= ${from}::text::xid8 AND t.xid < ${NEXT_XID}
            ${from === cursor.xmin ? sql`` : IS_GONE}
          ORDER BY t.xid LIMIT ${limit + 1})
        ${cursor.space === null ? sql`` : vectorChanges(cursor.space, slice)}
      ) AS f ON true
      WHERE n.name = ${namespace}`);
    const first = rows[0];
    if (!first) return { kind: 'gone' };
    const next = this.cursorOf(first);
    if (!isSameCourse(cursor, next) || first.is_pruned) return { kind: 'rebuild' };
    return { kind: 'changes', cursor: next, ...sorted(rows), rest: restOf(rows, limit, next) };
  }

  private get cursorColumns(): Sql {
    const space = this.options.withVectors ? CURRENT_SPACE : sql`NULL`;
    return sql`${CURSOR_COLUMNS}, ${space} AS space`;
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
 * After all that a snapshot sees. A prepared statement is planned without its values, and takes an open range for a
 * third of the table, which it would read whole; a closed one it takes for a sliver, and uses the index. Rows with
 * a later transaction come from a dump of another server: a build reads them.
 */
const NEXT_XID: Sql = sql`pg_snapshot_xmax(pg_current_snapshot())`;

/** Another server, or the same one restarted, may count transactions otherwise: its start time tells them apart. */
const CURSOR_COLUMNS: Sql = sql`n.id::text AS namespace_id,
  extract(epoch FROM pg_postmaster_start_time())::text AS server,
  pg_snapshot_xmin(pg_current_snapshot())::text AS xmin, n.language`;

/** The pieces of a file (`{file_id}#{number}`) stand next to each other, and so do memories of a session. */
const GROUPING: Sql = sql`coalesce(
  CASE WHEN m.source = 'upload' THEN 'file:' || substring(m.source_ref FROM '^(.+)#[0-9]+$') END,
  'session:' || m.session_id)`;

function documentColumns(text: Sql): Sql {
  return sql`m.id, m.seq::float8 AS seq, ${MEMORY_VERSION} AS version, ${GROUPING} AS grouping, ${text} AS text,
    m.type, m.tags, m.source, m.status, extract(epoch FROM m.created_at)::float8 * 1000 AS created_ms`;
}

/** The columns of a document between its version and its vector. */
const NO_DOCUMENT: Sql = sql`NULL, NULL, NULL, NULL, NULL, NULL, NULL`;

function vectorColumn({ space }: FeedCursor): Sql {
  return space === null ? sql`NULL::bytea AS vector` : sql`v.vector`;
}

/** `and`: what must hold of a document besides, for its vector to come. */
function vectorJoin({ space }: FeedCursor, and: Sql): Sql {
  if (space === null) return sql``;
  return sql`LEFT JOIN memory_embeddings v
    ON v.namespace_id = m.namespace_id AND v.memory_id = m.id AND v.model_id = ${space.id}::int ${and}`;
}

const CURRENT_SPACE: Sql = sql`(
  SELECT json_build_object('id', w.id, 'dimensions', w.dimensions, 'mean', w.similarity_mean,
    'deviation', w.similarity_deviation)
  FROM embedding_models w WHERE w.is_current)`;

/**
 * A memory that was stored again may have been in an earlier slice, since transactions do not write in the order of
 * their ids. One that is in a later slice is put back by that.
 */
const IS_GONE: Sql = sql`AND NOT EXISTS (
  SELECT FROM memories m WHERE m.namespace_id = t.namespace_id AND m.id = t.memory_id)`;

function vectorChanges(space: VectorSpace, { from, limit }: FeedSlice): Sql {
  return sql`UNION ALL
    (SELECT 'vector', e.memory_id, NULL, e.xid::text::float8, ${NO_DOCUMENT}, e.vector FROM memory_embeddings e
      WHERE e.namespace_id = n.id AND e.model_id = ${space.id}::int
        AND e.xid >= ${from}::text::xid8 AND e.xid < ${NEXT_XID}
      ORDER BY e.xid LIMIT ${limit + 1})`;
}

/**
 * Whether deletions may be missing that were pruned. Only those of finished transactions are, so another mark
 * comes from a dump of another server.
 */
function isPruned(from: string): Sql {
  return sql`CASE WHEN n.pruned_xid IS NULL THEN false ELSE n.pruned_xid >= ${from}::text::xid8
    AND n.pruned_xid < pg_snapshot_xmin(pg_current_snapshot()) END`;
}

function sorted(rows: readonly ChangeRow[]): Pick<Changes, 'changed' | 'removed' | 'embedded'> {
  const changed: IndexDocument[] = [];
  const removed: string[] = [];
  const embedded: EmbeddedDocument[] = [];
  for (const row of rows) {
    if (row.kind === 'row') changed.push(toDocument(row));
    else if (row.kind === 'tombstone') removed.push(row.id);
    else if (row.kind === 'vector') embedded.push({ id: row.id, vector: toVector(row.vector) });
  }
  if (removed.length === 0 || changed.length === 0) return { changed, removed, embedded };
  const there = new Set(changed.map(({ id }) => id));
  return { changed, removed: removed.filter((id) => !there.has(id)), embedded };
}

/**
 * Where the next slice starts. What is at the limit may be a part of its transaction. A slice may not go beyond
 * the transactions that its snapshot knows to be finished: others will have written before its end.
 */
function restOf(rows: readonly ChangeRow[], limit: number, { xmin }: FeedCursor): string | null {
  if (rows.length <= limit) return null;
  let rest = Infinity;
  for (const kind of ['row', 'tombstone', 'vector'] as const) {
    const versions = rows.flatMap((row) => (row.kind === kind ? [row.version] : []));
    const last = versions.reduce((latest, version) => Math.max(latest, version), 0);
    if (versions.length > limit) rest = Math.min(rest, last);
  }
  return rest === Infinity ? null : String(Math.min(rest, Number(xmin)));
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
