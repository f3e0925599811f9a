import { sql, type Sql } from '../../database/database';
import { CURRENT_SPACE_ID, NEXT_XID, SERVER_START } from './feed-columns';

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
