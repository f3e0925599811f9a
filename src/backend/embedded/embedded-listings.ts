// SQL: listings read memories as of an instant, and pages by time and sequence in the order of an index.
import { PrismaService } from '../../database/prisma.service';
import { sql, type Sql } from '../../database/sql';
import type { StoredUse } from '../../quotas/quota';
import type { NamespaceVersion } from '../../retrieval/change-feed';
import type { Memory } from '../memory';
import { matching, matchingFields, matchingKind, RECALLABLE } from '../memory-filter.sql';
import type { MemoryFilter } from '../memory-filter';
import { FIRST_TIME_MS, LAST_TIME_MS } from '../memory-limits';
import { MemoryListings, type Period } from '../memory-listings';
import type { CountedSlice, MemorySlice, PageCursor, PageReading, PageRequest } from '../pages';
import { SERVER_START } from './namespace-version';
import { inNamespace, MEMORY_COLUMNS, toMemories, type MemoryRow } from './memory-rows';
import { NamespacesRepository } from './namespaces.repository';
import { COLUMNS_THEN } from './past-columns';
import type { ScopedName } from '../../common/scoped-name';
import { newestOfKeys, notOutdone } from './keyed-rows';
import type { ValidMoment } from '../../retrieval/valid-time';
import type { Validity } from '../valid-time';
import { RecentListings, type RecentMemories } from './memory-cache';
import { soundRows } from './sound-rows';

type CountedRow = MemoryRow & { total: number };
type RecentRow = CountedRow & { namespace_id: string; server: string; xmin: string };

/** `available`: the rows of the slice, and those left out of it that were looked at. */
/** `read`: rows, of which damaged ones are no memories. */
type ReadSlice = MemorySlice & { read: number };

type SlicedRow = MemoryRow & { available: number };

const STORAGE_NUMBER = /^(0|[1-9]\d{0,15})$/;
/** A slice is as small as either allows: few requests of many small memories, little memory for large ones. */
const SLICE_ROWS = 500;
const SLICE_BYTES = 32_768;

/** The chronological listings in SQL. Storage order breaks ties in time. */
export class EmbeddedListings extends MemoryListings {
  private readonly namespaces: NamespacesRepository;
  private readonly recents: RecentListings;

  constructor(private readonly database: PrismaService) {
    super();
    this.namespaces = new NamespacesRepository(database);
    this.recents = new RecentListings((...listing) => this.readRecent(...listing));
  }

  knowsCursor({ key }: PageCursor): boolean {
    return STORAGE_NUMBER.test(key) && Number.isSafeInteger(Number(key));
  }

  countMemories(namespaces: readonly string[]): Promise<Map<string, number>> {
    return this.namespaces.countMemories(namespaces);
  }

  use(namespace: string): Promise<StoredUse> {
    return this.namespaces.use(namespace);
  }

  async recent(
    namespace: string,
    filter: MemoryFilter,
    limit: number,
    version: NamespaceVersion | null = null,
  ) {
    const { memories, total } = await this.recents.find(namespace, filter, limit, version);
    return { memories, total };
  }

  private async readRecent(namespace: string, filter: MemoryFilter, limit: number): Promise<RecentMemories> {
    const read = (most: number) =>
      this.database.query<RecentRow>(sql`
      SELECT ${MEMORY_COLUMNS}, ${totalOf(namespace, filter)} AS total, m.namespace_id::text AS namespace_id,
        (SELECT ${SERVER_START}) AS server, (SELECT pg_snapshot_xmin(pg_current_snapshot())::text) AS xmin
      FROM memories m WHERE ${inNamespace(namespace)} ${matching(filter)}
      ORDER BY m.created_at DESC, m.seq DESC LIMIT ${most}`);
    const rows = await soundRows(read, limit);
    const [first] = rows;
    const cursor = first && {
      namespaceId: first.namespace_id,
      server: first.server,
      xmin: first.xmin,
      space: null,
    };
    return { memories: toMemories(rows), total: first?.total ?? 0, cursor: cursor ?? null };
  }

  async newestPage(
    namespace: string,
    filter: MemoryFilter,
    { after, limit }: PageRequest,
  ): Promise<CountedSlice> {
    const rows = await this.database.query<CountedRow>(sql`
      SELECT ${MEMORY_COLUMNS}, ${totalOf(namespace, filter)} AS total
      FROM memories m WHERE ${inNamespace(namespace)} ${matching(filter)} ${preceding(after)}
      ORDER BY m.created_at DESC, m.seq DESC LIMIT ${limit + 1}`);
    return { ...sliceOf(rows, limit), total: rows[0]?.total ?? (await this.count(namespace, filter)) };
  }

