import { Injectable } from '@nestjs/common';
import type { TimeCursor } from '../common/time-cursor';
import { Database, sql, type Sql } from '../database/database';
import type { Sweep, SweepCause, SweepKind, SweepStart, SweepStatus, SweepTally } from './sweep';

interface SweepRow {
  sweep_id: string;
  agent_id: string;
  kind: SweepKind;
  cause: SweepCause;
  status: SweepStatus;
  evaluated_at: Date;
  finished_at: Date | null;
  scanned: number;
  matched: number;
  changed: number;
  errors: number;
  per_rule: Record<string, number>;
}

const COLUMNS: Sql = sql`sweep_id::text AS sweep_id, agent_id, kind, cause, status, evaluated_at, finished_at,
  scanned::float8 AS scanned, matched::float8 AS matched, changed::float8 AS changed, errors, per_rule`;

@Injectable()
export class SweepsRepository {
  constructor(private readonly db: Database) {}

  /** Records a sweep as running. False when there is no such agent. */
  async start({ sweepId, agentId, kind, cause, evaluatedAt }: SweepStart): Promise<boolean> {
    const started = await this.db.execute(sql`
      INSERT INTO sweeps (sweep_id, agent_id, kind, cause, status, evaluated_at)
      SELECT ${sweepId}::uuid, agent_id, ${kind}, ${cause}, 'running', ${evaluatedAt}::timestamptz
      FROM agents WHERE agent_id = ${agentId} FOR KEY SHARE`);
    return started === 1;
  }

  async finish(sweepId: string, tally: SweepTally, at: Date): Promise<void> {
    const { status, scanned, matched, changed, errors, perRule } = tally;
    await this.db.execute(sql`
      UPDATE sweeps
      SET status = ${status}, finished_at = ${at}::timestamptz, scanned = ${scanned}, matched = ${matched},
        changed = ${changed}, errors = ${errors}, per_rule = ${JSON.stringify(perRule)}::json
      WHERE sweep_id = ${sweepId}::uuid`);
  }

  async find(agentId: string, sweepId: string): Promise<Sweep | null> {
    const rows = await this.db.query<SweepRow>(
      sql`SELECT ${COLUMNS} FROM sweeps WHERE sweep_id = ${sweepId}::uuid AND agent_id = ${agentId}`,
    );
    return rows[0] ? toSweep(rows[0]) : null;
  }

  /** Newest first; those of one instant by id. */
  async list(agentId: string, after: TimeCursor | null, limit: number): Promise<Sweep[]> {
    const evaluatedAt = after?.time ?? null;
    const rows = await this.db.query<SweepRow>(sql`
      SELECT ${COLUMNS} FROM sweeps
      WHERE agent_id = ${agentId}
        AND (${evaluatedAt}::timestamptz IS NULL OR evaluated_at < ${evaluatedAt}
             OR (evaluated_at = ${evaluatedAt} AND sweeps.sweep_id > ${after?.id ?? null}::uuid))
      ORDER BY evaluated_at DESC, sweeps.sweep_id LIMIT ${limit}`);
    return rows.map(toSweep);
  }

  /** A held one has nothing to undo, and stays what it is. */
  async markUndone(sweepId: string): Promise<void> {
    await this.db.execute(
      sql`UPDATE sweeps SET status = 'undone' WHERE sweep_id = ${sweepId}::uuid AND status <> 'held'`,
    );
  }
}

function toSweep(row: SweepRow): Sweep {
  return {
    sweepId: row.sweep_id,
    agentId: row.agent_id,
    kind: row.kind,
    cause: row.cause,
    status: row.status,
    evaluatedAt: row.evaluated_at,
    finishedAt: row.finished_at,
    scanned: row.scanned,
    matched: row.matched,
    changed: row.changed,
    errors: row.errors,
    perRule: row.per_rule,
  };
}
