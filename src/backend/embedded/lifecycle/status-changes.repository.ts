// SQL: one statement locks the memories in order, changes their status and records it in their histories.
import type { AuditNote, AuditTrail } from '../../../audit/audit-trail';
import { PrismaService } from '../../../database/prisma.service';
import { sql, type Sql } from '../../../database/sql';
import type { Act } from '../../memory';
import type { ExpiryStamp, StatusChange } from '../../memory-lifecycle';
import { changeNote } from '../memory-notes';
import { inNamespace, restoring, timeAfter } from '../memory-rows';

/** Expires and restores memories by their ids. */
export class StatusChangesRepository {
  constructor(
    private readonly database: PrismaService,
    private readonly trail: AuditTrail,
  ) {}

  /** Those that exist, with the stamp that each has now. */
  expire(
    namespace: string,
    ids: readonly string[],
    reason: string,
    act: Act,
  ): Promise<(StatusChange & ExpiryStamp)[]> {
    const expiring = sql`
      WITH ${found(namespace, ids)}, moment AS MATERIALIZED (${timeAfter(sql`found`, act.at)}), expired AS (
        UPDATE memories m SET status = 'expired', expired_at = t.at, expired_by = ${reason}
        FROM found f CROSS JOIN moment t WHERE m.namespace_id = f.namespace_id AND m.id = f.id AND f.status = 'active'
        RETURNING m.namespace_id, m.id, m.expired_at, m.expired_by
      ), noted AS (
        INSERT INTO memory_history (namespace_id, memory_id, at, event, session_id, by)
        SELECT e.namespace_id, e.id, e.expired_at, 'expired', ${act.sessionId}, ${reason} FROM expired e
      )
      SELECT id, true AS "isChanged", expired_at AS "expiredAt", expired_by AS "expiredBy" FROM expired
      UNION ALL SELECT id, false, expired_at, expired_by FROM found WHERE status = 'expired'`;
    return this.trail.recorded(
      () => this.database.query<StatusChange & ExpiryStamp>(expiring),
      (rows) => noteOf(rows, (changed) => changeNote(namespace, changed, 'expired', act, { reason })),
    );
  }

  /** Those that exist. */
  restore(namespace: string, ids: readonly string[], act: Act): Promise<StatusChange[]> {
    const restored = sql`
      WITH ${found(namespace, ids)}, ${restoring(sql`found`, act, true)}
      SELECT id, status = 'expired' AS "isChanged" FROM found`;
    return this.trail.recorded(
      () => this.database.query<StatusChange>(restored),
      (rows) => noteOf(rows, (changed) => changeNote(namespace, changed, 'restored', act)),
    );
  }
}

/** In the order of ids, so that two callers cannot wait for each other. */
function found(namespace: string, ids: readonly string[]): Sql {
  return sql`found AS (
    SELECT m.namespace_id, m.id, m.status, m.updated_at, m.expires_at, m.expired_at, m.expired_by
    FROM memories m WHERE ${inNamespace(namespace)} AND m.id = ANY(${ids}::uuid[]) ORDER BY m.id FOR UPDATE
  )`;
}

/** What stays as it is leaves no record. */
function noteOf(rows: readonly StatusChange[], note: (changed: string[]) => AuditNote): AuditNote | null {
  const changed = rows.flatMap(({ id, isChanged }) => (isChanged ? [id] : []));
  return changed.length === 0 ? null : note(changed);
}
