// SQL: the changes since a snapshot, by transaction ids (`xid8`), in one statement for several namespaces.
import { BatchLoader } from '../../common/batch-loader';
import { PrismaService } from '../../database/prisma.service';
import { sql, type Sql } from '../../database/sql';
import type {
  ChangeFeed,
  FeedChanges,
  FeedCursor,
  FeedExtent,
  FeedSlice,
  IndexDocument,
} from '../../retrieval/change-feed';
import { toLanguage } from '../../common/languages';
import { NEXT_XID, SERVER_START } from './namespace-version';
import { restOf, sorted, toDocument, type ChangeRow, type CursorRow, type DocumentRow } from './feed-rows';
import { BEFORE_ALL, LAST } from './lifecycle/id-slices';
import { SUMMARY_SOURCE, SUMMARY_TAG } from '../../common/session-summary';
import {
  CREATED_MS,
  idOf,
  inRange,
  IS_SOUND,
  MEMORY_TEXT,
  MEMORY_VERSION,
  milliseconds,
} from './memory-rows';

interface ChangeRequest {
  namespace: string;
  cursor: FeedCursor;
  /** A transaction: the cursor's, or where the slice before ended. */
  from: string;
}

/**
 * Concurrent reads of several namespaces. With one read, later requests wait for all of it; with many, few requests
 * share each. `limit`: changes of each kind for each namespace, because all are in memory at once.
 */
const TOGETHER = { readings: 2, keys: 64, limit: 200 } as const;

export interface FeedOptions {
  /** Whether the documents come with the vectors of the current model. */
  withVectors: boolean;
  /** Called when another server answers than before, where the same version may mean another row. */
  onNewServer: () => void;
}

/**
 * The recall index's view of the tables. Each row has the id of the transaction that wrote it last. Rows from the
 * oldest transaction on that a snapshot does not see (`xmin`) hold all that is committed until a later snapshot.
 */
export class DatabaseChangeFeed implements ChangeFeed {
  private server: string | null = null;
  private readonly firstSlices = new BatchLoader<ChangeRequest, ChangeRow[]>(
    (requests) => this.readTogether(requests, TOGETHER.limit),
    TOGETHER,
  );

  constructor(
    private readonly database: PrismaService,
    private readonly options: FeedOptions,
  ) {}

  async start(namespace: string): Promise<FeedCursor | null> {
    const rows = await this.query<CursorRow>(sql`
      SELECT ${this.cursorColumns} FROM namespaces n
      LEFT JOIN LATERAL (${onServerOf(namespace)}) AS here ON true WHERE n.name = ${namespace}`);
    return rows[0] ? this.cursorOf(rows[0]) : null;
  }

  async extent(namespace: string): Promise<FeedExtent> {
    const dimensions = this.options.withVectors
      ? sql`(SELECT w.dimensions FROM embedding_models w WHERE w.is_current)`
      : sql`NULL::int`;
    const [row] = await this.query<{ documents: number; dimensions: number | null }>(sql`
      SELECT coalesce(sum(c.memories), 0)::float8 AS documents, ${dimensions} AS dimensions
      FROM memory_counts c WHERE c.namespace_id = ${idOf(namespace)}`);
    return { documents: row?.documents ?? 0, dimensions: row?.dimensions ?? 0 };
  }

  async page(cursor: FeedCursor, afterId: string | null, limit: number): Promise<IndexDocument[]> {
    const rows = await this.query<DocumentRow>(sql`
      SELECT ${documentColumns(MEMORY_TEXT)}, ${this.vectorColumn}
      FROM memories m ${this.vectorJoin(sql`${cursor.space?.id ?? null}::int`)}
      WHERE ${IS_INDEXED} AND ${inRange(cursor.namespaceId, { after: afterId ?? BEFORE_ALL, until: LAST, limit })}`);
    return rows.map(toDocument);
  }

  /**
   * Concurrent requests for first slices share one read. A namespace with more changes than `limit` is read by itself,
   * and so are later slices.
   */
  async changes(namespace: string, cursor: FeedCursor, slice: FeedSlice): Promise<FeedChanges> {
    const request = { namespace, cursor, from: slice.from };
    if (slice.from === cursor.xmin && slice.limit >= TOGETHER.limit) {
      const together = this.toChanges(request, await this.firstSlices.find(request), TOGETHER.limit);
      if (together.kind !== 'changes' || together.rest === null) return together;
    }
    const alone = await this.readChanges([request], slice.limit);
    return this.toChanges(request, alone.get(request) ?? null, slice.limit);
  }

