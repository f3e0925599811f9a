// SQL: counts by intervals of time, by tags within arrays, and by what histories say of an interval.
import { brieflyInTransaction, type TimeLimits } from '../database/bounded-work';
import { partOf } from '../database/part-of-time';
import type { PrismaService } from '../database/prisma.service';
import { sql, type Sql } from '../database/sql';
import { type Bounds, CHANGES, type Changes, type CountedName, type Spans } from './memory-counts';
import { RECALLABLE } from './memory-filter.sql';

/** A page must not keep a connection from the requests of agents. */
const LIMITS: TimeLimits = { lockMs: 500, statementMs: 5_000 };
/** Tags, sources or agents of one answer. */
const MOST_NAMES = 50;
/** Damaged rows may have times without an end. */
const FIRST = sql`'0001-01-02'::timestamptz`;
const LAST = sql`'9999-12-30'::timestamptz`;

/** How a backend finds memories and what became of them. */
export interface CountedTables {
  /** FROM, and WHERE with a condition: memories `m` of namespaces. */
  memories(namespaces: readonly string[]): Sql;
  /** The name of the namespace of such a memory. */
  name: Sql;
  /** A table `s` with a row for each of the namespaces that has memories, and FROM and WHERE of the memories `m` of a row. */
  each(namespaces: readonly string[]): { rows: Sql; memories: Sql };
  /** FROM and WHERE: the entries `h` of the history of a namespace. */
  history(namespace: string): Sql;
  /** Brings the tables up to date. */
  follow(namespaces: readonly string[]): Promise<void>;
}

/** Numbers of memories, active and expired ones, but not of quarantined ones. */
export class MemoryCounts {
  constructor(
    private readonly database: PrismaService,
    private readonly tables: CountedTables,
  ) {}

  /** When the first and the last memory was created; null without any. */
  async bounds(namespaces: readonly string[]): Promise<Bounds> {
    const { rows, memories } = this.tables.each(namespaces);
    const end = (order: Sql) => sql`(
      SELECT m.created_at ${memories} AND m.created_at BETWEEN ${FIRST} AND ${LAST}
      ORDER BY m.created_at ${order} LIMIT 1)`;
    const [bounds] = await this.read<Bounds>(
      namespaces,
      sql`
      SELECT min(b.first) AS first, max(b.last) AS last FROM (
        SELECT ${end(sql`ASC`)} AS first, ${end(sql`DESC`)} AS last FROM ${rows}
      ) AS b`,
    );
    return bounds ?? { first: null, last: null };
  }

  /** By type, or by namespace, and part. Parts without a memory are left out. */
  inTime(namespaces: readonly string[], by: 'type' | 'namespace', spans: Spans): Promise<CountedName[]> {
    const { since, until, isWhole } = spans;
    return this.read(
      namespaces,
      sql`
      SELECT ${by === 'type' ? sql`m.type` : this.tables.name} AS name, count(*)::float8 AS count,
        ${partOf(sql`m.created_at`, spans)} AS bucket
      ${this.tables.memories(namespaces)} ${RECALLABLE}
        ${isWhole ? sql`` : sql`AND m.created_at BETWEEN ${since}::timestamptz AND ${until}::timestamptz`}
      GROUP BY 1, 3`,
    );
  }

  /** The most frequent tags or sources that have a text in them, in any case; null: all. */
  names(
    namespaces: readonly string[],
    by: 'tag' | 'source',
    part: string | null,
  ): Promise<Omit<CountedName, 'bucket'>[]> {
    const named = by === 'source' ? sql`m.source` : sql`unnest(m.tags)`;
    return this.read(
      namespaces,
      sql`
      SELECT c.name, count(*)::float8 AS count
      FROM (SELECT ${named} AS name ${this.tables.memories(namespaces)} ${RECALLABLE}) AS c
      WHERE ${part === null ? sql`c.name <> ''` : sql`strpos(lower(c.name), ${part.toLowerCase()}) > 0`}
      GROUP BY c.name ORDER BY count DESC, c.name LIMIT ${MOST_NAMES}`,
    );
  }

  /** Counts the changes of a namespace's memories after one moment and up to another. */
  async changes(
    namespace: string,
    { since, until }: Pick<Spans, 'since' | 'until'>,
    limit: number,
  ): Promise<Changes[]> {
    const isWithin = (time: Sql) => sql`${time} > ${since}::timestamptz AND ${time} <= ${until}::timestamptz`;
    const rows = await this.read<Changes>(
      [namespace],
      sql`
      WITH learned AS (
        SELECT m.id::text AS id, m.created_at AS at ${this.tables.memories([namespace])} ${RECALLABLE}
          AND ${isWithin(sql`m.created_at`)}
      ), events AS (
        SELECT h.memory_id::text AS id, max(h.at) AS at, bool_or(h.event = 'created') AS is_new,
          bool_or(h.event = 'edited' AND COALESCE(h.former ?| ARRAY['superseded_by', 'past'], false)) AS is_outdone,
          bool_or(h.event IN ('edited', 'restored')) AS is_edited,
          (array_agg(h.event ORDER BY h.at DESC, h.id DESC)
            FILTER (WHERE h.event IN ('expired', 'restored', 'deleted')))[1] AS last
        ${this.tables.history(namespace)} AND ${isWithin(sql`h.at`)} GROUP BY h.memory_id
      ), named AS (
        SELECT 'learned' AS name, l.id, l.at, true AS is_there FROM learned l
        UNION ALL
        SELECT CASE WHEN e.last IN ('expired', 'deleted') THEN 'forgotten'
          WHEN e.is_outdone THEN 'superseded' ELSE 'changed' END, e.id, e.at, e.last IS DISTINCT FROM 'deleted'
        FROM events e LEFT JOIN learned l ON l.id = e.id
        WHERE l.id IS NULL AND NOT e.is_new AND (e.last IN ('expired', 'deleted') OR e.is_outdone OR e.is_edited)
      )
      SELECT n.name, count(*)::float8 AS count,
        COALESCE((array_agg(n.id ORDER BY n.at DESC, n.id) FILTER (WHERE n.is_there))[1:${limit}::int], '{}') AS ids
      FROM named n GROUP BY n.name`,
    );
    return CHANGES.map((name) => rows.find((row) => row.name === name) ?? { name, count: 0, ids: [] });
  }

  private async read<Row>(namespaces: readonly string[], statement: Sql): Promise<Row[]> {
    await this.tables.follow(namespaces);
    return brieflyInTransaction(this.database, LIMITS, () => this.database.query<Row>(statement));
  }
}
