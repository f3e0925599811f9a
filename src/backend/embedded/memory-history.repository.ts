import { Database, sql, type Sql } from '../../database/database';
import { historyPage, type HistoryPage, type PageCursor } from '../pages';
import type { HistoryEvent } from '../memory';
import { inNamespace } from './memory-rows';

interface HistoryRow {
  at: Date;
  event: HistoryEvent;
  session_id: string | null;
  by: string;
  former: Record<string, unknown> | null;
  key: string;
}

export class MemoryHistoryRepository {
  constructor(private readonly database: Database) {}

  /**
   * Newest first; null when there never was such a memory. The creation of a living memory stands in its
   * own row; only when it is deleted does the history take it over.
   */
  async find(
    namespace: string,
    id: string,
    after: PageCursor | null,
    limit: number,
  ): Promise<HistoryPage | null> {
    const rows = await this.database.query<HistoryRow>(sql`
      SELECT at, event, session_id, by, former, order_in_time::text AS key FROM (
        SELECT m.id AS order_in_time, m.at, m.event, m.session_id, m.by, m.former FROM memory_history m
        WHERE ${inNamespace(namespace)} AND m.memory_id = ${id}::uuid
        UNION ALL
        SELECT 0, m.created_at, 'created', m.session_id, m.actor_id, NULL FROM memories m
        WHERE ${inNamespace(namespace)} AND m.id = ${id}::uuid
      ) AS entries
      WHERE true ${following(after)}
      ORDER BY event = 'created', at DESC, order_in_time DESC
      LIMIT ${limit + 1}`);
    if (rows.length === 0 && after === null) return null;
    const entries = rows.map((row) => ({
      key: row.key,
      at: row.at,
      event: row.event,
      sessionId: row.session_id,
      by: row.by,
      // A restoration keeps the former `updated_at`, for listings of the past only.
      former: row.event === 'edited' && row.former !== null ? shownFormer(row.former) : null,
    }));
    return historyPage(entries, limit);
  }
}

/** The creation is the last entry, whatever its time says. */
function following(after: PageCursor | null): Sql {
  if (after === null) return sql``;
  const at = new Date(after.createdAt);
  return sql`AND (event = 'created' OR (at, order_in_time) < (${at}::timestamptz, ${after.key}::bigint))`;
}

/** PostgreSQL writes times into JSON its own way. */
function shownFormer(former: Record<string, unknown>): Record<string, unknown> {
  const at = former.updated_at;
  return typeof at === 'string' ? { ...former, updated_at: new Date(at).toISOString() } : former;
}
