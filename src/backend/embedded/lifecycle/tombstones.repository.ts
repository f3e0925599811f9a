// SQL: slices in the order of transaction ids (`xid8`), which Prisma does not compare.
import { inSlices, type Slice } from '../../../database/bounded-work';
import { PrismaService } from '../../../database/prisma.service';
import { sql } from '../../../database/sql';

const SLICE = 5_000;

/** The place of a tombstone among those of all namespaces. */
interface Place {
  namespaceId: string;
  xid: string;
}

interface PrunedRow extends Place {
  count: number;
}

export class TombstonesRepository {
  constructor(private readonly database: PrismaService) {}

  /** Deletes the tombstones of deletions before a time. The number of them. */
  prune(before: Date): Promise<number> {
    return inSlices<Place>({ namespaceId: '0', xid: '0' }, (from) => this.pruneSlice(before, from));
  }

  /** Only those of finished transactions. `pruned_xid` shows an index that it may have missed one of them. */
  private async pruneSlice(before: Date, from: Place): Promise<Slice<Place>> {
    const rows = await this.database.query<PrunedRow>(sql`
      WITH old AS MATERIALIZED (
        SELECT t.namespace_id, t.id FROM memory_tombstones t
        WHERE (t.namespace_id, t.xid) >= (${from.namespaceId}::bigint, ${from.xid}::text::xid8)
          AND t.deleted_at < ${before}::timestamptz AND t.xid < pg_snapshot_xmin(pg_current_snapshot())
        ORDER BY t.namespace_id, t.xid LIMIT ${SLICE}
      ), gone AS (
        DELETE FROM memory_tombstones t USING old o
        WHERE t.namespace_id = o.namespace_id AND t.id = o.id RETURNING t.namespace_id, t.xid
      ), newest AS (
        SELECT DISTINCT ON (g.namespace_id) g.namespace_id, g.xid FROM gone g ORDER BY g.namespace_id, g.xid DESC
      ), marked AS (
        UPDATE namespaces n SET pruned_xid = GREATEST(n.pruned_xid, w.xid)
        FROM newest w WHERE n.id = w.namespace_id
      )
      SELECT g.namespace_id::text AS "namespaceId", g.xid::text AS xid, (count(*) OVER ())::float8 AS count
      FROM gone g ORDER BY g.namespace_id DESC, g.xid DESC LIMIT 1`);
    const last = rows[0];
    const touched = last?.count ?? 0;
    return { last: last && touched === SLICE ? last : null, touched };
  }
}
