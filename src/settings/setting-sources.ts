import type { Env } from '../config/env';
import { isGiven } from '../config/read-env';
import {
  SETTING_KEYS,
  SETTINGS,
  settingProblems,
  type SettingKey,
  type SettingValues,
} from '../config/setting';

export const SETTING_SOURCES = ['environment', 'stored', 'file', 'default'] as const;
export type SettingSource = (typeof SETTING_SOURCES)[number];

/** A setting as it is in force, and what says so. */
export interface SettingState {
  value: SettingValues[SettingKey];
  source: SettingSource;
}

export type SettingStates = Readonly<Record<SettingKey, SettingState>>;

/** Null takes a stored value away. */
export type SettingChanges = { readonly [K in SettingKey]?: SettingValues[K] | null };

/** Settings that the environment fixes, so that storing another value would do nothing. */
export class LockedSettings extends Error {
  constructor(readonly keys: readonly string[]) {
    super(`Fixed by the environment of the service: ${keys.join(', ')}`);
    this.name = 'LockedSettings';
  }
}

/** The value of each setting from the first source that has it: environment, stored, file, default. */
export function settingStates(
  env: Env,
  stored: Partial<SettingValues>,
  file: Partial<SettingValues>,
): SettingStates {
  const state = (key: SettingKey): SettingState => {
    const fromEnv = env[SETTINGS[key]];
    if (isLocked(env, key)) return { value: fromEnv, source: 'environment' };
    if (stored[key] !== undefined) return { value: stored[key], source: 'stored' };
    if (file[key] !== undefined) return { value: file[key], source: 'file' };
    return { value: fromEnv, source: 'default' };
  };
  return Object.fromEntries(SETTING_KEYS.map((key) => [key, state(key)])) as Record<SettingKey, SettingState>;
}

/** Whether the environment fixes a setting. */
export function isLocked(env: Env, key: SettingKey): boolean {
  return isGiven(env, SETTINGS[key]);
}

/** The stored settings that this version of the service knows and takes; the others are as if never stored. */
export function usableSettings(stored: Readonly<Record<string, unknown>>): Partial<SettingValues> {
  const usable = SETTING_KEYS.filter(
    (key) => Object.hasOwn(stored, key) && settingProblems(key, stored[key]).length === 0,
  );
  return Object.fromEntries(usable.map((key) => [key, stored[key]]));
}
