// SQL: a slice reads the transaction ids (`xid8`) that the deletion compares.
import { PrismaService } from '../../../database/prisma.service';
import { sql } from '../../../database/sql';
import { errorCode } from '../../../database/database-errors';
import { MAX_LISTED, type PurgedMemory, type PurgeOutcome, type PurgeRequest } from '../../memory-lifecycle';
import { SweepErrors } from '../../sweep-tally';
import type { MemoryDeletion, MemoryVersion } from '../memory-deletion';
import type { NamespacesRepository } from '../namespaces.repository';
import { inRange, IS_SOUND } from '../memory-rows';
import { workInSlices, type IdRange, type IdSlice } from './id-slices';

const SLICE = 500;

/** An expired memory that is due to be deleted. */
interface DueMemory extends MemoryVersion {
  title: string;
  /** Milliseconds since the epoch. */
  expiredAt: number;
  expiredBy: string;
}

/** Deletes memories of a namespace for good that expired long ago. */
export class Purging {
  constructor(
    private readonly database: PrismaService,
    private readonly deletion: MemoryDeletion,
    private readonly namespaces: NamespacesRepository,
  ) {}

  async purge(namespaceId: string, request: PurgeRequest): Promise<PurgeOutcome> {
    const errors = new SweepErrors();
    const outcome: PurgeOutcome = { matched: 0, purged: 0, memories: [], errors: errors.listed };
    const add = (due: readonly DueMemory[], purged: number): void => {
      outcome.matched += due.length;
      outcome.purged += purged;
      outcome.memories.push(...due.slice(0, MAX_LISTED - outcome.memories.length).map(toPurged));
    };
    const find = (range: IdRange) => this.findDue(namespaceId, range, request.expiredUntil);
    await workInSlices(
      {
        take: async (range) => {
          const slice = await find(range);
          add(
            slice.due,
            request.dryRun ? 0 : await this.deletion.deleteVersions(namespaceId, slice.due, request.act),
          );
          return slice;
        },
        ids: (range) => this.namespaces.memoryIds(namespaceId, range),
        fail: async (id, range, error) => {
          errors.add(id, error, errorCode(error));
          add((await find(range)).due, 0);
        },
      },
      SLICE,
    );
    return outcome;
  }

  /** Finds the memories of a range that expired at a time or earlier. */
  private async findDue(
    namespaceId: string,
    range: IdRange,
    expiredUntil: Date,
  ): Promise<IdSlice & { due: DueMemory[] }> {
    const rows = await this.database.query<IdSlice & { due: DueMemory[] }>(sql`
      WITH slice AS MATERIALIZED (
        SELECT m.id, m.status = 'expired' AND m.expired_at <= ${expiredUntil}::timestamptz AND ${IS_SOUND} AS is_due,
          m.xid, m.content_key, m.title, m.expired_at, m.expired_by
        FROM memories m WHERE ${inRange(namespaceId, range)}
      )
      SELECT (SELECT s.id FROM slice s ORDER BY s.id DESC LIMIT 1) AS last,
        (SELECT count(*) FROM slice)::float8 AS read,
        (SELECT coalesce(json_agg(d ORDER BY d.id), '[]') FROM (
          SELECT s.id, s.xid::text AS version, s.content_key::text AS "contentKey", s.title,
            round(extract(epoch FROM s.expired_at)::float8 * 1000) AS "expiredAt", s.expired_by AS "expiredBy"
          FROM slice s WHERE s.is_due) AS d) AS due`);
    return rows[0] ?? { last: null, read: 0, due: [] };
  }
}

function toPurged({ id, title, expiredAt, expiredBy }: DueMemory): PurgedMemory {
  return { id, title, expiredAt: new Date(expiredAt), expiredBy };
}
