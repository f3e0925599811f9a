import { Injectable } from '@nestjs/common';
import { inSlices, type Slice } from '../database/bounded-work';
import { Database, sql, type Sql } from '../database/database';
import type { MaintenanceRun, RunCause, RunError, RunTally } from './maintenance-run';
import type { RunHistory } from './schedule';

/** Rows looked at by one statement. */
const SLICE = 2_000;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

interface HistoryRow {
  last_start: Date | null;
  attempts: number;
  last_attempt: Date | null;
}

interface RunRow {
  id: number;
  cause: RunCause;
  started_at: Date;
  finished_at: Date | null;
  agents: number;
  expired: number;
  purged: number;
  held: string[];
  errors: RunError[];
}

/** The record of what maintenance did, by which the replicas know what is still to do. */
@Injectable()
export class MaintenanceRunsRepository {
  constructor(private readonly database: Database) {}

  /** Runs that started after `until` are left out: a clock was wrong. */
  async history(until: Date): Promise<RunHistory> {
    const [row] = await this.database.query<HistoryRow>(sql`
      WITH last AS MATERIALIZED (
        SELECT max(r.started_at) AS start FROM maintenance_runs r
        WHERE r.finished_at IS NOT NULL AND r.started_at <= ${until}::timestamptz
      )
      SELECT l.start AS last_start, count(a.id)::int AS attempts, max(a.started_at) AS last_attempt
      FROM last l LEFT JOIN maintenance_runs a
        ON a.finished_at IS NULL AND a.started_at >= l.start AND a.started_at <= ${until}::timestamptz
      GROUP BY l.start`);
    if (!row) return { lastStart: null, attempts: 0, lastAttempt: null };
    return { lastStart: row.last_start, attempts: row.attempts, lastAttempt: row.last_attempt };
  }

  async install(at: Date): Promise<void> {
    await this.database.execute(sql`
      INSERT INTO maintenance_runs (cause, started_at, finished_at)
      VALUES ('install', ${at}::timestamptz, ${at}::timestamptz)`);
  }

  /** The id of the run. */
  async start(cause: RunCause, at: Date): Promise<number> {
    const [row] = await this.database.query<{ id: number }>(sql`
      INSERT INTO maintenance_runs (cause, started_at) VALUES (${cause}, ${at}::timestamptz)
      RETURNING id::float8 AS id`);
    if (!row) throw new Error('The run was not recorded');
    return row.id;
  }

  /** What a run did so far; with `finishedAt` it did all of it. */
  async record(id: number, tally: RunTally, finishedAt: Date | null): Promise<void> {
    await this.database.execute(sql`
      UPDATE maintenance_runs
      SET agents = ${tally.agents}, expired = ${tally.expired}, purged = ${tally.purged},
          held = ${JSON.stringify(tally.held)}::json, errors = ${JSON.stringify(tally.errors)}::json,
          finished_at = ${finishedAt}::timestamptz
      WHERE id = ${id}`);
  }

  /** Newest first. */
  async findRecent(limit: number): Promise<MaintenanceRun[]> {
    const rows = await this.database.query<RunRow>(sql`
      SELECT r.id::float8 AS id, r.cause, r.started_at, r.finished_at, r.agents, r.expired::float8 AS expired,
             r.purged::float8 AS purged, r.held, r.errors
      FROM maintenance_runs r WHERE r.cause <> 'install'
      ORDER BY r.started_at DESC, r.id DESC LIMIT ${limit}`);
    return rows.map(({ started_at: startedAt, finished_at: finishedAt, ...rest }) => ({
      ...rest,
      startedAt,
      finishedAt,
    }));
  }

  /** Forgets runs that started before a time, but for the last that finished; how many. */
  async prune(before: Date): Promise<number> {
    return inSlices(0, (after) =>
      this.slice<number>(sql`
        WITH slice AS MATERIALIZED (
          SELECT r.id FROM maintenance_runs r WHERE r.id > ${after} ORDER BY r.id LIMIT ${SLICE}
        ), deleted AS (
          DELETE FROM maintenance_runs r USING slice s
          WHERE r.id = s.id AND r.started_at < ${before}::timestamptz AND EXISTS (
            SELECT FROM maintenance_runs l WHERE l.finished_at IS NOT NULL AND l.started_at > r.started_at)
          RETURNING r.id
        )
        SELECT (SELECT max(s.id)::float8 FROM slice s) AS last, (SELECT count(*)::float8 FROM deleted) AS touched`),
    );
  }

  /** Forgets the records of sweeps and purges before a time, which then cannot be undone; how many. */
  async pruneSweeps(before: Date): Promise<number> {
    return inSlices(FIRST_ID, (after) =>
      this.slice<string>(sql`
        WITH slice AS MATERIALIZED (
          SELECT w.sweep_id, w.evaluated_at FROM sweeps w
          WHERE w.sweep_id > ${after}::uuid ORDER BY w.sweep_id LIMIT ${SLICE}
        ), free AS MATERIALIZED (
          SELECT w.sweep_id FROM sweeps w
          WHERE w.sweep_id IN (SELECT s.sweep_id FROM slice s WHERE s.evaluated_at < ${before}::timestamptz)
          FOR UPDATE OF w SKIP LOCKED
        ), deleted AS (
          DELETE FROM sweeps w USING free f WHERE w.sweep_id = f.sweep_id RETURNING w.sweep_id
        )
        SELECT (SELECT s.sweep_id::text FROM slice s ORDER BY s.sweep_id DESC LIMIT 1) AS last,
               (SELECT count(*)::float8 FROM deleted) AS touched`),
    );
  }

  private async slice<Key>(statement: Sql): Promise<Slice<Key>> {
    const [row] = await this.database.query<Slice<Key>>(statement);
    return row ?? { last: null, touched: 0 };
  }
}
