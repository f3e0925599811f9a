// SQL: transaction ids (`xid8`), which Prisma does not read, and a check of the writer by the start time of the server.
import { PrismaService } from '../../../database/prisma.service';
import { sql, type Sql } from '../../../database/sql';
import { byNamespace } from '../by-namespace';
import { NEXT_XID, SERVER_START } from '../namespace-version';
import { MOST_CHUNK_BYTES } from './segment-chunks';
import type { SealedSegment, SegmentSeal } from './segment-seal';

interface Segment extends Omit<SealedSegment, 'chunks'> {
  /** Of each chunk, see `SegmentSeal`. */
  macs: readonly Buffer[];
}

export interface StoredSegment extends Segment {
  /** False for a row that a dump of another server, or a restored table, has brought. */
  isOfThisServer: boolean;
  /** Since it was written. */
  ageMs: number;
}

export interface LargeSegment {
  namespace: string;
  chunks: number;
}

interface NewSegment extends Segment {
  /** The server of the cursor, see `FeedCursor.server`. */
  serverStart: string;
}

/** Where segments are, and what shows that the service stored them. */
export interface SealedSegments {
  rows: SegmentsRepository;
  seal: SegmentSeal;
}

/** Chunks without a segment are of a writer at work, or of one that was killed. */
const ORPHAN_MINUTES = 15;
/** Chunks deleted in one statement: about 8 MB. */
const SLICE = 20;

/**
 * Who counts the transactions: the same after a restart of the server, another one after a restore. Of functions only: on a
 * distributed database these run on the server of the shard, and a table of the catalogue is read on the coordinator. The
 * path of a table of the catalogue has the id of the database.
 */
const SERVER: Sql = sql`concat_ws('/', (pg_control_system()).system_identifier,
  substring(pg_relation_filepath('pg_class') FROM '([0-9]+)/[0-9]+$'))`;

/** A row that was copied names the transaction of its first writer, and was written by another one. */
const IS_OF_THIS_SERVER: Sql = sql`(s.server = ${SERVER} AND s.feed_xmin < ${NEXT_XID}
  AND s.xmin::text::bigint = s.writer_xid::text::numeric % 4294967296)`;

/** Recall indexes as they were stored: a row for each, and its chunks. */
export class SegmentsRepository {
  constructor(private readonly database: PrismaService) {}

  async find(namespaceId: string): Promise<StoredSegment | null> {
    const rows = await this.database.query<StoredSegment>(sql`
      SELECT s.namespace_id::text AS "namespaceId", s.id, s.version, s.server, ${IS_OF_THIS_SERVER} AS "isOfThisServer",
        s.feed_xmin::text AS xmin, s.language, s.space, s.macs,
        extract(epoch FROM clock_timestamp() - s.written_at)::float8 * 1000 AS "ageMs"
      FROM recall_segments s WHERE s.namespace_id = ${namespaceId}::bigint`);
    return rows[0] ?? null;
  }

  /** Finds the namespaces that have a segment of at least so many chunks, the largest first. */
  findLarge(namespaces: readonly string[], leastChunks: number): Promise<LargeSegment[]> {
    return this.database.query<LargeSegment>(sql`
      SELECT n.name AS namespace, cardinality(s.macs)::int AS chunks
      FROM recall_segments s JOIN namespaces n ON n.id = s.namespace_id
      WHERE n.name = ANY(${namespaces}) AND cardinality(s.macs) >= ${leastChunks}
      ORDER BY 2 DESC, 1`);
  }

  /** The name of the server that has the rows of the namespace, as a segment has it (see `SERVER`). */
  async findServer(namespaceId: string): Promise<string> {
    const rows = await this.database.query<{ server: string }>(sql`
      SELECT ${SERVER} AS server FROM (
        SELECT count(*) FROM memory_counts c WHERE c.namespace_id = ${namespaceId}::bigint) AS rows_there`);
    return rows[0]?.server ?? '';
  }

  /** Null for data that is too long, too. */
  async readChunk(namespaceId: string, segmentId: string, number: number): Promise<Uint8Array | null> {
    const rows = await this.database.query<{ data: Uint8Array }>(sql`
      SELECT c.data FROM recall_segment_chunks c
      WHERE c.namespace_id = ${namespaceId}::bigint AND c.segment_id = ${segmentId}::uuid AND c.number = ${number}
        AND octet_length(c.data) <= ${MOST_CHUNK_BYTES}`);
    return rows[0]?.data ?? null;
  }

  async addChunk(namespaceId: string, segmentId: string, number: number, data: Buffer): Promise<void> {
    await this.database.execute(sql`
      INSERT INTO recall_segment_chunks (namespace_id, segment_id, number, data)
      VALUES (${namespaceId}::bigint, ${segmentId}::uuid, ${number}, ${data})`);
  }

