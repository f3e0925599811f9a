import { Injectable } from '@nestjs/common';
import { Database, sql, type Sql } from '../database/database';
import type { LineKind } from './transfer-line';

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
  constructor(private readonly database: Database) {}

  async agents(after: string, limit: number): Promise<AgentLine[]> {
    return this.database.query(sql`
      ${agentLines(sql`r.agent_id > ${after}`)} ORDER BY r.agent_id LIMIT ${limit}`);
  }

  async findAgent(agentId: string): Promise<AgentLine | null> {
    const rows = await this.database.query<AgentLine>(agentLines(sql`r.agent_id = ${agentId}`));
    return rows[0] ?? null;
  }

  async findNamespace(name: string): Promise<NamespaceLine | null> {
    const rows = await this.database.query<NamespaceLine>(namespaceLines(sql`r.name = ${name}`));
    return rows[0] ?? null;
  }

  /** Those that outlived their agents, or never had one. */
  async orphanedNamespaces(after: string, limit: number): Promise<NamespaceLine[]> {
    return this.database.query(sql`
      ${namespaceLines(sql`r.name COLLATE "C" > ${after}`)}
        AND NOT EXISTS (SELECT FROM agents a WHERE a.namespace = r.name)
      ORDER BY r.name COLLATE "C" LIMIT ${limit}`);
  }
}

