import { Database, sql } from '../../../database/database';
import { inRange, type IdRange } from './id-slices';

/** An expired memory that is due to be deleted. */
export interface DueMemory {
  id: string;
  /** The transaction that wrote it. */
  version: string;
  contentKey: string;
  title: string;
  /** Milliseconds since the epoch. */
  expiredAt: number;
  expiredBy: string;
}

export interface DueSlice {
  /** Null when there is no memory in the range. */
  last: string | null;
  read: number;
  due: DueMemory[];
}

export class PurgeRepository {
  constructor(private readonly database: Database) {}

  /** Of a range, the memories that expired at a time or earlier. */
  async findDue(namespaceId: string, range: IdRange, expiredUntil: Date): Promise<DueSlice> {
    const rows = await this.database.query<DueSlice>(sql`
      WITH slice AS MATERIALIZED (
        SELECT m.id, m.status = 'expired' AND m.expired_at <= ${expiredUntil}::timestamptz AS is_due,
          m.xid, m.content_key, m.title, m.expired_at, m.expired_by
        FROM memories m WHERE ${inRange(namespaceId, range)}
      )
      SELECT (SELECT s.id FROM slice s ORDER BY s.id DESC LIMIT 1) AS last,
        (SELECT count(*) FROM slice)::float8 AS read,
        (SELECT coalesce(json_agg(d ORDER BY d.id), '[]') FROM (
          SELECT s.id, s.xid::text AS version, s.content_key::text AS "contentKey", s.title,
            round(extract(epoch FROM s.expired_at)::float8 * 1000) AS "expiredAt", s.expired_by AS "expiredBy"
          FROM slice s WHERE s.is_due) AS d) AS due`);
    return rows[0] as DueSlice;
  }
}