  async changedSince(namespace: string, since: Date, filter: MemoryFilter, limit: number): Promise<Memory[]> {
    const read = (most: number) =>
      this.database.query<MemoryRow>(sql`
      SELECT ${MEMORY_COLUMNS} FROM memories m
      WHERE ${inNamespace(namespace)} AND m.updated_at > ${since}::timestamptz ${matching(filter)}
      ORDER BY m.updated_at DESC, m.seq DESC LIMIT ${most}`);
    return toMemories(await soundRows(read, limit));
  }

  /**
   * Fields come from the earliest later edit that replaced them. The first expiry or restoration after the instant
   * says whether a memory was active, else its status now; at the very instant, expiry comes after, restoration
   * before.
   */
  async asOf(
    namespace: string,
    at: Date,
    filter: MemoryFilter,
    { after, limit }: PageRequest,
  ): Promise<MemorySlice> {
    const rows = await this.database.query<MemoryRow>(sql`
      SELECT ${MEMORY_COLUMNS} FROM (
        SELECT ${COLUMNS_THEN}, 'active' AS status, NULL::timestamptz AS expired_at, NULL::text AS expired_by
        FROM memories m
        LEFT JOIN LATERAL (
          SELECT jsonb_object_agg(v.key, v.value ORDER BY h.at DESC, h.id DESC) AS former
          FROM memory_history h, jsonb_each(h.former) v
          WHERE h.namespace_id = m.namespace_id AND h.memory_id = m.id AND h.at > ${at}::timestamptz
            AND h.former IS NOT NULL
        ) AS e ON m.updated_at > ${at}::timestamptz
        LEFT JOIN LATERAL (
          SELECT h.event FROM memory_history h
          WHERE h.namespace_id = m.namespace_id AND h.memory_id = m.id
            AND (h.event = 'expired' AND h.at >= ${at}::timestamptz
              OR h.event = 'restored' AND h.at > ${at}::timestamptz)
          ORDER BY h.at, h.id LIMIT 1
        ) AS s ON true
        WHERE ${inNamespace(namespace)} AND m.created_at <= ${at}::timestamptz ${preceding(after)}
          AND CASE WHEN s.event IS NULL THEN m.status = 'active' ELSE s.event = 'expired' END
      ) AS m
      WHERE true ${matchingFields(filter)} ${notOutdone(namespace, filter.validAt, at)}
      ORDER BY m.created_at DESC, m.seq DESC LIMIT ${limit + 1}`);
    return sliceOf(rows, limit);
  }

  newestOfKeys(
    namespace: string,
    keys: readonly ScopedName[],
    moment: ValidMoment,
    asOf?: Date,
  ): Promise<Validity[]> {
    return this.database.query<Validity>(newestOfKeys(namespace, keys, moment, asOf));
  }

  /** Newest first. Two look-ups, each by its index: one condition for both would read all memories. */
  async touched(
    namespace: string,
    { start, end }: Period,
    { after, limit }: PageRequest,
  ): Promise<MemorySlice> {
    const rows = await this.database.query<MemoryRow>(sql`
      WITH touched AS MATERIALIZED (
        SELECT m.id FROM memories m WHERE ${inNamespace(namespace)}
          AND m.created_at BETWEEN ${start}::timestamptz AND ${end}::timestamptz
        UNION
        SELECT m.id FROM memories m WHERE ${inNamespace(namespace)}
          AND m.updated_at BETWEEN ${start}::timestamptz AND ${end}::timestamptz
      )
      SELECT ${MEMORY_COLUMNS} FROM touched t JOIN memories m ON ${inNamespace(namespace)} AND m.id = t.id
      WHERE m.status = 'active' ${RECALLABLE} ${preceding(after)}
      ORDER BY m.created_at DESC, m.seq DESC LIMIT ${limit + 1}`);
    return sliceOf(rows, limit);
  }

  async readPage(namespace: string, filter: MemoryFilter, page: PageRequest): Promise<PageReading> {
    const total = await this.count(namespace, filter);
    return { total, slices: this.slices(namespace, filter, page) };
  }

