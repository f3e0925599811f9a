// SQL: one statement joins the counts of three tables and orders the agents by all of them.
import { Injectable } from '@nestjs/common';
import { matchesOneOf } from '../agents/agents.repository';
import { brieflyInTransaction, type TimeLimits } from '../database/bounded-work';
import { PrismaService } from '../database/prisma.service';
import { sql } from '../database/sql';
import type { AgentAttention } from './attention';

/** A page must not keep a connection from the requests of agents. */
const LIMITS: TimeLimits = { lockMs: 500, statementMs: 5_000 };

@Injectable()
export class AttentionRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** The agents that match one of the patterns; those with the most open conflicts first. */
  list(limit: number, granted: readonly string[]): Promise<AgentAttention[]> {
    return brieflyInTransaction(this.prisma, LIMITS, () =>
      this.prisma.query<AgentAttention>(sql`
        WITH conflicts AS (
          SELECT c.agent_id, count(*)::int AS open, max(c.date)::text AS day
          FROM conflict_rows c WHERE NOT c.resolved GROUP BY c.agent_id
        ), failed AS (
          SELECT f.agent_id, count(*)::int AS failed
          FROM files f WHERE f.status = 'failed' AND NOT f.deleting GROUP BY f.agent_id
        ), newest AS (
          SELECT DISTINCT ON (s.agent_id) s.agent_id, s.status
          FROM sweeps s WHERE s.kind = 'sweep' ORDER BY s.agent_id, s.evaluated_at DESC, s.sweep_id
        ), held AS (SELECT n.agent_id, 1 AS held FROM newest n WHERE n.status = 'held'),
        agents AS (
          SELECT agent_id, c.open, c.day, f.failed, h.held
          FROM conflicts c FULL JOIN failed f USING (agent_id) FULL JOIN held h USING (agent_id)
        )
        SELECT agent_id AS "agentId", coalesce(open, 0) AS "openConflicts", day AS "conflictDay",
          coalesce(failed, 0) AS "failedFiles", coalesce(held, 0) AS "heldSweeps"
        FROM agents WHERE ${matchesOneOf(granted)}
        ORDER BY "openConflicts" DESC, "failedFiles" DESC, agent_id LIMIT ${limit}`),
    );
  }
}
