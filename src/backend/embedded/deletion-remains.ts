// SQL: a setting of the transaction, and deletions by arrays of ids.
import type { PrismaService } from '../../database/prisma.service';
import { sql, type Sql } from '../../database/sql';

/** Memories of one namespace that a statement deleted. */
export interface DeletedMemories {
  namespaceId: string;
  /** Null while the namespace itself is being deleted: then nothing reads what is left of it. */
  namespace: string | null;
  ids: readonly string[];
}

/**
 * Parts of a WITH clause of the statement that deletes memories, after `gone`, which returns their `namespace_id` and `id`.
 * The statement must read `own`: it tells the triggers of the version before that `clearRemains` follows in the same
 * transaction. Those act for the replicas of that version, and go with the next one (docs/adr/0077).
 */
export const LEAVING_TOMBSTONES: Sql = sql`own AS MATERIALIZED (
    SELECT set_config('memory.clears_remains', 'yes', true) AS mark
  ), left_behind AS (
    INSERT INTO memory_tombstones (namespace_id, memory_id)
    SELECT g.namespace_id, g.id FROM gone g JOIN namespaces n ON n.id = g.namespace_id AND n.name IS NOT NULL
  )`;

/**
 * Takes away what else says what deleted memories said, in the transaction that deleted them: vectors, links, words in
 * reports. In statements of their own, which see what others committed while the deletion waited for its locks.
 */
export async function clearRemains(
  database: PrismaService,
  { namespaceId, namespace, ids }: DeletedMemories,
): Promise<void> {
  if (ids.length === 0 || namespace === null) return;
  const deleted = sql`ANY(${[...ids]}::uuid[])`;
  await database.execute(sql`
    WITH waiting AS (
      DELETE FROM embedding_backlog b WHERE b.namespace_id = ${namespaceId}::bigint AND b.memory_id = ${deleted}
    )
    DELETE FROM memory_embeddings e WHERE e.namespace_id = ${namespaceId}::bigint AND e.memory_id = ${deleted}`);
  // A link that was applied stays while the older memory is there: what it closed stays closed until somebody rejects it.
  await database.execute(sql`
    WITH owner AS MATERIALIZED (
      SELECT a.agent_id FROM agents a WHERE a.namespace = ${namespace}
    ), emptied AS (
      UPDATE conflict_rows c SET title = '', description = '', recommendation = '', resolved = true,
        action = COALESCE(c.action, 'gone'), resolved_at = COALESCE(c.resolved_at, now())
      WHERE c.agent_id = (SELECT o.agent_id FROM owner o)
        AND (c.old_memory_id = ${deleted} OR c.new_memory_id = ${deleted})
    )
    DELETE FROM memory_links l WHERE l.agent_id = (SELECT o.agent_id FROM owner o)
      AND (l.older_id = ${deleted} OR l.newer_id = ${deleted} AND l.state <> 'applied')`);
}
