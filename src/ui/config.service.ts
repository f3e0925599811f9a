import { Injectable } from '@nestjs/common';
import { Env } from '../config/env';
import { SECRET_KEYS, SECRET_VARIABLES, type SecretKey } from '../config/setting';
import { RuntimeSettings } from '../settings/runtime-settings.service';
import { LockedSettings, type SettingStates } from '../settings/setting-sources';
import type { ConfigChanges } from './config-changes';

export interface Configuration {
  settings: SettingStates;
  /** Never their values. */
  secrets: readonly { key: SecretKey; isSet: boolean }[];
}

/** Shows and changes the settings for the local pages. */
@Injectable()
export class ConfigService {
  constructor(
    private readonly settings: RuntimeSettings,
    private readonly env: Env,
  ) {}

  async read(): Promise<Configuration> {
    await this.settings.fresh();
    const secrets = SECRET_KEYS.map((key) => ({ key, isSet: this.env[SECRET_VARIABLES[key]] !== null }));
    return { settings: this.settings.all(), secrets };
  }

  /** Makes all changes or none; returns the changed keys. Throws LockedSettings. */
  async change({ settings, secrets }: ConfigChanges): Promise<string[]> {
    if (secrets.length > 0) throw new LockedSettings(secrets);
    await this.settings.change(settings);
    return Object.keys(settings);
  }
}
