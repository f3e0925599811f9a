// SQL: one statement locks the memories in order, changes their status and records it in their histories, which it ends with
// (see `restoring`). Those that it left as they are stay locked, and are read after it.
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

  /** Expires memories. Returns those that exist, with their present stamps. */
  expire(
    namespace: string,
    ids: readonly string[],
    reason: string,
    act: Act,
  ): Promise<(StatusChange & ExpiryStamp)[]> {
    const expiring = sql`
      WITH ${found(namespace, ids)}, moment AS MATERIALIZED (${timeAfter(sql`found`, act.at)}), expired AS (
        UPDATE memories m SET status = 'expired', expired_at = t.at, expired_by = ${reason}
        FROM found f CROSS JOIN moment t WHERE ${among(namespace, ids)} AND m.id = f.id AND f.status = 'active'
        RETURNING m.namespace_id, m.id, m.expired_at, m.expired_by
      )
      INSERT INTO memory_history (namespace_id, memory_id, at, event, session_id, by)
      SELECT e.namespace_id, e.id, e.expired_at, 'expired', ${act.sessionId}, e.expired_by FROM expired e
      RETURNING memory_id AS id, true AS "isChanged", at AS "expiredAt", by AS "expiredBy"`;
    return this.trail.recorded(
      () =>
        this.withUnchanged<StatusChange & ExpiryStamp>(
          expiring,
          namespace,
          ids,
          sql`m.id, false AS "isChanged", m.expired_at AS "expiredAt", m.expired_by AS "expiredBy" FROM memories m WHERE m.status = 'expired'`,
        ),
      (rows) => noteOf(rows, (changed) => changeNote(namespace, changed, 'expired', act, { reason })),
    );
  }

  /** Restores memories. Returns those that exist. */
  restore(namespace: string, ids: readonly string[], act: Act): Promise<StatusChange[]> {
    const restored = sql`
      WITH ${found(namespace, ids)}, ${restoring(sql`found`, among(namespace, ids), act, true)}, true AS "isChanged"`;
    return this.trail.recorded(
      () =>
        this.withUnchanged<StatusChange>(
          restored,
          namespace,
          ids,
          sql`m.id, false AS "isChanged" FROM memories m WHERE m.status = 'active'`,
        ),
      (rows) => noteOf(rows, (changed) => changeNote(namespace, changed, 'restored', act)),
    );
  }

  /** Returns the result of `change`, and the other memories that have the wanted status already. */
  private async withUnchanged<Row extends StatusChange>(
    change: Sql,
    namespace: string,
    ids: readonly string[],
    unchanged: Sql,
  ): Promise<Row[]> {
    const changed = await this.database.query<Row>(change);
    const known = new Set(changed.map(({ id }) => id));
    const others = ids.filter((id) => !known.has(id));
    if (others.length === 0) return changed;
    const rows = await this.database.query<Row>(sql`
      SELECT ${unchanged} AND ${among(namespace, others)}`);
    return [...changed, ...rows];
  }
}

/** With the ids in each part of a statement, the planner takes these rows and no others of the namespace. */
function among(namespace: string, ids: readonly string[]): Sql {
  return sql`${inNamespace(namespace)} AND m.id = ANY(${ids}::uuid[])`;
}

/** In the order of ids, so that two callers cannot wait for each other. */
function found(namespace: string, ids: readonly string[]): Sql {
  return sql`found AS (
    SELECT m.namespace_id, m.id, m.status, m.updated_at, m.expires_at, m.expired_at, m.expired_by
    FROM memories m WHERE ${among(namespace, ids)} ORDER BY m.id FOR UPDATE
  )`;
}

/** Unchanged memories leave no record. */
function noteOf(rows: readonly StatusChange[], note: (changed: string[]) => AuditNote): AuditNote | null {
  const changed = rows.flatMap(({ id, isChanged }) => (isChanged ? [id] : []));
  return changed.length === 0 ? null : note(changed);
}
