import { Injectable } from '@nestjs/common';
import { Database, sql } from '../database/database';

/** Deleted namespaces whose memories are not all deleted yet. */
interface DeletionBacklog {
  namespaces: number;
  memories: number;
}

/** Uploaded files that are not read yet. */
interface FileBacklog {
  waiting: number;
  /** A process is reading them. */
  running: number;
  /** Waiting files whose last attempt failed. */
  failing: number;
}

/** The result of the last finished maintenance run of any process. */
interface LastMaintenance {
  finishedAt: Date;
  /** Memories. */
  expired: number;
  purged: number;
  /** Agents. */
  held: number;
  errors: number;
}

/** Figures about the whole database, for metrics. */
@Injectable()
export class MetricsRepository {
  constructor(private readonly database: Database) {}

  /** Reads the counters of memories instead of counting them. */
  async deletionBacklog(): Promise<DeletionBacklog | null> {
    const [row] = await this.database.query<DeletionBacklog>(sql`
      SELECT count(DISTINCT n.id)::float8 AS namespaces, coalesce(sum(c.memories), 0)::float8 AS memories
      FROM namespaces n LEFT JOIN memory_counts c ON c.namespace_id = n.id WHERE n.name IS NULL`);
    return row ?? null;
  }

  async fileBacklog(): Promise<FileBacklog | null> {
    const [row] = await this.database.query<FileBacklog>(sql`
      SELECT (count(*) FILTER (WHERE NOT held))::float8 AS waiting,
        (count(*) FILTER (WHERE held))::float8 AS running,
        (count(*) FILTER (WHERE NOT held AND attempts > 0))::float8 AS failing
      FROM (
        SELECT f.attempts, f.held_until IS NOT NULL AND f.held_until >= now() AS held
        FROM files f WHERE f.status = 'processing' AND NOT f.deleting
      ) AS jobs`);
    return row ?? null;
  }

  /** Null before the first run. */
  async lastMaintenance(): Promise<LastMaintenance | null> {
    const [row] = await this.database.query<LastMaintenance>(sql`
      SELECT finished_at AS "finishedAt", expired::float8 AS expired, purged::float8 AS purged,
        json_array_length(held) AS held, json_array_length(errors) AS errors
      FROM maintenance_runs WHERE finished_at IS NOT NULL AND cause <> 'install'
      ORDER BY started_at DESC LIMIT 1`);
    return row ?? null;
  }
}
