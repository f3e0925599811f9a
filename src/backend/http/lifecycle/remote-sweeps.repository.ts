import { Database, sql } from '../../../database/database';

/** What a sweep did to a memory. */
export interface SweptEntry {
  /** Ids of entries are in the order of time. */
  id: number;
  memoryId: string;
  /** What the memory was stamped with. */
  at: Date;
}

/** What the histories of memories tell of a sweep. */
export class RemoteSweepsRepository {
  constructor(private readonly database: Database) {}

  /** The first entries behind one, those too of which it is not known whether the backend took them. */
  async findEntries(namespace: string, sweepId: string, after: number, limit: number): Promise<SweptEntry[]> {
    return this.database.query(sql`
      SELECT c.id::float8 AS id, c.memory_id AS "memoryId", c.at FROM remote_changes c
      WHERE c.sweep_id = ${sweepId}::uuid AND c.namespace = ${namespace} AND c.id > ${after}::bigint
      ORDER BY c.id LIMIT ${limit}`);
  }

  /** Of these entries the confirmed ones, and whether the history of the memory goes on after each. */
  async findConfirmed(ids: readonly number[]): Promise<{ id: number; isLast: boolean }[]> {
    return this.database.query(sql`
      SELECT c.id::float8 AS id, NOT EXISTS (
        SELECT FROM remote_changes l
        WHERE l.namespace = c.namespace AND l.memory_id = c.memory_id AND l.id > c.id AND l.confirmed
      ) AS "isLast"
      FROM remote_changes c WHERE c.id = ANY(${ids}::bigint[]) AND c.confirmed`);
  }

  /** Those of these memories that the sweep has expired. */
  async findExpired(namespace: string, sweepId: string, memoryIds: readonly string[]): Promise<Set<string>> {
    const rows = await this.database.query<{ id: string }>(sql`
      SELECT DISTINCT c.memory_id AS id FROM remote_changes c
      WHERE c.namespace = ${namespace} AND c.memory_id = ANY(${memoryIds}::text[])
        AND c.sweep_id = ${sweepId}::uuid AND c.confirmed`);
    return new Set(rows.map(({ id }) => id));
  }
}
