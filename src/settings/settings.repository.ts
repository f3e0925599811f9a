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
  constructor(private readonly database: Database) {}

  /** Values and version of one instant. */
  async load(): Promise<StoredSettings> {
    const rows = await this.database.models.setting.findMany({
      orderBy: { version: 'asc' },
      select: { key: true, value: true, version: true },
    });
    const values = rows.filter(({ value }) => value !== null).map(({ key, value }) => [key, value] as const);
    return { version: String(rows.at(-1)?.version ?? 0), values: Object.fromEntries(values) };
  }

  /** All of the changes or none. One writer at a time, so that of two versions the greater was committed later. */
  save(changes: SettingChanges): Promise<void> {
    // Raw: Prisma has no advisory locks, and no way to give a changed row the next version.
    return this.database.transaction(async () => {
      await this.database.query(sql`
        SELECT 1 AS locked FROM (SELECT pg_advisory_xact_lock(hashtextextended(${WRITERS_LOCK}, 0))) AS l`);
      await this.database.execute(sql`
        INSERT INTO settings (key, value)
        SELECT c.key, CASE WHEN json_typeof(c.value) = 'null' THEN NULL ELSE c.value END
        FROM json_each(${JSON.stringify(changes)}::json) AS c
        ON CONFLICT (key) DO UPDATE SET value = EXCLUDED.value, version = DEFAULT, updated_at = now()`);
    });
  }
}
