import { Database, sql } from '../../database/database';
import type { HistoryEntry, HistoryEvent } from '../memory';
import { inNamespace } from './memory-rows';

interface HistoryRow {
  at: Date;
  event: HistoryEvent;
  session_id: string | null;
  by: string;
  former: Record<string, unknown> | null;
}

/** More entries of one memory than anybody reads; the newest are kept. */
const MAX_ENTRIES = 1_000;

export class MemoryHistoryRepository {
  constructor(private readonly database: Database) {}

  /**
   * Newest first; null when there never was such a memory. The creation of a living memory stands in its
   * own row; only when it is deleted does the history take it over.
   */
  async find(namespace: string, id: string): Promise<HistoryEntry[] | null> {
    const rows = await this.database.query<HistoryRow>(sql`
      SELECT at, event, session_id, by, former FROM (
        SELECT m.id AS order_in_time, m.at, m.event, m.session_id, m.by, m.former FROM memory_history m
        WHERE ${inNamespace(namespace)} AND m.memory_id = ${id}::uuid
        UNION ALL
        SELECT 0, m.created_at, 'created', m.session_id, m.actor_id, NULL FROM memories m
        WHERE ${inNamespace(namespace)} AND m.id = ${id}::uuid
      ) AS entries
      ORDER BY event = 'created', at DESC, order_in_time DESC
      LIMIT ${MAX_ENTRIES}`);
    if (rows.length === 0) return null;
    return rows.map((row) => ({
      at: row.at,
      event: row.event,
      sessionId: row.session_id,
      by: row.by,
      // A restoration keeps the former `updated_at`, for listings of the past only.
      former: row.event === 'edited' && row.former !== null ? shownFormer(row.former) : null,
    }));
  }
}

/** PostgreSQL writes times into JSON its own way. */
function shownFormer(former: Record<string, unknown>): Record<string, unknown> {
  const at = former.updated_at;
  return typeof at === 'string' ? { ...former, updated_at: new Date(at).toISOString() } : former;
}
