// SQL: slices of a table past locked rows (FOR UPDATE SKIP LOCKED).
import { Injectable } from '@nestjs/common';
import { inSlices, sliceBy } from '../database/bounded-work';
import { PrismaService } from '../database/prisma.service';
import { sql, type Sql } from '../database/sql';

/** Rows read by one statement: few, so that it holds its locks for a short time only. */
const SLICE = 2_000;

/** Every key sorts after it. */
const START = '';

/** Expires and deletes old sessions. It skips locked rows, so that no transaction waits. */
@Injectable()
export class SessionsCleanupRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** Marks unused sessions as `expired` when their time is over; returns how many. */
  async expireEnded(now: Date): Promise<number> {
    return inSlices(START, (after) => sliceBy(this.prisma, expireSlice(now, after)));
  }

  /** Deletes sessions that ended before a time, except each agent's newest, which may be replaced; how many. */
  async deleteEnded(before: Date): Promise<number> {
    return inSlices(START, (after) => sliceBy(this.prisma, deleteSlice(before, after)));
  }

  /** Deletes logouts of the console whose cookies expired before a time. There are few: each took a login. */
  async deleteConsoleLogouts(before: Date): Promise<void> {
    await this.prisma.models.consoleLogout.deleteMany({ where: { expiresAt: { lt: before } } });
  }
}

/** An agent has one active session at most, so that the index of those gives the order. */
function expireSlice(now: Date, after: string): Sql {
  return sql`
    WITH slice AS MATERIALIZED (
      SELECT s.agent_id, s.session_id, s.expires_at FROM sessions s
      WHERE s.status = 'active' AND s.agent_id > ${after} ORDER BY s.agent_id LIMIT ${SLICE}
    ), free AS MATERIALIZED (
      SELECT s.session_id FROM sessions s
      WHERE s.session_id IN (SELECT c.session_id FROM slice c WHERE c.expires_at <= ${now}::timestamptz)
        AND s.status = 'active' AND s.expires_at <= ${now}::timestamptz
      FOR UPDATE SKIP LOCKED
    ), expired AS (
      UPDATE sessions s SET status = 'expired', ended_at = s.expires_at
      FROM free f WHERE s.session_id = f.session_id
      RETURNING s.session_id
    )
    SELECT (SELECT max(c.agent_id) FROM slice c) AS last,
           (SELECT count(*)::float8 FROM expired) AS touched`;
}

function deleteSlice(before: Date, after: string): Sql {
  return sql`
    WITH slice AS MATERIALIZED (
      SELECT s.session_id, s.ended_at FROM sessions s
      WHERE s.session_id > ${after} ORDER BY s.session_id LIMIT ${SLICE}
    ), free AS MATERIALIZED (
      SELECT s.session_id FROM sessions s
      WHERE s.session_id IN (SELECT c.session_id FROM slice c WHERE c.ended_at < ${before}::timestamptz)
        AND s.status <> 'active'
        AND EXISTS (SELECT FROM sessions n WHERE n.agent_id = s.agent_id AND n.seq > s.seq)
      FOR UPDATE OF s SKIP LOCKED
    ), deleted AS (
      DELETE FROM sessions s USING free f WHERE s.session_id = f.session_id
      RETURNING s.session_id
    )
    SELECT (SELECT max(c.session_id) FROM slice c) AS last,
           (SELECT count(*)::float8 FROM deleted) AS touched`;
}
