// SQL: row locks, cursors in microseconds (Prisma compares milliseconds), and one update with a value for each agent.
import { Injectable } from '@nestjs/common';
import { noteOn, recordedWrite } from '../audit/recorded-write';
import { AgentOverrides } from '../database/agent-overrides';
import { PrismaService } from '../database/prisma.service';
import { sql, type Sql } from '../database/sql';
import type { Agent as AgentRow } from '../generated/prisma/client';
import type { TimeCursor } from '../common/time-cursor';
import { quotaOf } from '../database/agent-overrides';
import type { QuotaLimits } from '../quotas/quota';
import { agentNotFound, namespaceOf, type Agent, type AgentPattern, type Supersession } from './agent';

export type NewAgent = Pick<Agent, 'agentId' | 'namespace' | 'pattern' | 'description' | 'createdAt'> &
  AgentChange;

/** What can be changed after an agent was created. */
export type AgentChange = Partial<
  Pick<
    Agent,
    'description' | 'pattern' | 'supersession' | 'redaction' | 'redactionPersonal' | keyof QuotaLimits
  >
>;

export type LockedAgent = Pick<Agent, 'agentId' | 'namespace' | 'pattern'>;

export interface AgentQuery {
  pattern: AgentPattern | null;
  /** Patterns of ids, of which one must match; absent for all agents. */
  granted?: readonly string[] | null;
  /** A part of the id, in any case; absent for all agents. */
  part?: string | null;
  after: TimeCursor | null;
  limit: number;
}

const COLUMNS: Sql = sql`agent_id AS "agentId", namespace, pattern, description, status, supersession, redaction,
  redaction_personal AS "redactionPersonal", max_memories::float8 AS "maxMemories", max_bytes::float8 AS "maxBytes",
  writes_per_minute AS "writesPerMinute", created_at AS "createdAt",
  last_session AS "lastSession", session_count AS "sessionCount", memory_count::float8 AS "memoryCount"`;

@Injectable()
export class AgentsRepository {
  constructor(
    private readonly prisma: PrismaService,
    private readonly overrides: AgentOverrides,
  ) {}

  /** Null when the id is taken; waits for a parallel insert of it, whose outcome decides. */
  async insert(agent: NewAgent): Promise<Agent | null> {
    const { agentId, namespace, pattern, description } = agent;
    const fields = { pattern, description, ...changeIn(agent) };
    const item = { kind: 'agent', id: agentId, event: 'created', fields };
    const [row] = await recordedWrite(
      this.prisma,
      () => this.agents.createManyAndReturn({ data: [agent], skipDuplicates: true }),
      (rows) => (rows.length > 0 ? noteOn(namespace, 'createAgent', item) : null),
    );
    this.overrides.changed(namespace);
    return row ? toAgent(row) : null;
  }

  async find(agentId: string): Promise<Agent | null> {
    const row = await this.agents.findUnique({ where: { agentId } });
    return row && toAgent(row);
  }

  /** Newest first; agents of one instant by id. */
  list({ pattern, granted = null, part = null, after, limit }: AgentQuery): Promise<Agent[]> {
    return this.prisma.query<Agent>(sql`
      SELECT ${COLUMNS} FROM agents
      WHERE true ${pattern === null ? sql`` : sql`AND pattern = ${pattern}`} ${following(after)}
        ${granted === null ? sql`` : sql`AND ${matchesOneOf(granted)}`}
        ${part === null ? sql`` : sql`AND strpos(lower(agents.agent_id), ${part.toLowerCase()}) > 0`}
      ORDER BY created_at DESC, agents.agent_id LIMIT ${limit}`);
  }

  /** Keeps counted numbers for when they are not counted; only rows that differ are written. */
  async saveMemoryCounts(counts: ReadonlyMap<string, number>): Promise<void> {
    const namespaces = [...counts.keys()];
    const numbers = [...counts.values()];
    await this.prisma.execute(sql`
      UPDATE agents SET memory_count = counted.number
      FROM unnest(${namespaces}::text[], ${numbers}::bigint[]) AS counted (namespace, number)
      WHERE agents.namespace = counted.namespace AND agents.memory_count <> counted.number`);
  }

  /** Locks the agent first, then its namespace, then other rows (docs/adr/0029). False without the agent. */
  async lock(agentId: string): Promise<boolean> {
    const rows = await this.prisma.query(
      sql`SELECT 1 AS one FROM agents WHERE agent_id = ${agentId} FOR UPDATE`,
    );
    return rows.length === 1;
  }

