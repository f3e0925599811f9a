import { Injectable } from '@nestjs/common';
import { agentNotFound } from '../agents/agent';
import { Database, sql, type Sql } from '../database/database';
import type { ConflictRow, NewConflictRow } from './conflict-report';
import type { ConflictType } from './detection/verdict';
import { type FoundPair, pairKey } from './generation';
import type { ConflictAction } from './resolution';

/** The report of a day. */
export interface ReportKey {
  agentId: string;
  /** YYYY-MM-DD. */
  date: string;
}

interface Row {
  index: number;
  type: ConflictType;
  title: string;
  description: string;
  recommendation: string;
  old_memory_id: string;
  new_memory_id: string;
}

const COLUMNS: Sql = sql`c.index, c.type, c.title, c.description, c.recommendation,
  c.old_memory_id::text AS old_memory_id, c.new_memory_id::text AS new_memory_id`;

@Injectable()
export class ConflictReportsRepository {
  constructor(private readonly db: Database) {}

  /** The agent's namespace; null when there is no such agent. */
  async findNamespace(agentId: string): Promise<string | null> {
    const rows = await this.db.query<{ namespace: string }>(
      sql`SELECT namespace FROM agents WHERE agent_id = ${agentId}`,
    );
    return rows[0]?.namespace ?? null;
  }

  /**
   * Runs `work` in a transaction that holds the agent: of those who write its reports each sees what the one before it
   * wrote. Throws AgentNotFound.
   */
  holdingAgent<T>(agentId: string, work: () => Promise<T>): Promise<T> {
    return this.db.transaction(async () => {
      const rows = await this.db.query(
        sql`SELECT 1 AS one FROM agents WHERE agent_id = ${agentId} FOR NO KEY UPDATE`,
      );
      if (rows.length === 0) throw agentNotFound(agentId);
      return work();
    });
  }

  /**
   * Which of these pairs need no second look, by `pairKey`: those in the report, resolved or not, and those that
   * were resolved in another one since both memories were last changed.
   */
  async findSettled(key: ReportKey, pairs: readonly FoundPair[]): Promise<Set<string>> {
    const changedAt = pairs.map(
      ({ older, newer }) => new Date(Math.max(older.updatedAt.getTime(), newer.updatedAt.getTime())),
    );
    const rows = await this.db.query<{ one: string; other: string }>(sql`
      SELECT p.one::text AS one, p.other::text AS other
      FROM unnest(${pairs.map(({ older }) => older.id)}::uuid[], ${pairs.map(({ newer }) => newer.id)}::uuid[],
        ${changedAt}::timestamptz[]) AS p (one, other, changed_at)
      WHERE EXISTS (
        SELECT FROM conflict_rows c
        WHERE c.agent_id = ${key.agentId}
          AND ((c.old_memory_id = p.one AND c.new_memory_id = p.other)
            OR (c.old_memory_id = p.other AND c.new_memory_id = p.one))
          AND (c.date = ${key.date}::date OR c.resolved_at >= p.changed_at))`);
    return new Set(rows.map(({ one, other }) => pairKey(one, other)));
  }

  /**
   * Adds rows after those that the report has; a pair that is in it already is left out. The caller holds the agent.
   * How many were added.
   */
  async append({ agentId, date }: ReportKey, found: readonly NewConflictRow[], at: Date): Promise<number> {
    return this.db.execute(sql`
      INSERT INTO conflict_rows (agent_id, date, index, type, title, description, recommendation,
        old_memory_id, new_memory_id, generated_by, created_at)
      SELECT ${agentId}, ${date}::date, n.next + row_number() OVER (ORDER BY f.ordinality) - 1, f.type, f.title,
        f.description, f.recommendation, f.old_memory_id, f.new_memory_id, f.generated_by, ${at}::timestamptz
      FROM ROWS FROM (json_to_recordset(${JSON.stringify(found.map(toJson))}::json)
          AS (type text, title text, description text, recommendation text, old_memory_id uuid,
            new_memory_id uuid, generated_by text)) WITH ORDINALITY AS f
        CROSS JOIN (
          SELECT COALESCE(max(c.index) + 1, 0) AS next FROM conflict_rows c
          WHERE c.agent_id = ${agentId} AND c.date = ${date}::date
        ) AS n
      WHERE NOT EXISTS (
        SELECT FROM conflict_rows c
        WHERE c.agent_id = ${agentId} AND c.date = ${date}::date
          AND LEAST(c.old_memory_id, c.new_memory_id) = LEAST(f.old_memory_id, f.new_memory_id)
          AND GREATEST(c.old_memory_id, c.new_memory_id) = GREATEST(f.old_memory_id, f.new_memory_id))`);
  }