  /** A distributed database has no snapshot of several namespaces, which may be on several servers. */
  private async readTogether(requests: readonly ChangeRequest[], limit: number) {
    if (requests.length > 1 && (await this.database.isDistributed())) {
      const each = await Promise.all(requests.map((request) => this.readChanges([request], limit)));
      return new Map(each.flatMap((found) => [...found]));
    }
    return this.readChanges(requests, limit);
  }

  /** Changes of several namespaces from one snapshot, at most so many of each kind for each; none of those that are gone. */
  private async readChanges(
    requests: readonly ChangeRequest[],
    limit: number,
  ): Promise<Map<ChangeRequest, ChangeRow[]>> {
    const isNew = sql`m.text_xid >= w.xmin`;
    const [only] = requests;
    const id = only && requests.length === 1 ? idOf(only.namespace) : sql`n.id`;
    const read = await this.query<ChangeRow & { place: number }>(sql`
      SELECT w.place, ${this.cursorColumns}, ${IS_PRUNED} AS is_pruned, f.*
      FROM ${wanted(requests)} JOIN namespaces n ON n.name = w.name LEFT JOIN LATERAL (
        (SELECT 'row' AS kind, ${documentColumns(sql`CASE WHEN ${isNew} THEN ${MEMORY_TEXT} END`)},
            ${this.vectorColumn}
          FROM memories m ${this.vectorJoin(sql`w.space_id AND ${isNew}`)}
          WHERE m.namespace_id = ${id} AND m.xid >= w.start AND m.xid < ${NEXT_XID}
          ORDER BY m.xid LIMIT ${limit + 1})
        UNION ALL
        (SELECT 'tombstone', t.memory_id, NULL, t.xid::text::float8, ${NO_DOCUMENT}, NULL FROM memory_tombstones t
          WHERE t.namespace_id = ${id} AND t.xid >= w.start AND t.xid < ${NEXT_XID}
            AND (w.start = w.xmin OR ${isGone(id)})
          ORDER BY t.xid LIMIT ${limit + 1})
        ${this.options.withVectors ? vectorChanges(id, limit) : sql``}
      ) AS f ON true`);
    const found = new Map<ChangeRequest, ChangeRow[]>();
    for (const row of read) {
      const request = requests[row.place - 1];
      if (request === undefined) continue;
      const rows = found.get(request);
      if (rows) rows.push(row);
      else found.set(request, [row]);
    }
    return found;
  }

  private toChanges({ cursor }: ChangeRequest, rows: ChangeRow[] | null, limit: number): FeedChanges {
    const first = rows?.[0];
    if (!rows || !first) return { kind: 'gone' };
    const next = this.cursorOf(first);
    if (!isSameSequence(cursor, next) || first.is_pruned) return { kind: 'rebuild' };
    return { kind: 'changes', cursor: next, ...sorted(rows), rest: restOf(rows, limit, next) };
  }

  private get cursorColumns(): Sql {
    const space = this.options.withVectors ? CURRENT_SPACE : sql`NULL`;
    return sql`${CURSOR_COLUMNS}, ${space} AS space`;
  }

  private get vectorColumn(): Sql {
    return this.options.withVectors ? sql`v.vector` : sql`NULL::bytea AS vector`;
  }

