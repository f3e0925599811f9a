// SQL: transaction ids (`xid8`) and the snapshot, which Prisma does not read.
import { sql, type Sql } from '../../database/sql';

/**
 * After all that a snapshot sees. Planned without values, a range with this end uses the index, and an open one reads
 * the table. Rows of later transactions come from a dump of another server: a build reads them.
 */
export const NEXT_XID: Sql = sql`pg_snapshot_xmax(pg_current_snapshot())`;

/** Another server, or the same one restarted, may count transactions otherwise: its start time tells them apart. */
export const SERVER_START: Sql = sql`extract(epoch FROM pg_postmaster_start_time())::text`;

/** An expression of a namespace's `NamespaceVersion`; `name`: one of its name. Null when there is none of that name. */
export function namespaceVersion(name: Sql): Sql {
  return sql`namespace_version(${name})`;
}