  /** Rows of the report, resolved ones too: their indexes are all below it. */
  async size({ agentId, date }: ReportKey): Promise<number> {
    const rows = await this.db.query<{ size: number }>(sql`
      SELECT COALESCE(max(c.index) + 1, 0) AS size FROM conflict_rows c
      WHERE c.agent_id = ${agentId} AND c.date = ${date}::date`);
    return rows[0]?.size ?? 0;
  }

  async countOpen({ agentId, date }: ReportKey): Promise<number> {
    const rows = await this.db.query<{ count: number }>(sql`
      SELECT count(*)::float8 AS count FROM conflict_rows c
      WHERE c.agent_id = ${agentId} AND c.date = ${date}::date AND NOT c.resolved`);
    return rows[0]?.count ?? 0;
  }

  /** Unresolved rows, by their indexes. */
  async listOpen({ agentId, date }: ReportKey, limit: number): Promise<ConflictRow[]> {
    const rows = await this.db.query<Row>(sql`
      SELECT ${COLUMNS} FROM conflict_rows c
      WHERE c.agent_id = ${agentId} AND c.date = ${date}::date AND NOT c.resolved
      ORDER BY c.index LIMIT ${limit}`);
    return rows.map(toRow);
  }

  async find({ agentId, date }: ReportKey, index: number): Promise<ConflictRow | null> {
    const rows = await this.db.query<Row>(sql`
      SELECT ${COLUMNS} FROM conflict_rows c
      WHERE c.agent_id = ${agentId} AND c.date = ${date}::date AND c.index = ${index}::bigint`);
    return rows[0] ? toRow(rows[0]) : null;
  }

  /** Whether a row is unresolved. In a transaction it is held until that ends. */
  async holdOpen({ agentId, date }: ReportKey, index: number): Promise<boolean> {
    const rows = await this.db.query(sql`
      SELECT 1 AS one FROM conflict_rows c
      WHERE c.agent_id = ${agentId} AND c.date = ${date}::date AND c.index = ${index}::bigint AND NOT c.resolved
      FOR UPDATE`);
    return rows.length === 1;
  }

  /**
   * Marks a row resolved that was open when its resolution began, which may have deleted its memories since. False
   * when another resolution has done so.
   */
  async close(
    { agentId, date }: ReportKey,
    index: number,
    action: ConflictAction,
    at: Date,
  ): Promise<boolean> {
    const closed = await this.db.execute(sql`
      UPDATE conflict_rows c SET resolved = true, action = ${action}, resolved_at = ${at}::timestamptz
      WHERE c.agent_id = ${agentId} AND c.date = ${date}::date AND c.index = ${index}::bigint
        AND (NOT c.resolved OR c.action = 'gone')`);
    return closed === 1;
  }
}

function toRow(row: Row): ConflictRow {
  return {
    index: row.index,
    type: row.type,
    title: row.title,
    description: row.description,
    recommendation: row.recommendation,
    oldMemoryId: row.old_memory_id,
    newMemoryId: row.new_memory_id,
  };
}

function toJson(row: NewConflictRow): Record<string, unknown> {
  return {
    type: row.type,
    title: row.title,
    description: row.description,
    recommendation: row.recommendation,
    old_memory_id: row.oldMemoryId,
    new_memory_id: row.newMemoryId,
    generated_by: row.generatedBy,
  };
}