  /** `model`: the id of the vectors' model, and what must hold of a document besides, for its vector to come. */
  private vectorJoin(model: Sql): Sql {
    if (!this.options.withVectors) return sql``;
    return sql`LEFT JOIN memory_embeddings v
      ON v.namespace_id = m.namespace_id AND v.memory_id = m.id AND v.model_id = ${model}`;
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

/** A row of a small table of the namespace: a distributed database must read the snapshot on the server that has its rows. */
function onServerOf(namespace: string): Sql {
  return sql`SELECT FROM memory_counts c WHERE c.namespace_id = ${idOf(namespace)} LIMIT 1`;
}

const CURSOR_COLUMNS: Sql = sql`n.id::text AS namespace_id, ${SERVER_START} AS server,
  pg_snapshot_xmin(pg_current_snapshot())::text AS xmin, n.language`;

/**
 * Neighbours are of a thread, else pieces of a file (`{file_id}#{number}`), else memories of a session but its
 * summary; `toDocument` reads the prefixes.
 */
const GROUPING: Sql = sql`coalesce(
  'thread:' || m.thread,
  CASE WHEN m.source = 'upload' THEN 'file:' || substring(m.source_ref FROM '^(.+)#[0-9]+$') END,
  CASE WHEN m.source <> ${SUMMARY_SOURCE} OR NOT (${SUMMARY_TAG} = ANY(m.tags)) THEN 'session:' || m.session_id END)`;

/** Not that of a piece of a file, which holds the file's id; its title holds the name. */
const REFERENCE: Sql = sql`CASE WHEN m.source <> 'upload' THEN m.source_ref END`;

/** A quarantined memory is no document: no search finds it, and it lends no neighbour its score. */
const IS_INDEXED: Sql = sql`(${IS_SOUND} AND m.trust <> 'quarantined')`;

function documentColumns(text: Sql): Sql {
  return sql`m.id, m.seq::float8 AS seq, ${MEMORY_VERSION} AS version, ${GROUPING} AS grouping,
    CASE WHEN ${IS_INDEXED} THEN ${text} END AS text,
    m.type, m.tags, m.source, ${REFERENCE} AS source_ref, m.status, ${CREATED_MS} AS created_ms, ${IS_INDEXED} AS is_indexed,
    m.names, m.key, ${milliseconds(sql`m.valid_from`)} AS valid_from_ms, ${milliseconds(sql`m.valid_to`)} AS valid_to_ms,
    coalesce(m.past, false) AS is_past, m.superseded_by IS NOT NULL AS is_superseded, m.scope, m.metadata`;
}

/** The columns of a document between its version and its vector. */
const NO_DOCUMENT: Sql = sql`NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL`;

const CURRENT_SPACE: Sql = sql`(
  SELECT json_build_object('id', w.id, 'dimensions', w.dimensions, 'mean', w.similarity_mean,
    'deviation', w.similarity_deviation)
  FROM embedding_models w WHERE w.is_current)`;

/**
 * A memory that was stored again may have been in an earlier slice, since transactions do not write in the order of
 * their ids. One that is in a later slice is put back by that.
 */
function isGone(namespaceId: Sql): Sql {
  return sql`NOT EXISTS (
    SELECT FROM memories m WHERE m.namespace_id = ${namespaceId} AND m.id = t.memory_id)`;
}

function vectorChanges(namespaceId: Sql, limit: number): Sql {
  return sql`UNION ALL
    (SELECT 'vector', e.memory_id, NULL, e.xid::text::float8, ${NO_DOCUMENT}, e.vector FROM memory_embeddings e
      WHERE e.namespace_id = ${namespaceId} AND e.model_id = w.space_id AND e.xid >= w.start AND e.xid < ${NEXT_XID}
      ORDER BY e.xid LIMIT ${limit + 1})`;
}

/** Whether pruned deletions may be missing. The position of an unfinished transaction comes from another server's dump. */
const IS_PRUNED: Sql = sql`CASE WHEN n.pruned_xid IS NULL THEN false ELSE n.pruned_xid >= w.start
  AND n.pruned_xid < pg_snapshot_xmin(pg_current_snapshot()) END`;

/**
 * What is asked for as a table `w`, a row a namespace, in order from place 1. For a single one without a function, which a
 * distributed database joins with nothing; OFFSET hides the values from the planner, which would plan for each of them.
 */
function wanted(requests: readonly ChangeRequest[]): Sql {
  const [only] = requests;
  if (only && requests.length === 1) {
    const { namespace, cursor, from } = only;
    return sql`(SELECT ${namespace}::text AS name, ${cursor.xmin}::text::xid8 AS xmin, ${from}::text::xid8 AS start,
      ${cursor.space?.id ?? null}::int AS space_id, 1 AS place OFFSET 0) AS w`;
  }
  const names = requests.map(({ namespace }) => namespace);
  const xmins = requests.map(({ cursor }) => cursor.xmin);
  const starts = requests.map(({ from }) => from);
  const spaces = requests.map(({ cursor }) => cursor.space?.id ?? null);
  return sql`(SELECT u.name, u.xmin::xid8 AS xmin, u.start::xid8 AS start, u.space_id, u.place::int AS place
    FROM unnest(${names}::text[], ${xmins}::text[], ${starts}::text[], ${spaces}::int[])
      WITH ORDINALITY AS u (name, xmin, start, space_id, place)) AS w`;
}

/** Whether changes lead from one cursor to the other. */
function isSameSequence(from: FeedCursor, to: FeedCursor): boolean {
  return from.server === to.server && from.namespaceId === to.namespaceId && from.space?.id === to.space?.id;
}
