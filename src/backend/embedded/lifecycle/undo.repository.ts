// SQL: a slice compares memories with their history, locks, restores and records in one statement.
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
  ids: string[];
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

  /**
   * A memory has changed if its history has an entry after that of the sweep. A concurrent change holds the row lock
   * and sets `updated_at`, so the statement compares that again after it has the lock.
   */
  private async undoSlice(
    namespaceId: string,
    sweepId: string,
    { after, until }: { after: number; until: number },
    act: Act,
  ): Promise<UndoneSlice> {
    const statement = sql`
      WITH entries AS MATERIALIZED (
        SELECT h.id, h.namespace_id, h.memory_id, h.at FROM memory_history h
        WHERE h.sweep_id = ${sweepId}::uuid AND h.namespace_id = ${namespaceId}::bigint
          AND h.id > ${after}::bigint AND h.id <= ${until}::bigint
        ORDER BY h.id LIMIT ${SLICE}
      ), untouched AS MATERIALIZED (
        SELECT e.id AS entry, m.namespace_id, m.id, m.updated_at, m.expired_at
        FROM entries e JOIN memories m ON m.namespace_id = e.namespace_id AND m.id = e.memory_id
        WHERE m.status = 'expired' AND m.expired_at = e.at AND NOT EXISTS (
          SELECT FROM memory_history l
          WHERE l.namespace_id = e.namespace_id AND l.memory_id = e.memory_id AND l.id > e.id)
      ), taken AS (
        SELECT m.namespace_id, m.id, m.status, m.updated_at, m.expires_at FROM untouched u
        JOIN memories m ON m.namespace_id = u.namespace_id AND m.id = u.id
        WHERE m.status = 'expired' AND m.expired_at = u.expired_at AND m.updated_at = u.updated_at
        ORDER BY u.entry FOR NO KEY UPDATE OF m
      ), ${restoring(sql`taken`, act, false)}
      SELECT (SELECT max(e.id) FROM entries e)::float8 AS last,
        (SELECT count(*) FROM entries)::float8 AS entries, (SELECT count(*) FROM restored)::float8 AS restored,
        ARRAY(SELECT r.id::text FROM restored r) AS ids,
        (SELECT n.name FROM namespaces n WHERE n.id = ${namespaceId}::bigint) AS namespace`;
    return this.database.transaction(async () => {
      const slice = (await this.database.query<UndoneSlice>(statement))[0] as UndoneSlice;
      const rows = slice.ids.map((id) => ({ id, namespace: slice.namespace }));
      for (const note of changeNotes(rows, 'restored', act)) this.trail.note(note);
      return slice;
    });
  }
}