  /** Deletes an agent with its sessions. False if there was none. */
  async delete(agentId: string): Promise<boolean> {
    const [item, namespace] = [{ kind: 'agent', id: agentId, event: 'deleted' }, namespaceOf(agentId)];
    const wasThere = await recordedWrite(
      this.prisma,
      async () => {
        const { count } = await this.agents.deleteMany({ where: { agentId } });
        // A write takes its counter last; so does this.
        await this.prisma.models.agentWrites.deleteMany({ where: { namespace } });
        return count === 1;
      },
      (isGone) => (isGone ? noteOn(namespace, 'deleteAgent', item) : null),
    );
    this.overrides.changed(namespace);
    return wasThere;
  }

  /** Changes an agent. Returns the setting of links before the change; null without the agent. */
  async change(agentId: string, change: AgentChange): Promise<Supersession | null> {
    const item = { kind: 'agent', id: agentId, event: 'edited', fields: change };
    return recordedWrite(
      this.prisma,
      async () => {
        const [before] = await this.prisma.query<{ supersession: Supersession }>(
          sql`SELECT supersession FROM agents WHERE agent_id = ${agentId} FOR NO KEY UPDATE`,
        );
        if (before === undefined) return null;
        await this.agents.update({ where: { agentId }, data: change });
        return before.supersession;
      },
      (before) => (before === null ? null : noteOn(namespaceOf(agentId), 'updateAgent', item)),
    );
  }

  private get agents() {
    return this.prisma.models.agent;
  }
}

/**
 * The first condition lets the index start at the place. A cursor has milliseconds; agents that were imported may have
 * been created within one, so the exact time comes from the agent of the cursor, while there is one.
 */
function following(after: TimeCursor | null): Sql {
  if (after === null) return sql``;
  const { id: agentId, time: createdAt } = after;
  const place = sql`coalesce((
    SELECT p.created_at FROM agents p
    WHERE p.agent_id = ${agentId} AND date_trunc('milliseconds', p.created_at) = ${createdAt}::timestamptz
  ), ${createdAt}::timestamptz)`;
  return sql`AND created_at <= ${place} AND (created_at < ${place} OR agents.agent_id > ${agentId})`;
}

/** The settings that a new agent was given. */
function changeIn(agent: NewAgent): AgentChange {
  const { supersession, redaction, redactionPersonal, maxMemories, maxBytes, writesPerMinute } = agent;
  return { supersession, redaction, redactionPersonal, maxMemories, maxBytes, writesPerMinute };
}

function toAgent({ linksVersion: _, ...row }: AgentRow): Agent {
  return {
    ...row,
    pattern: row.pattern as AgentPattern,
    status: row.status as Agent['status'],
    supersession: row.supersession as Supersession,
    redaction: row.redaction as Agent['redaction'],
    redactionPersonal: row.redactionPersonal as Agent['redactionPersonal'],
    maxMemories: quotaOf(row.maxMemories),
    maxBytes: quotaOf(row.maxBytes),
    memoryCount: Number(row.memoryCount),
  };
}

/**
 * Locks the agent until the transaction ends, so that its sessions or its reports change one at a time. Null without the
 * agent.
 */
export async function lockAgent(prisma: PrismaService, agentId: string): Promise<LockedAgent | null> {
  const [agent] = await prisma.query<LockedAgent>(sql`
    SELECT agent_id AS "agentId", namespace, pattern FROM agents WHERE agent_id = ${agentId} FOR NO KEY UPDATE`);
  return agent ?? null;
}

/** As `lockAgent`. Throws AgentNotFound. */
export async function lockKnownAgent(prisma: PrismaService, agentId: string): Promise<void> {
  if ((await lockAgent(prisma, agentId)) === null) throw agentNotFound(agentId);
}

/** The condition that one of the patterns of a grant matches a column with ids of agents, as `coversAgent` decides. */
export function matchesOneOf(patterns: readonly string[], column = sql`agents.agent_id`): Sql {
  if (patterns.includes('*')) return sql`true`;
  const ids = patterns.filter((pattern) => !pattern.endsWith('*'));
  const prefixes = patterns.filter((pattern) => pattern.endsWith('*')).map((pattern) => pattern.slice(0, -1));
  return sql`(${column} = ANY(${ids}::text[])
    OR EXISTS (SELECT 1 FROM unnest(${prefixes}::text[]) AS granted (prefix) WHERE starts_with(${column}, prefix)))`;
}
