import {
  flagRule,
  integerRule,
  NO_PROBLEMS,
  numberRule,
  problem,
  type Problem,
  type Rule,
} from '../common/field-rules';
import { CRON_RULE, isCronExpression } from './env-fields';

/** The settings that can be changed while the service runs, with the types of their values. */
export interface SettingValues {
  /** Of sessions that start or are renewed from now on. */
  'session.default_duration_hours': number;
  'session.renew_window_minutes': number;
  'session.auto_renew_enabled': boolean;
  'session.auto_recreate_enabled': boolean;
  /** Memories returned where a request names no limit. */
  'recall.limit': number;
  /** When maintenance runs, as a cron expression in UTC. */
  'schedule.cron': string;
  'schedule.enabled': boolean;
  /** The share of an agent's active memories above which the nightly sweep holds back. */
  'schedule.max_fraction': number;
  'activity.retention_days': number;
}

export type SettingKey = keyof SettingValues;

interface SettingDefinition {
  /** The environment variable that outweighs every other source. */
  variable: string;
  /** What values may be, as the variable's own rule in `Env` says too. */
  rule: Rule;
}

export const SETTINGS = {
  'session.default_duration_hours': { variable: 'SESSION_DEFAULT_DURATION_HOURS', rule: aboveZero(168) },
  'session.renew_window_minutes': {
    variable: 'SESSION_RENEW_WINDOW_MINUTES',
    rule: numberRule({ min: 0, max: 10_080 }),
  },
  'session.auto_renew_enabled': { variable: 'SESSION_AUTO_RENEW_ENABLED', rule: flagRule },
  'session.auto_recreate_enabled': { variable: 'SESSION_AUTO_RECREATE_ENABLED', rule: flagRule },
  'recall.limit': { variable: 'RECALL_LIMIT', rule: integerRule({ min: 1, max: 100 }) },
  'schedule.cron': { variable: 'POLICY_SWEEP_CRON', rule: cronRule },
  'schedule.enabled': { variable: 'MAINTENANCE_ENABLED', rule: flagRule },
  'schedule.max_fraction': { variable: 'SWEEP_MAX_FRACTION', rule: aboveZero(1) },
  'activity.retention_days': {
    variable: 'ACTIVITY_RETENTION_DAYS',
    rule: integerRule({ min: 1, max: 3_650 }),
  },
} as const satisfies Record<SettingKey, SettingDefinition>;

export const SETTING_KEYS = Object.keys(SETTINGS) as SettingKey[];

export function isSettingKey(key: string): key is SettingKey {
  return Object.hasOwn(SETTINGS, key);
}

/** What is wrong with a value; empty when nothing is, and the value is one of `SettingValues[key]`. */
export function settingProblems(key: SettingKey, value: unknown): readonly Problem[] {
  return SETTINGS[key].rule(value);
}

function aboveZero(max: number): Rule {
  const upTo = numberRule({ max });
  return (value) => {
    const found = upTo(value);
    if (found.length > 0 || (value as number) > 0) return found;
    return problem('greater_than', 'Input should be greater than 0', value);
  };
}

function cronRule(value: unknown): readonly Problem[] {
  if (typeof value !== 'string') return problem('string_type', 'Input should be a valid string', value);
  return isCronExpression(value)
    ? NO_PROBLEMS
    : problem('value_error', `Input should be ${CRON_RULE}`, value);
}

/** Secret variables, by the names under which `/api/ui/config` shows whether they are set. Values are never shown. */
export const SECRET_VARIABLES = {
  'service.secret_key': 'SERVICE_SECRET_KEY',
  'database.url': 'DATABASE_URL',
  'backend.api_key': 'BACKEND_API_KEY',
  'backend_server.api_key': 'BACKEND_SERVER_API_KEY',
  'embeddings.api_key': 'EMBEDDINGS_API_KEY',
  'llm.api_key': 'LLM_API_KEY',
  'files.s3_access_key_id': 'FILES_S3_ACCESS_KEY_ID',
  'files.s3_secret_access_key': 'FILES_S3_SECRET_ACCESS_KEY',
} as const;

export type SecretKey = keyof typeof SECRET_VARIABLES;

export const SECRET_KEYS = Object.keys(SECRET_VARIABLES) as SecretKey[];

export function isSecretKey(key: string): key is SecretKey {
  return Object.hasOwn(SECRET_VARIABLES, key);
}
