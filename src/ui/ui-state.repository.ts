import { Injectable } from '@nestjs/common';
import { Database, sql } from '../database/database';

/** What the local pages remember, by key. */
@Injectable()
export class UiStateRepository {
  constructor(private readonly db: Database) {}

  /** Texts by their keys; a key without one is missing. */
  async find(keys: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const rows = await this.db.query<{ key: string; value: unknown }>(sql`
      SELECT key, value FROM ui_state WHERE key = ANY(${[...keys]}::text[])`);
    return new Map(
      rows.flatMap(({ key, value }) => (typeof value === 'string' ? [[key, value] as const] : [])),
    );
  }

  async save(key: string, value: string): Promise<void> {
    await this.db.execute(sql`
      INSERT INTO ui_state (key, value) VALUES (${key}, ${JSON.stringify(value)}::json)
      ON CONFLICT (key) DO UPDATE SET value = EXCLUDED.value, updated_at = now()`);
  }
}
