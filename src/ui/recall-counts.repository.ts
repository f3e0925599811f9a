// SQL: counts by intervals of time and by values within JSON, of the newest rows in the order of an index.
import { Injectable } from '@nestjs/common';
import { matchesOneOf } from '../agents/agents.repository';
import type { CountedName, Spans } from '../backend/memory-counts';
import { brieflyInTransaction, type TimeLimits } from '../database/bounded-work';
import { partOf } from '../database/part-of-time';
import { PrismaService } from '../database/prisma.service';
import { sql } from '../database/sql';

/** A page must not keep a connection from the requests of agents. */
const LIMITS: TimeLimits = { lockMs: 500, statementMs: 5_000 };
/** Recalls that are looked at: the newest. */
const MOST_ROWS = 200_000;
/** Clients choose their names freely. */
const MOST_NAMES = 50;

/** How sure recalls and answers were: `nothing` is one without any memory. */
const CERTAINTY = sql`CASE
  WHEN t.given = 0 OR t.outcome->>'verdict' IN ('nothing', 'none') THEN 'nothing'
  WHEN t.outcome->>'verdict' IN ('found', 'high') THEN 'certain'
  WHEN t.outcome->>'verdict' IS NULL THEN 'not judged' ELSE 'uncertain' END`;

/** Counts recalls and answers of agents from the traces. */
@Injectable()
export class RecallCountsRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** Recalls and answers of the agents that match one of the patterns. Parts without any are left out. */
  inTime(granted: readonly string[], by: 'client' | 'certainty', spans: Spans): Promise<CountedName[]> {
    const { since, until } = spans;
    return brieflyInTransaction(this.prisma, LIMITS, () =>
      this.prisma.query<CountedName>(sql`
        WITH asked AS MATERIALIZED (
          SELECT ${by === 'client' ? sql`t.client` : CERTAINTY} AS name,
            ${partOf(sql`t.at`, spans)} AS bucket
          FROM (
            SELECT t.* FROM recall_traces t WHERE t.at BETWEEN ${since}::timestamptz AND ${until}::timestamptz
            ORDER BY t.at DESC LIMIT ${MOST_ROWS}
          ) AS t WHERE ${matchesOneOf(granted, sql`t.agent_id`)}
        ), most AS (SELECT a.name FROM asked a GROUP BY a.name ORDER BY count(*) DESC, a.name LIMIT ${MOST_NAMES})
        SELECT a.name, a.bucket, count(*)::float8 AS count FROM asked a JOIN most USING (name) GROUP BY 1, 2`),
    );
  }
}
