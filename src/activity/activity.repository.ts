// SQL: one insert of 500 entries takes 43 ms of processor time, `createMany` 157 ms; slices follow the order of an index.
import { Injectable } from '@nestjs/common';
import { brieflyInTransaction, inSlices, type Slice, type TimeLimits } from '../database/bounded-work';
import { PrismaService } from '../database/prisma.service';
import { sql, type Sql } from '../database/sql';
import type { ActivityEntry } from './activity';

/** No request waits for a write to the log. A write holds a connection for at most this time. */
const LIMITS: TimeLimits = { lockMs: 250, statementMs: 3_000 };

/** Rows deleted by one statement: few, so that no request waits long. */
const SLICE = 2_000;

const HOUR_MS = 3_600_000;
/** Lengths of the stored sums in hours. */
const SPANS = [1, 6, 24, 96];

/** No row is older. */
const START = new Date(0);

/** Which rows to delete. They must be found by an index in the order of `ts`. */
type SliceQuery = (after: Date) => Sql;

@Injectable()
export class ActivityRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** Inserts all entries or none, in order, except entries of sessions that were deleted with their agent. */
  async insert(entries: readonly ActivityEntry[]): Promise<void> {
    const rows = JSON.stringify(entries.map(toRow));
    await brieflyInTransaction(this.prisma, LIMITS, async () => {
      // A crash of the server may lose the last entries. Waiting for the disk would delay every request.
      await this.prisma.query(sql`SELECT set_config('synchronous_commit', 'off', true) AS setting`);
      await this.prisma.execute(sql`
        INSERT INTO activity (ts, tool, agent_id, session_id, op, kind, n, by)
        SELECT e.ts, e.tool, e.agent_id, e.session_id, e.op, e.kind, e.n, e.by
        FROM ROWS FROM (json_to_recordset(${rows}::json) AS (ts timestamptz, tool text, agent_id text,
          session_id text, op text, kind text, n integer, by text)) WITH ORDINALITY AS e
        WHERE EXISTS (SELECT 1 FROM sessions s WHERE s.session_id = e.session_id)
        ORDER BY e.ordinality`);
    });
  }

  /** Deletes the entries of a deleted agent. A later agent with the same id keeps its entries. */
  forget(agentId: string): Promise<number> {
    return this.deleteInSlices(
      (after) => sql`
        a.agent_id = ${agentId} AND a.ts >= ${after}
        AND NOT EXISTS (SELECT 1 FROM sessions s WHERE s.session_id = a.session_id)`,
    );
  }

  /** Deletes entries older than a time; how many. */
  async prune(olderThan: Date): Promise<number> {
    const ended = SPANS.map((hours) => ({
      hours,
      start: { lte: new Date(olderThan.getTime() - hours * HOUR_MS) },
    }));
    await brieflyInTransaction(this.prisma, LIMITS, () =>
      this.prisma.models.activitySum.deleteMany({ where: { OR: ended } }),
    );
    return this.deleteInSlices((after) => sql`a.ts >= ${after} AND a.ts < ${olderThan}`);
  }

  private deleteInSlices(selected: SliceQuery): Promise<number> {
    return inSlices(START, (after) =>
      brieflyInTransaction(this.prisma, LIMITS, () => this.deleteSlice(selected(after))),
    );
  }

  /** Starts at the end of the last slice: from the start, the index scan would pass all deleted entries again. */
  private async deleteSlice(condition: Sql): Promise<Slice<Date>> {
    const [gone] = await this.prisma.query<{ number: number; last: Date | null }>(sql`
      WITH selected AS (
        SELECT a.id, a.ts FROM activity a WHERE ${condition} ORDER BY a.ts LIMIT ${SLICE}
      ), deleted AS (
        DELETE FROM activity a USING selected d WHERE a.id = d.id RETURNING a.ts
      )
      SELECT count(*)::int AS number, max(ts) AS last FROM deleted`);
    const touched = gone?.number ?? 0;
    return { touched, last: touched < SLICE ? null : (gone?.last ?? null) };
  }
}

function toRow(entry: ActivityEntry): object {
  const { ts, tool, agentId, sessionId, op, kind, n, by } = entry;
  return { ts, tool, agent_id: agentId, session_id: sessionId, op, kind, n, by };
}