  /**
   * Makes the chunks the segment of their namespace. False, without a change, when the stored one is newer, chunks are
   * missing, the server is not that of the cursor, or memories were deleted since.
   */
  publish(segment: NewSegment): Promise<boolean> {
    const { id, namespaceId } = segment;
    return this.database.transaction(async () => {
      const place = await this.placeOf(segment);
      if (place === null) return false;
      const rows = await this.database.query(sql`
        INSERT INTO recall_segments AS s (namespace_id, id, version, server, feed_xmin, language, space, macs)
        VALUES (${namespaceId}::bigint, ${id}::uuid, ${segment.version}, ${segment.server}, ${segment.xmin}::text::xid8,
          ${segment.language}, ${JSON.stringify(segment.space)}::json, ${segment.macs}::bytea[])
        ON CONFLICT (namespace_id) DO UPDATE SET id = excluded.id, version = excluded.version,
          server = excluded.server, writer_xid = excluded.writer_xid, feed_xmin = excluded.feed_xmin,
          language = excluded.language, space = excluded.space, macs = excluded.macs,
          written_at = excluded.written_at
        WHERE s.feed_xmin <= excluded.feed_xmin OR s.id = ${place.foreign}::uuid
        RETURNING 1 AS one`);
      if (rows.length === 0) return false;
      await this.database.execute(sql`
        DELETE FROM recall_segment_chunks c WHERE c.namespace_id = ${namespaceId}::bigint AND c.segment_id <> ${id}::uuid`);
      return true;
    });
  }

  /** Removes a segment and its chunks, unless another one has replaced it. */
  async remove(namespaceId: string, segmentId: string): Promise<void> {
    await this.database.execute(sql`
      WITH removed AS (
        DELETE FROM recall_segments s WHERE s.namespace_id = ${namespaceId}::bigint AND s.id = ${segmentId}::uuid
      )
      DELETE FROM recall_segment_chunks c
      WHERE c.namespace_id = ${namespaceId}::bigint AND c.segment_id = ${segmentId}::uuid`);
  }

  async removeChunks(namespaceId: string, segmentId: string): Promise<void> {
    await this.database.execute(sql`
      DELETE FROM recall_segment_chunks c
      WHERE c.namespace_id = ${namespaceId}::bigint AND c.segment_id = ${segmentId}::uuid`);
  }

  /**
   * Removes segments that may hold words of deleted memories, those of deleted namespaces and those of other servers,
   * and the chunks of these and of killed writers. The number of removed segments.
   */
  async tidy(): Promise<number> {
    const found = await this.database.query<{ namespaceId: string; id: string }>(sql`
      SELECT s.namespace_id::text AS "namespaceId", s.id
      FROM recall_segments s LEFT JOIN namespaces n ON n.id = s.namespace_id
      WHERE n.name IS NULL OR NOT ${IS_OF_THIS_SERVER}
        OR ${hasDeletionsSince(sql`s.feed_xmin`, sql`s.namespace_id`)}`);
    let removed = 0;
    for (const { namespaceId, id } of found)
      removed += await this.database.execute(sql`
        DELETE FROM recall_segments s WHERE s.namespace_id = ${namespaceId}::bigint AND s.id = ${id}::uuid`);
    while ((await this.removeOrphans(found.map(({ id }) => id))) === SLICE);
    return removed;
  }

  /** Null where a segment must not be published; `foreign`: the stored segment of another server, which it replaces in any case. */
  private async placeOf({
    id,
    namespaceId,
    ...segment
  }: NewSegment): Promise<{ foreign: string | null } | null> {
    const ofNamespace = sql`${namespaceId}::bigint`;
    const rows = await this.database.query<{ foreign: string | null }>(sql`
      SELECT (SELECT s.id FROM recall_segments s WHERE s.namespace_id = ${ofNamespace} AND NOT ${IS_OF_THIS_SERVER}) AS foreign
      FROM (
        SELECT count(*) AS chunks FROM recall_segment_chunks c
        WHERE c.namespace_id = ${ofNamespace} AND c.segment_id = ${id}::uuid
      ) AS stored JOIN namespaces n ON n.id = ${ofNamespace}
      WHERE n.name IS NOT NULL AND ${SERVER} = ${segment.server} AND ${SERVER_START} = ${segment.serverStart}
        AND stored.chunks = ${segment.macs.length}::int
        AND NOT ${hasDeletionsSince(sql`${segment.xmin}::text::xid8`, ofNamespace)}`);
    return rows[0] ?? null;
  }

  private async removeOrphans(segmentIds: readonly string[]): Promise<number> {
    const orphans = await this.database.query<{ namespaceId: string; segmentId: string; number: number }>(sql`
      SELECT o.namespace_id::text AS "namespaceId", o.segment_id AS "segmentId", o.number FROM recall_segment_chunks o
      WHERE NOT EXISTS (SELECT 1 FROM recall_segments s WHERE s.namespace_id = o.namespace_id AND s.id = o.segment_id)
        AND (o.segment_id = ANY(${segmentIds}::uuid[]) OR o.written_at < now() - make_interval(mins => ${ORPHAN_MINUTES}))
      LIMIT ${SLICE}`);
    for (const [namespaceId, chunks] of byNamespace(orphans))
      await this.database.execute(sql`
        DELETE FROM recall_segment_chunks c WHERE c.namespace_id = ${namespaceId}::bigint
          AND c.segment_id = ANY(${chunks.map(({ segmentId }) => segmentId)}::uuid[])
          AND c.number = ANY(${chunks.map(({ number }) => number)}::int[])`);
    return orphans.length;
  }
}

/** Whether a memory of the namespace, which is `n` too, was deleted by that transaction or a later one. */
function hasDeletionsSince(xmin: Sql, namespaceId: Sql): Sql {
  return sql`coalesce(greatest(
    (SELECT t.xid FROM memory_tombstones t WHERE t.namespace_id = ${namespaceId} AND t.xid < ${NEXT_XID}
      ORDER BY t.xid DESC LIMIT 1),
    CASE WHEN n.pruned_xid < ${NEXT_XID} THEN n.pruned_xid END) >= ${xmin}, false)`;
}
