// SQL: tables of other statements, by the names of namespaces.
import { sql, type Sql } from '../../database/sql';
import type { CountedTables } from '../memory-counts.repository';
import { idOf } from './memory-rows';

/**
 * Joined with namespaces, and by no subquery for each: a distributed database counts on each server, and adds up. The
 * counters have a few rows for each namespace, in its shard.
 */
export const COUNTED_MEMORIES: CountedTables = {
  memories: (namespaces) => sql`
    FROM memories m JOIN namespaces n ON n.id = m.namespace_id WHERE ${isNamed(namespaces)}`,
  name: sql`n.name`,
  each: (namespaces) => ({
    rows: sql`(SELECT DISTINCT c.namespace_id FROM memory_counts c JOIN namespaces n ON n.id = c.namespace_id
      WHERE ${isNamed(namespaces)}) AS s`,
    memories: sql`FROM memories m WHERE m.namespace_id = s.namespace_id`,
  }),
  history: (namespace) => sql`FROM memory_history h WHERE h.namespace_id = ${idOf(namespace)}`,
  follow: () => Promise.resolve(),
};

/** Of a list, the planner expects ten names, and would read the whole table for the tags of one. */
function isNamed(namespaces: readonly string[]): Sql {
  const [only] = namespaces;
  if (only !== undefined && namespaces.length === 1) return sql`n.name = ${only}`;
  return sql`n.name = ANY(${[...namespaces]}::text[])`;
}
