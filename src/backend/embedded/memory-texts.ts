// SQL: texts of memories by the transactions that wrote them, through the index of the change feed.
import { sql } from '../../database/sql';
import type { TextSource } from '../text-changes.repository';
import { idOf } from './memory-rows';
import { NEXT_XID } from './namespace-version';

const COLUMNS = sql`SELECT m.id::text AS memory_id, m.text_xid AS xid, m.updated_at AS at FROM memories m`;

/** A memory's `xid` is never before that of its text, so the index by `xid` finds texts too. */
export const MEMORY_TEXTS: TextSource = {
  since: (namespace, xid) => sql`(${COLUMNS}
    WHERE m.namespace_id = ${idOf(namespace)} AND m.xid >= ${xid} AND m.xid < ${NEXT_XID} AND m.text_xid >= ${xid})`,
  of: (namespace, ids) =>
    sql`(${COLUMNS} WHERE m.namespace_id = ${idOf(namespace)} AND m.id = ANY(${[...ids]}::uuid[]))`,
  backlog: (namespace, { xid, memoryId }, most) =>
    sql`text_backlog(${namespace}, ${xid}, ${memoryId}, ${most}::bigint)`,
  snapshot: (namespace) => sql`namespace_snapshot(${namespace})`,
};
