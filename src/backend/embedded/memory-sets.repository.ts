import { Database, sql } from '../../database/database';
import type { Memory } from '../memory';
import type { Act } from '../act';
import type { MemorySlice, PageCursor, Period } from '../memory-backend';
import { inNamespace, MEMORY_COLUMNS, toMemory, type MemoryRow } from './memory-rows';

/** Several memories at once, by their ids or by when they were touched. */
export class MemorySetsRepository {
  constructor(private readonly database: Database) {}

  async find(namespace: string, ids: readonly string[]): Promise<Memory[]> {
    const rows = await this.database.query<MemoryRow>(sql`
      SELECT ${MEMORY_COLUMNS} FROM memories m
      WHERE ${inNamespace(namespace)} AND m.id = ANY(${ids}::uuid[])`);
    return rows.map(toMemory);
  }

  /** Locks them until the transaction ends, in the order of their ids, so that two callers cannot wait for each other. */
  async hold(namespace: string, ids: readonly string[]): Promise<Memory[]> {
    const rows = await this.database.query<MemoryRow>(sql`
      SELECT ${MEMORY_COLUMNS} FROM memories m
      WHERE ${inNamespace(namespace)} AND m.id = ANY(${ids}::uuid[])
      ORDER BY m.id FOR UPDATE OF m`);
    return rows.map(toMemory);
  }

  async noteResolved(namespace: string, ids: readonly string[], act: Act): Promise<void> {
    await this.database.execute(sql`
      INSERT INTO memory_history (namespace_id, memory_id, at, event, session_id, by)
      SELECT m.namespace_id, m.id, ${act.at}::timestamptz, 'resolved', ${act.sessionId}, ${act.by}
      FROM memories m WHERE ${inNamespace(namespace)} AND m.id = ANY(${ids}::uuid[])`);
  }

  /**
   * Newest first. The two ways of being touched are looked up apart, each by its index: put into one condition
   * they would be looked for among all memories.
   */
  async touched(
    namespace: string,
    { start, end }: Period,
    after: PageCursor | null,
    limit: number,
  ): Promise<MemorySlice> {
    const before = after === null ? null : new Date(after.createdAt);
    const rows = await this.database.query<MemoryRow>(sql`
      WITH touched AS MATERIALIZED (
        SELECT m.id FROM memories m WHERE ${inNamespace(namespace)}
          AND m.created_at BETWEEN ${start}::timestamptz AND ${end}::timestamptz
        UNION
        SELECT m.id FROM memories m WHERE ${inNamespace(namespace)}
          AND m.updated_at BETWEEN ${start}::timestamptz AND ${end}::timestamptz
      )
      SELECT ${MEMORY_COLUMNS} FROM touched t JOIN memories m ON ${inNamespace(namespace)} AND m.id = t.id
      WHERE m.status = 'active'
        AND (${before}::timestamptz IS NULL OR (m.created_at, m.seq) < (${before}::timestamptz, ${after?.key ?? null}::bigint))
      ORDER BY m.created_at DESC, m.seq DESC LIMIT ${limit}`);
    const last = rows.at(-1);
    const next =
      last && rows.length === limit ? { createdAt: last.created_at.getTime(), key: String(last.seq) } : null;
    return { memories: rows.map(toMemory), next };
  }
}
