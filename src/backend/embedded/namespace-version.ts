// SQL: transaction ids (`xid8`) and the snapshot, which Prisma does not read.
import { sql, type Sql } from '../../database/sql';

/**
 * After all that a snapshot sees. Planned without values, a range with this end uses the index, and an open one reads
 * the table. Rows of later transactions come from a dump of another server: a build reads them.
 */
export const NEXT_XID: Sql = sql`pg_snapshot_xmax(pg_current_snapshot())`;

/** Another server, or the same one restarted, may count transactions otherwise: its start time tells them apart. */
export const SERVER_START: Sql = sql`extract(epoch FROM pg_postmaster_start_time())::text`;

/** Null where no model has made vectors yet. */
export const CURRENT_SPACE_ID: Sql = sql`(SELECT w.id FROM embedding_models w WHERE w.is_current)`;

/** An expression of a namespace's `NamespaceVersion`; `name`: one of its name. Null when there is none of that name. */
export function namespaceVersion(name: Sql): Sql {
  return sql`(
    SELECT concat_ws(' ', n.id, ${SERVER_START}, coalesce(${CURRENT_SPACE_ID}, 0), coalesce(greatest(
        (SELECT m.xid FROM memories m WHERE m.namespace_id = n.id AND m.xid < ${NEXT_XID}
          ORDER BY m.xid DESC LIMIT 1),
        (SELECT t.xid FROM memory_tombstones t WHERE t.namespace_id = n.id AND t.xid < ${NEXT_XID}
          ORDER BY t.xid DESC LIMIT 1),
        (SELECT e.xid FROM memory_embeddings e
          WHERE e.namespace_id = n.id AND e.model_id = ${CURRENT_SPACE_ID} AND e.xid < ${NEXT_XID}
          ORDER BY e.xid DESC LIMIT 1),
        CASE WHEN n.pruned_xid < ${NEXT_XID} THEN n.pruned_xid END), '0'::xid8))
    FROM namespaces n WHERE n.name = ${name})`;
}
