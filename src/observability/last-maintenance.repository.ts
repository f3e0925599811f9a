import { Injectable } from '@nestjs/common';
import { Database, sql } from '../database/database';

/** What the last run of maintenance did that ended, whichever process it ran in. */
export interface LastMaintenance {
  finishedAt: Date;
  /** Memories. */
  expired: number;
  purged: number;
  /** Agents. */
  held: number;
  errors: number;
}

@Injectable()
export class LastMaintenanceRepository {
  constructor(private readonly database: Database) {}

  /** Null before the first. */
  async find(): Promise<LastMaintenance | null> {
    const [row] = await this.database.query<LastMaintenance>(sql`
      SELECT finished_at AS "finishedAt", expired::float8 AS expired, purged::float8 AS purged,
        json_array_length(held) AS held, json_array_length(errors) AS errors
      FROM maintenance_runs WHERE finished_at IS NOT NULL AND cause <> 'install'
      ORDER BY started_at DESC LIMIT 1`);
    return row ?? null;
  }
}
