import { Injectable } from '@nestjs/common';
import type { ActivityEntry, ActivityKind } from '../activity/activity';
import { Database, sql } from '../database/database';
import type { ActivityDay, ActivityFilter } from './ui-activity';

/** Stored sums of this length begin at midnight UTC. */
const DAY_HOURS = 24;

/** What all agents did. */
@Injectable()
export class UiActivityRepository {
  constructor(private readonly database: Database) {}

  /** Days without an operation are left out. */
  days(since: Date, { agentId, sessionId }: ActivityFilter): Promise<ActivityDay[]> {
    // Raw: sums of stored sums.
    return this.database.query<ActivityDay>(sql`
      SELECT to_char(a.start AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, sum(a.writes)::float8 AS writes,
        sum(a.reads)::float8 AS reads, sum(a.memories_written)::float8 AS "memoriesWritten",
        sum(a.memories_read)::float8 AS "memoriesRead"
      FROM activity_sums a JOIN sessions s USING (session_id)
      WHERE a.hours = ${DAY_HOURS} AND a.start >= ${since}
        AND (${agentId}::text IS NULL OR s.agent_id = ${agentId})
        AND (${sessionId}::text IS NULL OR s.session_id = ${sessionId})
      GROUP BY a.start ORDER BY a.start`);
  }

  /** Newest first. */
  async events(since: Date, filter: ActivityFilter, limit: number): Promise<ActivityEntry[]> {
    const { agentId, sessionId, by } = filter;
    const rows = await this.database.models.activity.findMany({
      where: {
        ts: { gte: since },
        ...(agentId !== null && { agentId }),
        ...(sessionId !== null && { sessionId }),
        ...(by !== null && { by }),
      },
      orderBy: [{ ts: 'desc' }, { id: 'desc' }],
      take: limit,
      omit: { id: true },
    });
    return rows.map((row) => ({ ...row, kind: row.kind as ActivityKind }));
  }
}
