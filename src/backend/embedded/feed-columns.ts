import { sql, type Sql } from '../../database/database';

/**
 * After all that a snapshot sees. A prepared statement is planned without its values, and takes an open range for a
 * third of the table, which it would read whole; a closed one it takes for a sliver, and uses the index. Rows with
 * a later transaction come from a dump of another server: a build reads them.
 */
export const NEXT_XID: Sql = sql`pg_snapshot_xmax(pg_current_snapshot())`;

/** Another server, or the same one restarted, may count transactions otherwise: its start time tells them apart. */
export const SERVER_START: Sql = sql`extract(epoch FROM pg_postmaster_start_time())::text`;

/** Null where no model has made vectors yet. */
export const CURRENT_SPACE_ID: Sql = sql`(SELECT w.id FROM embedding_models w WHERE w.is_current)`;
