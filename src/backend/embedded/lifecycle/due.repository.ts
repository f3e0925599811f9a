// SQL: one statement finds what is due by an index over all namespaces, locks, stamps and records it.
import type { AuditTrail } from '../../../audit/audit-trail';
import { PrismaService } from '../../../database/prisma.service';
import { sql } from '../../../database/sql';
import { OWN_TIME } from '../../memory-lifecycle';
import { changeNotes, type ChangedRow } from '../memory-notes';
import { readableTime } from '../memory-rows';

const SLICE = 500;

/** Memories with a time of their own at which they expire. */
export class DueRepository {
  constructor(
    private readonly database: PrismaService,
    private readonly trail: AuditTrail,
  ) {}

  /** Of all active memories, the first such time. */
  async next(): Promise<Date | null> {
    const rows = await this.database.query<{ at: Date }>(sql`
      SELECT ${readableTime(sql`m.expires_at`)} AS at FROM memories m
      WHERE m.status = 'active' AND m.expires_at IS NOT NULL ORDER BY m.expires_at LIMIT 1`);
    return rows[0]?.at ?? null;
  }

  /** Expires those that are due at the time, each as of its own time. */
  async expire(at: Date): Promise<void> {
    while ((await this.expireSlice(at)) === SLICE);
  }

  /** In the order of ids, so that two callers cannot wait for each other. */
  private async expireSlice(at: Date): Promise<number> {
    const statement = sql`
      WITH due AS MATERIALIZED (
        SELECT m.namespace_id, m.id FROM memories m
        WHERE m.status = 'active' AND m.expires_at <= ${at}::timestamptz
        ORDER BY m.expires_at LIMIT ${SLICE}
      ), locked AS MATERIALIZED (
        SELECT m.namespace_id, m.id, GREATEST(m.expires_at, m.created_at) AS at
        FROM due d JOIN memories m ON m.namespace_id = d.namespace_id AND m.id = d.id
        WHERE m.status = 'active' AND m.expires_at <= ${at}::timestamptz
        ORDER BY m.namespace_id, m.id FOR NO KEY UPDATE OF m
      ), expired AS (
        UPDATE memories m SET status = 'expired', expired_at = l.at, expired_by = ${OWN_TIME}
        FROM locked l WHERE m.namespace_id = l.namespace_id AND m.id = l.id
        RETURNING m.namespace_id, m.id, m.expired_at
      ), noted AS (
        INSERT INTO memory_history (namespace_id, memory_id, at, event, session_id, by)
        SELECT e.namespace_id, e.id, e.expired_at, 'expired', NULL, ${OWN_TIME} FROM expired e
      )
      SELECT (SELECT count(*) FROM due)::float8 AS taken, e.id,
        (SELECT n.name FROM namespaces n WHERE n.id = e.namespace_id) AS namespace
      FROM (SELECT 1) AS one LEFT JOIN expired e ON true`;
    return this.database.transaction(async () => {
      const rows = await this.database.query<Partial<ChangedRow> & { taken: number }>(statement);
      const changed = rows.filter((row): row is ChangedRow & { taken: number } => row.id != null);
      const act = { sessionId: null, by: OWN_TIME };
      for (const note of changeNotes(changed, 'expired', act)) this.trail.note(note);
      return rows[0]?.taken ?? 0;
    });
  }
}
