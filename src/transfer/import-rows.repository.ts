// SQL: rows from `json_to_recordset`, so that JSON columns keep their text; ON CONFLICT DO NOTHING.
import { Injectable } from '@nestjs/common';
import { MANAGEMENT_CHAIN } from '../audit/audit-entry';
import type { AuditNote } from '../audit/audit-trail';
import { noteOn, recordedWrite } from '../audit/recorded-write';
import { PrismaService } from '../database/prisma.service';
import { sql, type Sql } from '../database/sql';
import { sliceHash } from './slice-hash';
import type { DataLine, LineKind } from './transfer-line';

type RowKind = Exclude<LineKind, 'memory' | 'deleted'>;

/** Imports the lines that are one row each. */
@Injectable()
export class ImportRowsRepository {
  constructor(private readonly database: PrismaService) {}

  /**
   * Stores the lines of a JSON array and returns the number of new rows; existing rows stay as they are. Rejects, and
   * stores nothing, if one line cannot be stored, or its agent or namespace is missing.
   */
  insert(kind: RowKind, json: string): Promise<number> {
    return recordedWrite(
      this.database,
      () => this.database.execute(INSERTS[kind](sql`${json}::json`)),
      (count) => (count > 0 ? rowsNote(kind, json, count) : null),
    );
  }

  /** Finds the lines, all of one kind, whose agent or namespace is missing. */
  async findOrphans(lines: readonly DataLine[]): Promise<Map<DataLine, Owner>> {
    const owner = lines[0] === undefined ? null : OWNERS[lines[0].kind];
    if (owner === null) return new Map();
    const columns = owner === 'agent' ? ['agent_id', 'read_id'] : ['namespace'];
    const names = lines.map(({ fields }) =>
      columns.flatMap((column) => (column in fields ? [String(fields[column])] : [])),
    );
    const isKnown =
      owner === 'agent'
        ? sql`SELECT FROM agents a WHERE a.agent_id = u.name`
        : sql`SELECT FROM namespaces n WHERE n.name = u.name`;
    const missing = await this.database.query<{ name: string }>(sql`
      SELECT u.name FROM unnest(${[...new Set(names.flat())]}::text[]) AS u (name) WHERE NOT EXISTS (${isKnown})`);
    const orphaned = new Set(missing.map(({ name }) => name));
    return new Map(
      lines.flatMap((line, at) =>
        names[at]?.some((name) => orphaned.has(name)) ? [[line, owner] as const] : [],
      ),
    );
  }
}

/** Agents of a slice may be several: the record of what is not a memory is one of management. */
function rowsNote(kind: RowKind, json: string, count: number): AuditNote {
  const item = { kind: 'import', id: kind, event: 'imported', fields: { slice: sliceHash(json) } };
  return { ...noteOn(MANAGEMENT_CHAIN, 'importAgents', item), count };
}

type Owner = 'agent' | 'namespace';

const OWNERS: Record<LineKind, Owner | null> = {
  agent: null,
  namespace: null,
  deleted: 'namespace',
  memory: 'namespace',
  document: 'namespace',
  fingerprint: 'namespace',
  policy: 'agent',
  sweep: 'agent',
  file: 'agent',
  conflict: 'agent',
  link: 'agent',
  read: 'agent',
};

