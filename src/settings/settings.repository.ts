import { Injectable } from '@nestjs/common';
import { Database, sql, type Sql } from '../database/database';
import type { SettingChanges } from './setting-sources';

/** Settings as they are stored, valid or not. */
export interface StoredSettings {
  /** Another one after each change, and the same one for the same settings. */
  version: string;
  values: Readonly<Record<string, unknown>>;
}

/** The version of the stored settings, as a value within a statement that is sent anyway. */
export const SETTINGS_VERSION: Sql = sql`(SELECT COALESCE(max(version), 0)::text FROM settings)`;

const WRITERS_LOCK = 'settings';

@Injectable()
export class SettingsRepository {
  constructor(private readonly db: Database) {}

  /** Values and version of one instant. */
  async load(): Promise<StoredSettings> {
    const [row] = await this.db.query<StoredSettings>(sql`
      SELECT COALESCE(max(version), 0)::text AS version,
             COALESCE(json_object_agg(key, value) FILTER (WHERE value IS NOT NULL), '{}') AS values
      FROM settings`);
    return row ?? { version: '0', values: {} };
  }

  /** All of the changes or none. One writer at a time, so that of two versions the greater was committed later. */
  save(changes: SettingChanges): Promise<void> {
    return this.db.transaction(async () => {
      await this.db.query(sql`
        SELECT 1 AS locked FROM (SELECT pg_advisory_xact_lock(hashtextextended(${WRITERS_LOCK}, 0))) AS l`);
      await this.db.execute(sql`
        INSERT INTO settings (key, value)
        SELECT c.key, CASE WHEN json_typeof(c.value) = 'null' THEN NULL ELSE c.value END
        FROM json_each(${JSON.stringify(changes)}::json) AS c
        ON CONFLICT (key) DO UPDATE SET value = EXCLUDED.value, version = DEFAULT, updated_at = now()`);
    });
  }
}
