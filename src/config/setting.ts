import type { Problem } from '../common/field-rules';
import { Env } from './env';
import { variableRules, type VariableSchema } from './env-decorators';

/** The settings that can be changed while the service runs, with the environment variables that override them. */
export const SETTINGS = {
  'session.default_duration_hours': 'SESSION_DEFAULT_DURATION_HOURS',
  'session.renew_window_minutes': 'SESSION_RENEW_WINDOW_MINUTES',
  'session.auto_renew_enabled': 'SESSION_AUTO_RENEW_ENABLED',
  'session.auto_recreate_enabled': 'SESSION_AUTO_RECREATE_ENABLED',
  'recall.limit': 'RECALL_LIMIT',
  'schedule.cron': 'POLICY_SWEEP_CRON',
  'schedule.enabled': 'MAINTENANCE_ENABLED',
  'schedule.max_fraction': 'SWEEP_MAX_FRACTION',
  'activity.retention_days': 'ACTIVITY_RETENTION_DAYS',
} as const;

export type SettingKey = keyof typeof SETTINGS;
export type SettingValues = { [Key in SettingKey]: Env[(typeof SETTINGS)[Key]] };

export const SETTING_KEYS = Object.keys(SETTINGS) as SettingKey[];

export function isSettingKey(key: string): key is SettingKey {
  return Object.hasOwn(SETTINGS, key);
}

const RULES = variableRules(Env);

/** The problems of a value; empty if it is one of `SettingValues[key]`. */
export function settingProblems(key: SettingKey, value: unknown): readonly Problem[] {
  return RULES[SETTINGS[key]].rule(value);
}

/** The limits of a setting's values, for the documents. */
export function settingSchema(key: SettingKey): VariableSchema {
  return RULES[SETTINGS[key]].schema;
}

/** Secret variables, by the names under which `/api/ui/config` shows whether they are set. Values are never shown. */
export const SECRET_VARIABLES = {
  'service.secret_key': 'SERVICE_SECRET_KEY',
  'database.url': 'DATABASE_URL',
  'backend.api_key': 'BACKEND_API_KEY',
  'backend_server.api_key': 'BACKEND_SERVER_API_KEY',
  'embeddings.api_key': 'EMBEDDINGS_API_KEY',
  'llm.api_key': 'LLM_API_KEY',
  'decision.api_key': 'DECISION_API_KEY',
  'files.s3_access_key_id': 'FILES_S3_ACCESS_KEY_ID',
  'files.s3_secret_access_key': 'FILES_S3_SECRET_ACCESS_KEY',
} as const;

export type SecretKey = keyof typeof SECRET_VARIABLES;

export const SECRET_KEYS = Object.keys(SECRET_VARIABLES) as SecretKey[];

export function isSecretKey(key: string): key is SecretKey {
  return Object.hasOwn(SECRET_VARIABLES, key);
}