const INSERTS: Record<RowKind, (json: Sql) => Sql> = {
  agent: (json) => sql`
    INSERT INTO agents (agent_id, namespace, pattern, description, status, created_at, last_session, session_count,
      memory_count, supersession, redaction, redaction_personal, max_memories, max_bytes, writes_per_minute)
    SELECT g.agent_id, g.namespace, g.pattern, g.description, g.status, g.created_at, g.last_session, g.session_count,
      g.memory_count, coalesce(g.supersession, 'link'), g.redaction, g.redaction_personal,
      g.max_memories, g.max_bytes, g.writes_per_minute
    FROM json_to_recordset(${json}) AS g (agent_id text, namespace text, pattern text, description text,
      status text, created_at timestamptz, last_session timestamptz, session_count int, memory_count bigint,
      supersession text, redaction text, redaction_personal text, max_memories bigint, max_bytes bigint,
      writes_per_minute int)
    ON CONFLICT DO NOTHING`,
  namespace: (json) => sql`
    INSERT INTO namespaces (name, created_at, language)
    SELECT g.* FROM json_to_recordset(${json}) AS g (namespace text, created_at timestamptz, language text)
    ON CONFLICT DO NOTHING`,
  document: (json) => sql`
    INSERT INTO documents (namespace_id, id, memory_id, text, metadata, created_at)
    SELECT n.id, g.id, g.memory_id, g.text, g.metadata, g.created_at
    FROM ROWS FROM (json_to_recordset(${json}) AS (namespace text, id text, memory_id uuid, text text,
      metadata jsonb, created_at timestamptz)) WITH ORDINALITY AS g LEFT JOIN namespaces n ON n.name = g.namespace
    WHERE n.id IS NULL OR EXISTS (SELECT FROM memories m WHERE m.namespace_id = n.id AND m.id = g.memory_id)
    ORDER BY g.ordinality
    ON CONFLICT DO NOTHING`,
  fingerprint: (json) => sql`
    INSERT INTO deleted_fingerprints (namespace_id, fingerprint, deleted_at)
    SELECT n.id, decode(g.fingerprint, 'hex'), g.deleted_at
    FROM json_to_recordset(${json}) AS g (namespace text, fingerprint text, deleted_at timestamptz)
    LEFT JOIN namespaces n ON n.name = g.namespace
    ON CONFLICT DO NOTHING`,
  policy: (json) => sql`
    INSERT INTO policies (agent_id, policy, updated_at)
    SELECT g.* FROM json_to_recordset(${json}) AS g (agent_id text, policy json, updated_at timestamptz)
    ON CONFLICT DO NOTHING`,
  sweep: (json) => sql`
    INSERT INTO sweeps (agent_id, sweep_id, kind, cause, status, evaluated_at, finished_at, scanned, matched,
      changed, errors, per_rule)
    SELECT g.* FROM json_to_recordset(${json}) AS g (agent_id text, sweep_id uuid, sweep_kind text, cause text,
      status text, evaluated_at timestamptz, finished_at timestamptz, scanned bigint, matched bigint,
      changed bigint, errors int, per_rule json)
    ON CONFLICT DO NOTHING`,
  file: (json) => sql`
    INSERT INTO files (agent_id, file_id, session_id, file_name, file_size, sha256, status, chunks, progress, error,
      created_at)
    SELECT g.agent_id, g.file_id, g.session_id, g.file_name, g.file_size, decode(g.sha256, 'hex'), g.status,
      g.chunks, g.progress, g.error, g.created_at
    FROM json_to_recordset(${json}) AS g (agent_id text, file_id uuid, session_id text, file_name text,
      file_size bigint, sha256 text, status text, chunks int, progress float8, error text, created_at timestamptz)
    ON CONFLICT DO NOTHING`,
  conflict: (json) => sql`
    INSERT INTO conflict_rows (agent_id, date, index, type, title, description, recommendation, old_memory_id,
      new_memory_id, resolved, action, resolved_at, generated_by, created_at)
    SELECT g.* FROM json_to_recordset(${json}) AS g (agent_id text, date date, index int, type text, title text,
      description text, recommendation text, old_memory_id uuid, new_memory_id uuid, resolved boolean, action text,
      resolved_at timestamptz, generated_by text, created_at timestamptz)
    ON CONFLICT DO NOTHING`,
  link: (json) => sql`
    WITH opened AS (
      UPDATE agents SET links_version = links_version + 1 WHERE agent_id IN (
        SELECT g.agent_id FROM json_to_recordset(${json}) AS g (agent_id text, state text) WHERE g.state = 'open')
    )
    INSERT INTO memory_links (agent_id, link_id, newer_id, older_id, kind, certainty, found_by, state, former_by,
      former_to, ended_at, made_at, changed_at, changed_by)
    SELECT g.* FROM json_to_recordset(${json}) AS g (agent_id text, link_id uuid, newer_id uuid, older_id uuid,
      link_kind text, certainty float8, found_by text, state text, former_by uuid, former_to timestamptz,
      ended_at timestamptz, made_at timestamptz, changed_at timestamptz, changed_by text)
    WHERE NOT EXISTS (SELECT FROM memory_links l WHERE l.agent_id = g.agent_id AND l.link_id = g.link_id)
    ON CONFLICT (agent_id, LEAST(newer_id, older_id), GREATEST(newer_id, older_id)) DO UPDATE SET
      (link_id, newer_id, older_id, kind, certainty, found_by, state, former_by, former_to, ended_at, made_at, changed_at,
        changed_by) = (EXCLUDED.link_id, EXCLUDED.newer_id, EXCLUDED.older_id, EXCLUDED.kind, EXCLUDED.certainty,
        EXCLUDED.found_by, EXCLUDED.state, EXCLUDED.former_by, EXCLUDED.former_to, EXCLUDED.ended_at, EXCLUDED.made_at,
        EXCLUDED.changed_at, EXCLUDED.changed_by)
      -- The service may have found it between the lines of the memories and this one.
      WHERE memory_links.state = 'open' AND memory_links.found_by = 'judge'`,
  read: (json) => sql`
    INSERT INTO agent_reads (agent_id, read_id, place)
    SELECT g.agent_id, g.read_id, g.place
    FROM json_to_recordset(${json}) AS g (agent_id text, read_id text, place smallint)
    ON CONFLICT DO NOTHING`,
};
