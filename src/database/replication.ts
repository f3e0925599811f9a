// SQL: the server's views of its standbys, which Prisma does not know.
import { inTime } from '../common/deadline';
import { sql, type Sql } from './sql';

const TIMEOUT_MS = 2_000;

/** How commits reach other servers. `synchronous`: a commit waits until a standby has it. */
export type ReplicationMode = 'none' | 'asynchronous' | 'synchronous';

export interface Replication {
  mode: ReplicationMode;
  /** Standbys that are connected. */
  standbys: number;
  /**
   * Of the standby that is farthest behind, until it has applied what was written; null without the right to see it, and
   * in seconds while nothing is written. */
  lagBytes: number | null;
  lagSeconds: number | null;
  /** Rises by one each time that a standby takes over. */
  timeline: number;
  /** When this process saw the timeline rise; null if it did not. */
  lastFailover: Date | null;
}

export type ReplicationRow = Omit<Replication, 'mode' | 'lastFailover'> & { isSynchronous: boolean };

/** Reads what the database server reports about its standbys. */
export class ReplicationStatus {
  private timeline: number | null = null;
  private lastFailover: Date | null = null;
  private reading: Promise<Replication | null> | null = null;

  constructor(private readonly query: (statement: Sql) => Promise<ReplicationRow[]>) {}

  /** Null if there is no answer in time. Concurrent callers share one statement. */
  read(): Promise<Replication | null> {
    this.reading ??= inTime(this.readNow(), TIMEOUT_MS).finally(() => (this.reading = null));
    return this.reading;
  }

  private async readNow(): Promise<Replication> {
    const { isSynchronous, ...rest } = await this.readRow();
    if (this.timeline !== null && rest.timeline > this.timeline) this.lastFailover = new Date();
    this.timeline = rest.timeline;
    const mode = isSynchronous ? 'synchronous' : rest.standbys > 0 ? 'asynchronous' : 'none';
    return { ...rest, mode, lastFailover: this.lastFailover };
  }

  /** Roles without the rights of `pg_monitor` see that there are standbys, and nothing more of them. */
  private async readRow(): Promise<ReplicationRow> {
    const [row] = await this.query(sql`
      SELECT current_setting('synchronous_standby_names') <> ''
          AND current_setting('synchronous_commit') NOT IN ('off', 'local') AS "isSynchronous",
        count(r.pid)::int4 AS standbys,
        CASE count(r.pid) WHEN 0 THEN 0 ELSE max(pg_wal_lsn_diff(w.lsn, r.replay_lsn)) END::float8 AS "lagBytes",
        max(extract(epoch FROM r.replay_lag))::float8 AS "lagSeconds",
        ('x' || substr(pg_walfile_name(w.lsn), 1, 8))::bit(32)::int4 AS timeline
      FROM (SELECT pg_current_wal_lsn() AS lsn) w
      LEFT JOIN pg_stat_replication r ON r.application_name <> 'pg_basebackup'
        AND NOT EXISTS (SELECT FROM pg_replication_slots s WHERE s.active_pid = r.pid AND s.slot_type = 'logical')
      GROUP BY w.lsn`);
    if (row === undefined) throw new Error('The database did not report its replication');
    return row;
  }
}
