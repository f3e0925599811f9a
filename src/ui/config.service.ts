import { Injectable } from '@nestjs/common';
import { ValidationError, type ValidationIssue } from '../common/validation-error';
import { givenObject } from '../common/validation.pipe';
import { Env } from '../config/env';
import {
  SECRET_KEYS,
  SECRET_VARIABLES,
  type SecretKey,
  isSecretKey,
  isSettingKey,
  settingProblems,
} from '../config/setting';
import { RuntimeSettings } from '../settings/runtime-settings.service';
import { LockedSettings, type SettingStates, type SettingChanges } from '../settings/setting-sources';

interface ConfigChanges {
  settings: SettingChanges;
  /** They can be set in the environment only. */
  secrets: readonly SecretKey[];
}

const MAX_ISSUES = 50;
const MAX_SHOWN_KEY = 100;

/** Reads a body that maps keys of settings to values. Throws a ValidationError for unknown keys and bad values. */
export function configChanges(body: unknown): ConfigChanges {
  const entries = Object.entries(givenObject(body, 'body', true));
  const issues = entries.flatMap(([key, value]) => issuesOf(key, value));
  if (issues.length > 0) throw new ValidationError(issues.slice(0, MAX_ISSUES));
  return {
    settings: Object.fromEntries(entries.filter(([key]) => isSettingKey(key))),
    secrets: entries.map(([key]) => key).filter(isSecretKey),
  };
}

function issuesOf(key: string, value: unknown): ValidationIssue[] {
  // A validation error would repeat the value of a secret.
  if (isSecretKey(key)) return [];
  if (!isSettingKey(key)) return [issue(key, 'value_error', 'There is no such setting', null)];
  if (value === null) return [];
  return settingProblems(key, value).map(({ type, msg, input }) => issue(key, type, msg, input));
}

function issue(key: string, type: string, msg: string, input: unknown): ValidationIssue {
  const shown = key.slice(0, MAX_SHOWN_KEY).toWellFormed().replaceAll('\u0000', '\ufffd');
  return { type, loc: ['body', shown], msg, input };
}

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
