// SQL: texts of documents by the transactions that confirmed their changes, from the change log.
import { sql, type Sql } from '../../../database/sql';
import { textsAfter, type TextSource } from '../../text-changes.repository';

/** The fields whose change is one of the text: those of `memories_stamp_xid` in the embedded backend. */
const TEXT_FIELDS = ['title', 'content', 'source', 'source_ref', 'thread', 'names', 'key', 'tags'];

/** The last change of each memory's text. What other programs write is not in the log. */
function texts(condition: Sql): Sql {
  return sql`(SELECT l.memory_id, max(l.xid::text::numeric)::text::xid8 AS xid, min(l.at) AS at FROM remote_changes l
    WHERE ${condition} AND l.confirmed AND l.event IN ('created', 'edited')
      AND (l.event = 'created' OR l.former ?| ${TEXT_FIELDS}::text[])
    GROUP BY l.memory_id)`;
}

const textsSince = (namespace: Sql, xid: Sql): Sql =>
  texts(
    sql`l.namespace = ${namespace} AND l.xid >= ${xid} AND l.xid < pg_snapshot_xmax(pg_current_snapshot())`,
  );

export const REMOTE_TEXTS: TextSource = {
  since: (namespace, xid) => textsSince(sql`${namespace}::text`, xid),
  of: (namespace, ids) => texts(sql`l.namespace = ${namespace} AND l.memory_id = ANY(${[...ids]}::text[])`),
  backlog: (namespace, place, most) => sql`(SELECT count(*) AS memories, min(t.at) AS oldest
    FROM (SELECT s.at FROM ${textsAfter(textsSince(namespace, place.xid), place)} s LIMIT ${most}::bigint) t)`,
  snapshot: () => sql`pg_current_snapshot()`,
};
