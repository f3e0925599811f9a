import { Injectable } from '@nestjs/common';
import { Database, sql, type Sql } from '../database/database';
import type { Agent, AgentPattern } from './agent';
import type { AgentCursor } from './agent-cursor';

export type NewAgent = Pick<Agent, 'agentId' | 'namespace' | 'pattern' | 'description' | 'createdAt'>;

export interface AgentQuery {
  pattern: AgentPattern | null;
  after: AgentCursor | null;
  limit: number;
}

interface AgentRow {
  agent_id: string;
  namespace: string;
  pattern: AgentPattern;
  description: string | null;
  status: 'ready';
  created_at: Date;
  last_session: Date | null;
  session_count: number;
  memory_count: number;
}

const COLUMNS: Sql = sql`agent_id, namespace, pattern, description, status, created_at, last_session,
  session_count, memory_count::float8 AS memory_count`;

@Injectable()
export class AgentsRepository {
  constructor(private readonly db: Database) {}

  /** Repositories called within `work` join its transaction. */
  transaction<T>(work: () => Promise<T>): Promise<T> {
    return this.db.transaction(work);
  }

  /** Null when the id is taken; waits for a parallel insert of it, whose outcome decides. */
  async insert(agent: NewAgent): Promise<Agent | null> {
    const rows = await this.db.query<AgentRow>(sql`
      INSERT INTO agents (agent_id, namespace, pattern, description, created_at)
      VALUES (${agent.agentId}, ${agent.namespace}, ${agent.pattern}, ${agent.description}, ${agent.createdAt})
      ON CONFLICT DO NOTHING RETURNING ${COLUMNS}`);
    return rows[0] ? toAgent(rows[0]) : null;
  }

  async find(agentId: string): Promise<Agent | null> {
    const rows = await this.db.query<AgentRow>(
      sql`SELECT ${COLUMNS} FROM agents WHERE agent_id = ${agentId}`,
    );
    return rows[0] ? toAgent(rows[0]) : null;
  }

  /** Newest first; agents of one instant by id. */
  async list({ pattern, after, limit }: AgentQuery): Promise<Agent[]> {
    const rows = await this.db.query<AgentRow>(sql`
      SELECT ${COLUMNS} FROM agents
      WHERE true ${pattern === null ? sql`` : sql`AND pattern = ${pattern}`} ${following(after)}
      ORDER BY created_at DESC, agent_id LIMIT ${limit}`);
    return rows.map(toAgent);
  }

  /** Keeps counted numbers for when they are not counted; only rows that differ are written. */
  async saveMemoryCounts(counts: ReadonlyMap<string, number>): Promise<void> {
    const namespaces = [...counts.keys()];
    const numbers = [...counts.values()];
    await this.db.execute(sql`
      UPDATE agents SET memory_count = counted.number
      FROM unnest(${namespaces}::text[], ${numbers}::bigint[]) AS counted (namespace, number)
      WHERE agents.namespace = counted.namespace AND agents.memory_count <> counted.number`);
  }

  /** Holds the agent until the transaction ends. False when there is none. */
  async lock(agentId: string): Promise<boolean> {
    const rows = await this.db.query(sql`SELECT 1 AS one FROM agents WHERE agent_id = ${agentId} FOR UPDATE`);
    return rows.length === 1;
  }

  /** With its sessions. False when there was none. */
  async delete(agentId: string): Promise<boolean> {
    return (await this.db.execute(sql`DELETE FROM agents WHERE agent_id = ${agentId}`)) === 1;
  }
}

/**
 * The first condition lets the index start at the place. A cursor has milliseconds; agents that were imported may have
 * been created within one, so the exact time comes from the agent of the cursor, while there is one.
 */
function following(after: AgentCursor | null): Sql {
  if (after === null) return sql``;
  const { agentId, createdAt } = after;
  const place = sql`coalesce((
    SELECT p.created_at FROM agents p
    WHERE p.agent_id = ${agentId} AND date_trunc('milliseconds', p.created_at) = ${createdAt}::timestamptz
  ), ${createdAt}::timestamptz)`;
  return sql`AND created_at <= ${place} AND (created_at < ${place} OR agent_id > ${agentId})`;
}

function toAgent(row: AgentRow): Agent {
  return {
    agentId: row.agent_id,
    namespace: row.namespace,
    pattern: row.pattern,
    description: row.description,
    status: row.status,
    createdAt: row.created_at,
    lastSession: row.last_session,
    sessionCount: row.session_count,
    memoryCount: row.memory_count,
  };
}
