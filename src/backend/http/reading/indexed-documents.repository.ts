// SQL: listings of a namespace, by rows in the order of two columns and with arrays as conditions.
import { PrismaService } from '../../../database/prisma.service';
import { sql, type Sql } from '../../../database/sql';
import { NO_GROWTH, type StoredUse } from '../../../quotas/quota';
import { matching, RECALLABLE } from '../../memory-filter.sql';
import type { MemoryFilter } from '../../memory-filter';
import type { Period } from '../../memory-listings';
import { namesAndScopes } from '../../../common/scoped-name';
import type { PageCursor, PageRequest } from '../../pages';
import type { UpsertReference } from '../../store-plan';

/** A row of the index, by which its document is found. */
export interface IndexedDocument {
  id: string;
  place: PageCursor;
  /** Of the memory, in hex (see `digestOf`). */
  digest: string;
  /** UTF-16 code units of its content. */
  size: number;
  /** When the server received it; null if it did not say. */
  receivedAt: Date | null;
}

/** The first rows of a listing, and whether there are more. */
export interface IndexedSlice {
  rows: IndexedDocument[];
  isLast: boolean;
}

interface Row extends Omit<IndexedDocument, 'place'> {
  createdAt: Date;
  key: string;
}

const COLUMNS = sql`m.id, m.created_at AS "createdAt", m.place_key AS key, encode(m.digest, 'hex') AS digest, m.size,
  m.received_at AS "receivedAt"`;
const NEWEST_FIRST = sql`ORDER BY m.created_at DESC, m.place_key DESC`;

/** Which documents a listing shows, and in which order. */
export class IndexedDocumentsRepository {
  constructor(private readonly database: PrismaService) {}

  newest(namespace: string, filter: MemoryFilter, { after, limit }: PageRequest): Promise<IndexedSlice> {
    return this.slice(
      limit,
      sql`WHERE m.namespace = ${namespace} ${matching(filter)} ${before(after)} ${NEWEST_FIRST}`,
    );
  }

  oldest(namespace: string, filter: MemoryFilter, { after, limit }: PageRequest): Promise<IndexedSlice> {
    return this.slice(
      limit,
      sql`WHERE m.namespace = ${namespace} ${matching(filter)} ${behind(after)} ORDER BY m.created_at, m.place_key`,
    );
  }

  /** Updated after the instant, last updated first. */
  changed(namespace: string, since: Date, filter: MemoryFilter, limit: number): Promise<IndexedSlice> {
    return this.slice(
      limit,
      sql`WHERE m.namespace = ${namespace} AND m.updated_at > ${since}::timestamptz ${matching(filter)}
        ORDER BY m.updated_at DESC, m.created_at DESC, m.place_key DESC`,
    );
  }

  /** Active ones that were created or updated within the period, newest first. */
  touched(namespace: string, { start, end }: Period, { after, limit }: PageRequest): Promise<IndexedSlice> {
    const within = (column: Sql): Sql => sql`${column} BETWEEN ${start}::timestamptz AND ${end}::timestamptz`;
    return this.slice(
      limit,
      sql`WHERE m.namespace = ${namespace} AND m.status = 'active' ${RECALLABLE}
        AND (${within(sql`m.created_at`)} OR ${within(sql`m.updated_at`)}) ${before(after)} ${NEWEST_FIRST}`,
    );
  }

  async count(namespace: string, filter: MemoryFilter): Promise<number> {
    const rows = await this.database.query<{ total: number }>(sql`
      SELECT count(*)::float8 AS total FROM remote_documents m WHERE m.namespace = ${namespace} ${matching(filter)}`);
    return rows[0]?.total ?? 0;
  }

  async use(namespace: string): Promise<StoredUse> {
    const [use] = await this.database.query<StoredUse>(sql`
      SELECT count(*)::float8 AS memories, coalesce(sum(m.bytes), 0)::float8 AS bytes
      FROM remote_documents m WHERE m.namespace = ${namespace}`);
    return use ?? NO_GROWTH;
  }

  /** For each type, content key and scope: the oldest active one, and the oldest that waits for a review. */
  async duplicates(
    namespace: string,
    contentKeys: readonly string[],
    without: readonly string[],
  ): Promise<IndexedDocument[]> {
    return this.find(sql`
      SELECT DISTINCT ON (m.type, m.content_key, COALESCE(m.scope, ''), m.trust = 'quarantined') ${COLUMNS}
      FROM remote_documents m
      WHERE m.namespace = ${namespace} AND m.status = 'active' AND m.content_key = ANY(${contentKeys}::bigint[])
        AND m.id <> ALL(${without}::text[])
      ORDER BY m.type, m.content_key, COALESCE(m.scope, ''), m.trust = 'quarantined', m.created_at, m.place_key`);
  }

  /** For each reference: the newest active document. */
  async referred(
    namespace: string,
    references: readonly UpsertReference[],
    without: readonly string[],
  ): Promise<IndexedDocument[]> {
    const { names, scopes } = namesAndScopes(references);
    const waiting = references.map(({ isWaiting }) => isWaiting);
    return this.find(sql`
      SELECT DISTINCT ON (m.source_ref, COALESCE(m.scope, ''), r.waiting) ${COLUMNS}
      FROM unnest(${names}::text[], ${scopes}::text[], ${waiting}::boolean[]) AS r (name, scope, waiting)
      JOIN remote_documents m ON m.source_ref = r.name AND md5(m.source_ref) = md5(r.name)
        AND COALESCE(m.scope, '') = r.scope
      WHERE m.namespace = ${namespace} AND m.status = 'active' AND (m.trust = 'quarantined') = r.waiting
        AND m.id <> ALL(${without}::text[])
      ORDER BY m.source_ref, COALESCE(m.scope, ''), r.waiting, m.created_at DESC, m.place_key DESC`);
  }

  private async slice(limit: number, rest: Sql): Promise<IndexedSlice> {
    const found = await this.find(sql`SELECT ${COLUMNS} FROM remote_documents m ${rest} LIMIT ${limit + 1}`);
    return { rows: found.slice(0, limit), isLast: found.length <= limit };
  }

  private async find(statement: Sql): Promise<IndexedDocument[]> {
    const rows = await this.database.query<Row>(statement);
    return rows.map(({ createdAt, key, ...row }) => ({
      ...row,
      place: { createdAt: createdAt.getTime(), key },
    }));
  }
}

function before(after: PageCursor | null): Sql {
  return after === null ? sql`` : sql`AND (m.created_at, m.place_key) < ${placed(after)}`;
}

function behind(after: PageCursor | null): Sql {
  return after === null ? sql`` : sql`AND (m.created_at, m.place_key) > ${placed(after)}`;
}

function placed({ createdAt, key }: PageCursor): Sql {
  return sql`(${new Date(createdAt)}::timestamptz, ${key}::text)`;
}
