// SQL: tables of other statements, by the names of namespaces.
import { sql, type Sql } from '../../database/sql';
import type { CountedTables } from '../memory-counts.repository';

export const COUNTED_MEMORIES: CountedTables = {
  memories: (namespace) => sql`FROM memories m WHERE m.namespace_id = ${idOf(namespace)}`,
  history: (namespace) => sql`FROM memory_history h WHERE h.namespace_id = ${idOf(namespace)}`,
  follow: () => Promise.resolve(),
};

function idOf(namespace: Sql): Sql {
  return sql`(SELECT n.id FROM namespaces n WHERE n.name = ${namespace})`;
}
