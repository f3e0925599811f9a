import { Injectable } from '@nestjs/common';
import { Database, sql } from '../database/database';

/** Namespaces that were deleted and whose memories are being deleted, by whichever process. */
export interface DeletionBacklog {
  namespaces: number;
  memories: number;
}

@Injectable()
export class DeletionBacklogRepository {
  constructor(private readonly database: Database) {}

  /** Reads the counters, not the memories. */
  async read(): Promise<DeletionBacklog> {
    const [row] = await this.database.query<DeletionBacklog>(sql`
      SELECT count(DISTINCT n.id)::float8 AS namespaces, coalesce(sum(c.memories), 0)::float8 AS memories
      FROM namespaces n LEFT JOIN memory_counts c ON c.namespace_id = n.id WHERE n.name IS NULL`);
    return row ?? { namespaces: 0, memories: 0 };
  }
}