  async *stream(namespace: string, filter: MemoryFilter): AsyncIterable<Memory[]> {
    for await (const { memories } of this.slices(namespace, filter, { after: null, limit: Infinity })) {
      if (memories.length > 0) yield memories;
    }
  }

  /** Reads at most `limit` memories in storage order, in slices as they are asked for. */
  async *slices(
    namespace: string,
    filter: MemoryFilter,
    { after, limit }: PageRequest,
  ): AsyncIterable<MemorySlice> {
    let left = limit;
    let from = after;
    let rows = SLICE_ROWS;
    do {
      const slice: ReadSlice = await this.slice(namespace, filter, {
        after: from,
        limit: Math.min(left, rows),
      });
      yield slice;
      left -= slice.memories.length;
      // Where the bytes end a slice, the database would read hundreds of large rows for the few that are sent.
      rows = Math.min(SLICE_ROWS, 2 * slice.read);
      from = slice.next;
    } while (from !== null && left > 0);
  }

  /** Reads at most `limit` memories. The contents before the last one have less than `SLICE_BYTES`. */
  private async slice(
    namespace: string,
    filter: MemoryFilter,
    { after, limit }: PageRequest,
  ): Promise<ReadSlice> {
    const rows = await this.database.query<SlicedRow>(sql`
      SELECT * FROM (
        SELECT ${MEMORY_COLUMNS}, (count(*) OVER ())::float8 AS available,
          sum(octet_length(m.content)) OVER (
            ORDER BY m.created_at, m.seq ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
          ) AS bytes_before
        FROM (
          SELECT * FROM memories m WHERE ${inNamespace(namespace)} ${matching(filter)} ${following(after)}
          ORDER BY m.created_at, m.seq LIMIT ${limit + 1}
        ) AS m
      ) AS s
      WHERE s.bytes_before IS NULL OR s.bytes_before < ${SLICE_BYTES}
      ORDER BY s.created_at, s.seq LIMIT ${limit}`);
    const last = rows.at(-1);
    return {
      memories: toMemories(rows),
      read: rows.length,
      next: last && last.available > rows.length ? cursorOf(last, LAST_TIME_MS) : null,
    };
  }

  private async count(namespace: string, filter: MemoryFilter): Promise<number> {
    const rows = await this.database.query<{ total: number }>(
      sql`SELECT ${totalOf(namespace, filter)} AS total`,
    );
    return rows[0]?.total ?? 0;
  }
}

/**
 * Memories that match. Where the filter names nothing but statuses and types they are read from the counters, as of the
 * statement's snapshot, else they are counted: by the index of creation times, whose range bounds the count.
 */
function totalOf(namespace: string, filter: MemoryFilter): Sql {
  const { tags, sources, sourceRefs, scopes, metadata, trusts, createdAfter, createdBefore } = filter;
  if (tags ?? sources ?? sourceRefs ?? scopes ?? metadata ?? trusts ?? createdAfter ?? createdBefore) {
    return sql`(SELECT count(*)::float8 FROM memories m WHERE ${inNamespace(namespace)} ${matching(filter)})`;
  }
  return sql`((SELECT coalesce(sum(m.memories), 0)::float8 FROM memory_counts m
      WHERE ${inNamespace(namespace)} ${matchingKind(filter)})
    - (SELECT count(*)::float8 FROM memories m
      WHERE ${inNamespace(namespace)} AND m.trust = 'quarantined' ${matchingKind(filter)}))`;
}

function following(after: PageCursor | null): Sql {
  if (after === null) return sql``;
  const at = new Date(after.createdAt);
  return sql`AND (m.created_at, m.seq) > (${at}::timestamptz, ${after.key}::bigint)`;
}

function preceding(after: PageCursor | null): Sql {
  if (after === null) return sql``;
  const at = new Date(after.createdAt);
  return sql`AND (m.created_at, m.seq) < (${at}::timestamptz, ${after.key}::bigint)`;
}

/** The first `limit` of the rows found; one row more than that means that another page follows. */
function sliceOf(rows: readonly MemoryRow[], limit: number): MemorySlice {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    memories: toMemories(shown),
    next: last && rows.length > limit ? cursorOf(last, FIRST_TIME_MS) : null,
  };
}

/** Null at the end of all times: what follows is damaged, and a cursor cannot distinguish its places. */
function cursorOf(row: MemoryRow, end: number): PageCursor | null {
  if (row.created_at.getTime() === end) return null;
  return { createdAt: row.created_at.getTime(), key: String(row.seq) };
}
