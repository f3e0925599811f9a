import { Injectable } from '@nestjs/common';
import { Database, sql } from '../database/database';

/** Uploaded files that are not read yet, by whichever process. */
export interface FileBacklog {
  waiting: number;
  /** Held by a process that reads them. */
  running: number;
  /** Waiting ones whose last try failed. */
  failing: number;
}

@Injectable()
export class FileBacklogRepository {
  constructor(private readonly database: Database) {}

  async read(): Promise<FileBacklog | null> {
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
}
