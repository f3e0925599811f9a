// SQL: what is due is found by an index over all namespaces, and one statement locks, stamps and records it.
import type { AuditTrail } from '../../../audit/audit-trail';
import { PrismaService } from '../../../database/prisma.service';
import { sql } from '../../../database/sql';
import { byNamespace } from '../by-namespace';
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

  private async expireSlice(at: Date): Promise<number> {
    const due = await this.database.query<{ namespaceId: string; id: string }>(sql`
      SELECT m.namespace_id::text AS "namespaceId", m.id FROM memories m
      WHERE m.status = 'active' AND m.expires_at <= ${at}::timestamptz
      ORDER BY m.expires_at LIMIT ${SLICE}`);
    for (const [namespaceId, rows] of byNamespace(due))
      await this.expireIn(
        namespaceId,
        rows.map(({ id }) => id),
        at,
      );
    return due.length;
  }

  /**
   * One namespace at a time, because a distributed database locks no rows of several. In the order of ids, so that two
   * callers cannot wait for each other.
   */
  private async expireIn(namespaceId: string, ids: readonly string[], at: Date): Promise<void> {
    const statement = sql`
      WITH locked AS MATERIALIZED (
        SELECT m.namespace_id, m.id, GREATEST(m.expires_at, m.created_at) AS at FROM memories m
        WHERE m.namespace_id = ${namespaceId}::bigint AND m.id = ANY(${ids}::uuid[])
          AND m.status = 'active' AND m.expires_at <= ${at}::timestamptz
        ORDER BY m.id FOR NO KEY UPDATE OF m
      ), expired AS (
        UPDATE memories m SET status = 'expired', expired_at = l.at, expired_by = ${OWN_TIME}
        FROM locked l WHERE m.namespace_id = l.namespace_id AND m.id = l.id
        RETURNING m.namespace_id, m.id, m.expired_at
      ), noted AS (
        INSERT INTO memory_history (namespace_id, memory_id, at, event, session_id, by)
        SELECT e.namespace_id, e.id, e.expired_at, 'expired', NULL, ${OWN_TIME} FROM expired e
      )
      SELECT e.id, (SELECT n.name FROM namespaces n WHERE n.id = e.namespace_id) AS namespace FROM expired e`;
    await this.database.transaction(async () => {
      const changed = await this.database.query<ChangedRow>(statement);
      for (const note of changeNotes(changed, 'expired', { sessionId: null, by: OWN_TIME }))
        this.trail.note(note);
    });
  }
}
