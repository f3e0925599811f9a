import { Logger, Injectable, type NestMiddleware } from '@nestjs/common';
import type { Language } from '../common/languages';
import { SingleFlight } from '../common/single-flight';
import { readConfigFile } from '../config/config-file';
import type { Env } from '../config/env';
import type { SettingKey, SettingValues } from '../config/setting';
import {
  isLocked,
  LockedSettings,
  settingStates,
  usableSettings,
  type SettingChanges,
  type SettingStates,
} from './setting-sources';
import type { SettingsRepository, StoredSettings } from './settings.repository';

/**
 * The current settings, in memory. Any replica may change the stored ones. So a reader either runs in a session, whose
 * look-up also reads the stored version (`isAt`), or reads `fresh` settings first: then a change is effective everywhere as
 * soon as it is acknowledged.
 */
export class RuntimeSettings {
  private readonly logger = new Logger('Settings');
  private readonly reloads = new SingleFlight<void>();
  private states: SettingStates;

  private constructor(
    private readonly env: Env,
    private readonly file: Partial<SettingValues>,
    private readonly repository: SettingsRepository,
    private version: string,
  ) {
    this.states = settingStates(env, {}, file);
  }

  /** Throws when the configuration file is at fault. */
  static async load(env: Env, repository: SettingsRepository): Promise<RuntimeSettings> {
    const settings = new RuntimeSettings(env, readConfigFile(env.CONFIG_FILE), repository, '');
    await settings.fresh();
    return settings;
  }

  get<K extends SettingKey>(key: K): SettingValues[K] {
    return this.states[key].value as SettingValues[K];
  }

  /** Of the texts of new agents; it cannot be changed at run time. */
  get language(): Language {
    return this.env.RECALL_LANGUAGE;
  }

  /** Every setting with what it comes from; one from the environment is locked. */
  all(): SettingStates {
    return this.states;
  }

  /** Whether the settings in memory are those of a version of the stored ones. */
  isAt(version: string): boolean {
    return this.version === version;
  }

  /** Reads the stored settings where others have changed them. Not to be called in a transaction. */
  fresh(): Promise<void> {
    return this.reloads.run('settings', async () => this.take(await this.repository.load()));
  }

  /** Stores values that `settingProblems` finds nothing wrong with: all, or none and LockedSettings is thrown. */
  async change(changes: SettingChanges): Promise<void> {
    const keys = Object.keys(changes) as SettingKey[];
    const locked = keys.filter((key) => isLocked(this.env, key));
    if (locked.length > 0) throw new LockedSettings(locked);
    if (keys.length > 0) await this.repository.save(changes);
    await this.fresh();
  }

  private take({ version, values }: StoredSettings): void {
    if (this.isAt(version)) return;
    const usable = usableSettings(values);
    const ignored = Object.keys(values).filter((key) => !Object.hasOwn(usable, key));
    if (ignored.length > 0) {
      this.logger.warn(`Stored settings that this version does not take are ignored: ${ignored.join(', ')}`);
    }
    this.states = settingStates(this.env, usable, this.file);
    this.version = version;
  }
}

/** Reads new settings for routes without a session, whose look-up would do so. */
@Injectable()
export class FreshSettings implements NestMiddleware {
  constructor(private readonly settings: RuntimeSettings) {}

  async use(_request: unknown, _response: unknown, next: () => void): Promise<void> {
    await this.settings.fresh();
    next();
  }
}