function agentLines(condition: Sql): Sql {
  return sql`
    SELECT r.agent_id AS key, r.namespace, row_to_json(l)::text AS line
    FROM agents r CROSS JOIN LATERAL (
      SELECT 'agent'::text AS kind, r.agent_id, r.namespace, r.pattern, r.description, r.status, r.created_at,
        r.last_session, r.session_count, r.memory_count
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

export type PagedKind = Exclude<LineKind, 'agent' | 'namespace'>;

/** Where the lines of a kind begin, and how those after a key are selected. */
interface Pages {
  first: string;
  /** `owner`: the id of the agent, or of the namespace. */
  select: (owner: string, after: string) => Sql;
}

const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** The lines that belong to an agent or a namespace, page by page, each by an index. */
@Injectable()
export class ExportPagesRepository {
  constructor(private readonly database: Database) {}

  /** `after`: null for the first page. */
  async page(kind: PagedKind, owner: string, after: string | null, limit: number): Promise<LineRow[]> {
    const { first, select } = PAGES[kind];
    return this.database.query(sql`${select(owner, after ?? first)} LIMIT ${limit}`);
  }
}

/** Of the memory of a namespace, in order; its former values are as they were. */
function history(namespaceId: Sql, memoryId: Sql): Sql {
  return sql`(
    SELECT COALESCE(json_agg(row_to_json(e) ORDER BY h.id), '[]') FROM memory_history h CROSS JOIN LATERAL (
      SELECT h.at, h.event, h.session_id, h.by, h.former, h.sweep_id
    ) e
    WHERE h.namespace_id = ${namespaceId} AND h.memory_id = ${memoryId}) AS history`;
}

const PAGES: Record<PagedKind, Pages> = {
  deleted: {
    first: FIRST_ID,
    select: (owner, after) => sql`
      SELECT r.memory_id::text AS key, row_to_json(l)::text AS line
      FROM (
        SELECT DISTINCT h.namespace_id, h.memory_id FROM memory_history h
        WHERE h.namespace_id = ${owner}::text::bigint AND h.memory_id > ${after}::uuid AND NOT EXISTS (
          SELECT FROM memories m WHERE m.namespace_id = h.namespace_id AND m.id = h.memory_id)
      ) r JOIN namespaces n ON n.id = r.namespace_id AND n.name IS NOT NULL CROSS JOIN LATERAL (
        SELECT 'deleted'::text AS kind, n.name AS namespace, r.memory_id AS id,
          ${history(sql`r.namespace_id`, sql`r.memory_id`)}
      ) l
      ORDER BY r.memory_id`,
  },
  memory: {
    first: FIRST_ID,
    select: (owner, after) => sql`
      SELECT r.id::text AS key, row_to_json(l)::text AS line
      FROM memories r JOIN namespaces n ON n.id = r.namespace_id AND n.name IS NOT NULL CROSS JOIN LATERAL (
        SELECT 'memory'::text AS kind, n.name AS namespace, r.id, r.seq, r.session_id, r.title, r.title_derived,
          r.content, r.type, r.confidence, r.tags, r.source, r.source_ref, r.provenance, r.actor_id, r.status,
          r.expired_at, r.expired_by, r.created_at, r.updated_at, ${history(sql`r.namespace_id`, sql`r.id`)}
      ) l
      WHERE r.namespace_id = ${owner}::text::bigint AND r.id > ${after}::uuid
      ORDER BY r.namespace_id, r.id`,
  },
  document: {
    first: '-1',
    select: (owner, after) => sql`
      SELECT r.seq::text AS key, row_to_json(l)::text AS line
      FROM documents r JOIN namespaces n ON n.id = r.namespace_id AND n.name IS NOT NULL CROSS JOIN LATERAL (
        SELECT 'document'::text AS kind, n.name AS namespace, r.id, r.memory_id, r.text, r.metadata, r.created_at
      ) l
      WHERE r.namespace_id = ${owner}::text::bigint AND r.seq > ${after}::text::bigint
      ORDER BY r.namespace_id, r.seq`,
  },
  fingerprint: {
    first: '',
    select: (owner, after) => sql`
      SELECT encode(r.fingerprint, 'hex') AS key, row_to_json(l)::text AS line
      FROM deleted_fingerprints r JOIN namespaces n ON n.id = r.namespace_id AND n.name IS NOT NULL CROSS JOIN LATERAL (
        SELECT 'fingerprint'::text AS kind, n.name AS namespace, encode(r.fingerprint, 'hex') AS fingerprint,
          r.deleted_at
      ) l
      WHERE r.namespace_id = ${owner}::text::bigint AND r.fingerprint > decode(${after}, 'hex')
      ORDER BY r.namespace_id, r.fingerprint`,
  },
  policy: {
    first: '',
    select: (owner, after) => sql`
      SELECT r.agent_id AS key, row_to_json(l)::text AS line
      FROM policies r CROSS JOIN LATERAL (
        SELECT 'policy'::text AS kind, r.agent_id, r.policy, r.updated_at
      ) l
      WHERE r.agent_id = ${owner} AND r.agent_id > ${after} ORDER BY r.agent_id`,
  },
  sweep: {
    first: FIRST_ID,
    select: (owner, after) => sql`
      SELECT r.sweep_id::text AS key, row_to_json(l)::text AS line
      FROM sweeps r CROSS JOIN LATERAL (
        SELECT 'sweep'::text AS kind, r.agent_id, r.sweep_id, r.kind AS sweep_kind, r.cause, r.status,
          r.evaluated_at, r.finished_at, r.scanned, r.matched, r.changed, r.errors, r.per_rule
      ) l
      WHERE r.agent_id = ${owner} AND r.sweep_id > ${after}::uuid ORDER BY r.sweep_id`,
  },
  file: {
    first: FIRST_ID,
    select: (owner, after) => sql`
      SELECT r.file_id::text AS key, row_to_json(l)::text AS line
      FROM files r CROSS JOIN LATERAL (
        SELECT 'file'::text AS kind, r.agent_id, r.file_id, r.session_id, r.file_name, r.file_size,
          encode(r.sha256, 'hex') AS sha256, r.status, r.chunks, r.progress, r.error, r.created_at
      ) l
      WHERE r.agent_id = ${owner} AND NOT r.deleting AND r.file_id > ${after}::uuid ORDER BY r.file_id`,
  },
  conflict: {
    first: '0001-01-01 -1',
    select: (owner, after) => sql`
      SELECT concat(to_char(r.date, 'YYYY-MM-DD'), ' ', r.index) AS key, row_to_json(l)::text AS line
      FROM conflict_rows r CROSS JOIN LATERAL (
        SELECT 'conflict'::text AS kind, r.agent_id, r.date, r.index, r.type, r.title, r.description,
          r.recommendation, r.old_memory_id, r.new_memory_id, r.resolved, r.action, r.resolved_at,
          r.generated_by, r.created_at
      ) l
      WHERE r.agent_id = ${owner} AND (r.date, r.index) >
        (split_part(${after}, ' ', 1)::date, split_part(${after}, ' ', 2)::int)
      ORDER BY r.date, r.index`,
  },
};
