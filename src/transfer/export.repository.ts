// SQL: the database writes the lines as JSON, so that no value is read and written differently.
import { Injectable } from '@nestjs/common';
import { sql, type Sql } from '../database/sql';
import type { Reader } from '../database/snapshot';

/** A line of an export, and the key by which the next page goes on. */
export interface LineRow {
  key: string;
  line: string;
}

/** With the namespace of its memories, which may be gone. */
export interface AgentLine extends LineRow {
  namespace: string;
}

export interface NamespaceLine extends LineRow {
  id: string;
}

/** Lines of agents and namespaces. The database writes them, so that no value is read and written differently. */
@Injectable()
export class ExportRepository {
  async agents(reader: Reader, after: string, limit: number): Promise<AgentLine[]> {
    return reader.query(sql`
      ${agentLines(sql`r.agent_id > ${after}`)} ORDER BY r.agent_id LIMIT ${limit}`);
  }

  async findAgent(reader: Reader, agentId: string): Promise<AgentLine | null> {
    const rows = await reader.query<AgentLine>(agentLines(sql`r.agent_id = ${agentId}`));
    return rows[0] ?? null;
  }

  async findNamespace(reader: Reader, name: string): Promise<NamespaceLine | null> {
    const rows = await reader.query<NamespaceLine>(namespaceLines(sql`r.name = ${name}`));
    return rows[0] ?? null;
  }

  /** The namespaces that outlived their agents, or never had one. */
  async orphanedNamespaces(reader: Reader, after: string, limit: number): Promise<NamespaceLine[]> {
    return reader.query(sql`
      ${namespaceLines(sql`r.name COLLATE "C" > ${after}`)}
        AND NOT EXISTS (SELECT FROM agents a WHERE a.namespace = r.name)
      ORDER BY r.name COLLATE "C" LIMIT ${limit}`);
  }
}

function agentLines(condition: Sql): Sql {
  return sql`
    SELECT r.agent_id AS key, r.namespace, row_to_json(l)::text AS line
    FROM agents r CROSS JOIN LATERAL (
      SELECT 'agent'::text AS kind, r.agent_id, r.namespace, r.pattern, r.description, r.status, r.supersession, r.redaction,
        r.redaction_personal, r.max_memories, r.max_bytes, r.writes_per_minute, r.created_at, r.last_session,
        r.session_count, r.memory_count
    ) l
    WHERE ${condition}`;
}

function namespaceLines(condition: Sql): Sql {
  return sql`
    SELECT r.name AS key, r.id::text AS id, row_to_json(l)::text AS line
    FROM namespaces r CROSS JOIN LATERAL (
      SELECT 'namespace'::text AS kind, r.name AS namespace, r.created_at, r.language
    ) l
    WHERE ${condition}`;
}
