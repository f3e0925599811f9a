// SQL: a slice is compared with its history in one statement, and locked, restored and recorded in another.
import type { AuditTrail } from '../../../audit/audit-trail';
import { PrismaService } from '../../../database/prisma.service';
import { sql } from '../../../database/sql';
import type { Act } from '../../memory';
import type { UndoOutcome } from '../../memory-lifecycle';
import { changeNotes } from '../memory-notes';
import { restoring } from '../memory-rows';

const SLICE = 500;

interface Extent {
  /** Ids of entries; null when there are none. */
  first: number | null;
  last: number | null;
  entries: number;
}

interface UndoneSlice {
  entries: number;
  /** The id of the last one; null without any. */
  last: number | null;
  restored: number;
}

interface ReadSlice extends Omit<UndoneSlice, 'restored'> {
  /** Of memories that did not change since: ids, `updated_at` and `expired_at` as text. */
  ids: string[];
  updated: string[];
  expired: string[];
  namespace: string | null;
}

export class UndoRepository {
  constructor(
    private readonly database: PrismaService,
    private readonly trail: AuditTrail,
  ) {}

  /**
   * Restores what a sweep expired and did not change since; `skipped`: the rest. Goes by ranges of ids that grow where
   * they hold little: without an end, each slice could read all the rest of the sweep.
   */
  async undo(namespaceId: string, sweepId: string, act: Act): Promise<UndoOutcome> {
    const { first, last, entries } = await this.extentOf(namespaceId, sweepId);
    let restored = 0;
    let width = SLICE;
    let after = (first ?? 0) - 1;
    while (last !== null && after < last) {
      const range = { after, until: after + width };
      const slice = await this.undoSlice(namespaceId, sweepId, range, act);
      const isFull = slice.entries === SLICE;
      restored += slice.restored;
      after = isFull && slice.last !== null ? slice.last : range.until;
      width = isFull ? SLICE : width * 2;
    }
    return { restored, skipped: entries - restored };
  }

  private async extentOf(namespaceId: string, sweepId: string): Promise<Extent> {
    const rows = await this.database.query<Extent>(sql`
      SELECT min(h.id)::float8 AS first, max(h.id)::float8 AS last, count(*)::float8 AS entries
      FROM memory_history h WHERE h.sweep_id = ${sweepId}::uuid AND h.namespace_id = ${namespaceId}::bigint`);
    return rows[0] as Extent;
  }

  /** A memory has changed if its last entry is not that of the sweep. */
  private async undoSlice(
    namespaceId: string,
    sweepId: string,
    { after, until }: { after: number; until: number },
    act: Act,
  ): Promise<UndoneSlice> {
    const [slice] = await this.database.query<ReadSlice>(sql`
      WITH entries AS MATERIALIZED (
        SELECT h.id, h.namespace_id, h.memory_id, h.at FROM memory_history h
        WHERE h.sweep_id = ${sweepId}::uuid AND h.namespace_id = ${namespaceId}::bigint
          AND h.id > ${after}::bigint AND h.id <= ${until}::bigint
        ORDER BY h.id LIMIT ${SLICE}
      ), untouched AS MATERIALIZED (
        SELECT e.id AS entry, m.id, m.updated_at, m.expired_at
        FROM entries e JOIN memories m ON m.namespace_id = e.namespace_id AND m.id = e.memory_id
        WHERE m.status = 'expired' AND m.expired_at = e.at AND e.id = (
          SELECT max(l.id) FROM memory_history l WHERE l.namespace_id = m.namespace_id AND l.memory_id = m.id)
      )
      SELECT (SELECT max(e.id) FROM entries e)::float8 AS last, (SELECT count(*) FROM entries)::float8 AS entries,
        ARRAY(SELECT u.id::text FROM untouched u ORDER BY u.entry) AS ids,
        ARRAY(SELECT u.updated_at::text FROM untouched u ORDER BY u.entry) AS updated,
        ARRAY(SELECT u.expired_at::text FROM untouched u ORDER BY u.entry) AS expired,
        (SELECT n.name FROM namespaces n WHERE n.id = ${namespaceId}::bigint) AS namespace`);
    const { last, entries } = slice as ReadSlice;
    return { last, entries, restored: await this.restore(namespaceId, slice as ReadSlice, act) };
  }

  /**
   * A concurrent change holds the row lock and moves `updated_at`, so that is compared again under the lock. Returns the
   * number of restored memories.
   */
  private restore(
    namespaceId: string,
    { ids, updated, expired, namespace }: ReadSlice,
    act: Act,
  ): Promise<number> {
    if (ids.length === 0) return Promise.resolve(0);
    const place = sql`array_position(${ids}::uuid[], m.id)`;
    return this.database.transaction(async () => {
      const rows = await this.database.query<{ id: string }>(sql`
        WITH taken AS (
          SELECT m.namespace_id, m.id, m.status, m.updated_at, m.expires_at FROM memories m
          WHERE m.namespace_id = ${namespaceId}::bigint AND m.id = ANY(${ids}::uuid[]) AND m.status = 'expired'
            AND m.updated_at = (${updated}::timestamptz[])[${place}]
            AND m.expired_at = (${expired}::timestamptz[])[${place}]
          ORDER BY m.id FOR NO KEY UPDATE OF m
        ), ${restoring(sql`taken`, sql`m.namespace_id = ${namespaceId}::bigint AND m.id = ANY(${ids}::uuid[])`, act, false)}`);
      const changed = rows.map(({ id }) => ({ id, namespace }));
      for (const note of changeNotes(changed, 'restored', act)) this.trail.note(note);
      return changed.length;
    });
  }
}
