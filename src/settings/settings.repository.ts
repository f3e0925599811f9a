import { Injectable } from '@nestjs/common';
import { MANAGEMENT_CHAIN } from '../audit/audit-entry';
import { recordedWrite } from '../audit/recorded-write';
import { PrismaService } from '../database/prisma.service';
import { Prisma } from '../generated/prisma/client';
import type { SettingChanges } from './setting-sources';

/** Settings as they are stored, valid or not. */
export interface StoredSettings {
  /** Another one after each change, and the same one for the same settings. */
  version: string;
  values: Readonly<Record<string, unknown>>;
}

const WRITERS_LOCK = 'settings';

@Injectable()
export class SettingsRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** Values and version of one instant. */
  async load(): Promise<StoredSettings> {
    const rows = await this.settings.findMany({
      orderBy: { version: 'asc' },
      select: { key: true, value: true, version: true },
    });
    const values = rows.filter(({ value }) => value !== null).map(({ key, value }) => [key, value] as const);
    return { version: String(rows.at(-1)?.version ?? 0), values: Object.fromEntries(values) };
  }

  /** Saves all of the changes or none. One writer at a time, so that a greater version was committed later. */
  save(changes: SettingChanges): Promise<void> {
    const keys = Object.keys(changes);
    const data = Object.entries(changes).map(([key, value]) => ({ key, value: value ?? Prisma.DbNull }));
    const saving = async (): Promise<void> => {
      await this.prisma.lockInTransaction(WRITERS_LOCK);
      // Only new rows get the next versions.
      await this.settings.deleteMany({ where: { key: { in: keys } } });
      await this.settings.createMany({ data });
    };
    return recordedWrite(this.prisma, saving, () => ({
      chain: MANAGEMENT_CHAIN,
      operation: 'changeSettings',
      actor: null,
      items: Object.entries(changes).map(([id, value]) => ({
        kind: 'setting',
        id,
        event: 'set',
        fields: { value },
      })),
    }));
  }

  private get settings() {
    return this.prisma.models.setting;
  }
}
