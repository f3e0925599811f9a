import { LANGUAGES } from '../common/languages';
import {
  aboveZero,
  address,
  cron,
  decimal,
  flag,
  key,
  mcpTools,
  networks,
  oneOf,
  optional,
  secret,
  secureAddress,
  text,
  whole,
  type Variable,
} from './variable';

/** The same as `AGENT_ID` of the agents; this file imports only what comes before it. */
const AGENT = {
  regex: /^[A-Za-z0-9_-]{1,128}$/,
  says: 'Input should be 1 to 128 letters, digits, hyphens and underscores',
};

const BACKEND_MODES = ['embedded', 'on-prem', 'cloud'] as const;

/** The value of `EMBEDDINGS_MODEL_PATH` with which an installed model is not used either. */
export const NO_MODEL = 'none';

const LOG_LEVELS = ['error', 'warn', 'log', 'debug'] as const;
const LOG_FORMATS = ['json', 'text'] as const;
const POSTGRES_URL = {
  regex: /^postgres(ql)?:\/\//,
  says: 'Input should start with postgres:// or postgresql://',
};
const BUCKET = { regex: /^[A-Za-z0-9][A-Za-z0-9._-]{1,254}$/, says: 'Input should be the name of a bucket' };
const REGION = { regex: /^[A-Za-z0-9-]{1,64}$/, says: 'Input should be the name of a region' };
const ORIGINS = {
  regex: /^https?:\/\/[^\s,/]+(\s*,\s*https?:\/\/[^\s,/]+)*$/,
  says: 'Input should be origins such as https://app.example.com, separated by commas',
};

/** The environment variables. `env-texts.ts` describes each of them. */
export const VARIABLES = {
  HOST: text('127.0.0.1'),
  PORT: whole(0, 65535, 8000),
  WORKERS: whole(1, 64, 1),
  SHUTDOWN_GRACE_MS: whole(0, 3_600_000, 25_000),
  REQUEST_TIMEOUT_MS: whole(1_000, 3_600_000, 300_000),
  MAX_HEADER_BYTES: whole(2_048, 1_048_576, 16_384),
  STALLED_READER_TIMEOUT_MS: whole(100, 3_600_000, 30_000),
  MAX_CONCURRENT_REQUESTS: whole(1, 100_000, 1_000),
  MAX_CONNECTIONS_PER_ADDRESS: optional(whole(0, 1_000_000)),
  REQUEST_BODY_MEMORY_MB: whole(8, 1_048_576, 128),
  BODY_WINDOW_MS: whole(100, 600_000, 10_000),
  BODY_MIN_BYTES_PER_SECOND: whole(0, 1_048_576, 8_192),
  RATE_LIMIT_PER_MINUTE: optional(whole(0, 1_000_000)),
  TRUSTED_PROXIES: networks(),
  LOOPBACK_MANAGEMENT: flag(true),
  DATA_DIR: text('./data'),
  DATABASE_URL: optional(text('', { pattern: POSTGRES_URL })),
  DATABASE_POOL_SIZE: whole(2, 200, 10),
  DATABASE_STATEMENT_TIMEOUT_MS: whole(100, 3_600_000, 30_000),
  DATABASE_PREPARED_STATEMENTS: flag(true),
  EMBEDDED_SKIP_DAMAGED_PAGES: flag(false),
  SERVICE_SECRET_KEY: secret(16),
  OIDC_ISSUER: secureAddress('https://issuer.example.com/realms/team'),
  OIDC_AUDIENCE: optional(text('', { maxCodePoints: 500 })),
  OIDC_JWKS_URL: secureAddress('https://issuer.example.com/keys', { query: true }),
  OIDC_AGENTS_CLAIM: text('agents', { maxCodePoints: 200 }),
  OIDC_ACCESS_CLAIM: text('access', { maxCodePoints: 200 }),
  BACKEND_MODE: oneOf(BACKEND_MODES, 'embedded'),
  BACKEND_URL: address('https://host/path'),
  BACKEND_API_KEY: key(),
  BACKEND_TIMEOUT_MS: optional(whole(100, 3_600_000)),
  BACKEND_SERVER_PORT: whole(0, 65535, 8080),
  BACKEND_SERVER_API_KEY: key(),
  SESSION_DEFAULT_DURATION_HOURS: aboveZero(168, 6),
  SESSION_RENEW_WINDOW_MINUTES: decimal(0, 10_080, 30),
  SESSION_AUTO_RENEW_ENABLED: flag(true),
  SESSION_AUTO_RECREATE_ENABLED: flag(true),
  RECALL_LIMIT: whole(1, 100, 10),
  RECALL_INDEX_MEMORY_MB: whole(1, 1_048_576, 256),
  RECALL_SEGMENTS: flag(true),
  RECALL_LANGUAGE: oneOf(LANGUAGES, 'english'),
  EMBEDDINGS_BASE_URL: address('https://host/v1'),
  EMBEDDINGS_API_KEY: key(),
  EMBEDDINGS_MODEL: optional(text('', { maxCodePoints: 200 })),
  EMBEDDINGS_MODEL_PATH: optional(text()),
  EMBEDDINGS_QUERY_TIMEOUT_MS: whole(10, 60_000, 300),
  EMBEDDINGS_TIMEOUT_MS: whole(100, 600_000, 30_000),
  EMBEDDINGS_BATCH_SIZE: whole(1, 512, 64),
  EMBEDDINGS_QUERY_PREFIX: text('', { maxCodePoints: 1_000 }),
  EMBEDDINGS_TEXT_PREFIX: text('', { maxCodePoints: 1_000 }),
  LLM_BASE_URL: address('https://host/v1'),
  LLM_API_KEY: key(),
  LLM_MODEL: optional(text('', { maxCodePoints: 200 })),
  LLM_TIMEOUT_MS: whole(100, 600_000, 60_000),
  LLM_CONCURRENCY: whole(1, 64, 4),
  LLM_MAX_TOKENS: whole(64, 131_072, 2_048),
  CONFLICT_RUN_TIMEOUT_MS: whole(1_000, 86_400_000, 600_000),
  POLICY_SWEEP_CRON: cron('55 23 * * *'),
  MAINTENANCE_ENABLED: flag(true),
  SWEEP_MAX_FRACTION: aboveZero(1, 0.5),
  ACTIVITY_RETENTION_DAYS: whole(1, 3_650, 30),
  UPLOAD_MAX_BYTES: whole(1, 68_719_476_736, 5_368_709_120),
  INGEST_CONCURRENCY: whole(0, 64, 1),
  INGEST_TIMEOUT_MS: whole(1_000, 3_600_000, 60_000),
  INGEST_MEMORY_MB: whole(128, 1_048_576, 512),
  FILES_S3_BUCKET: optional(text('', { pattern: BUCKET })),
  FILES_S3_ENDPOINT: address('https://host:9000'),
  FILES_S3_REGION: text('us-east-1', { pattern: REGION }),
  FILES_S3_ACCESS_KEY_ID: key(),
  FILES_S3_SECRET_ACCESS_KEY: key(),
  FILES_S3_PATH_STYLE: flag(false),
  CONFIG_FILE: optional(text()),
  ALLOWED_ORIGINS: text('', { pattern: ORIGINS }),
  CONSOLE_ENABLED: flag(true),
  MCP_DEFAULT_AGENT: text('default', { pattern: AGENT }),
  MCP_CREATE_AGENTS: flag(true),
  MCP_TOOLS: mcpTools('core'),
  LOG_LEVEL: oneOf(LOG_LEVELS, 'log'),
  LOG_FORMAT: optional(oneOf(LOG_FORMATS, 'text')),
  OTEL_EXPORTER_OTLP_ENDPOINT: address('http://collector:4318'),
};

type Values = {
  [Name in keyof typeof VARIABLES]: (typeof VARIABLES)[Name] extends Variable<infer Value> ? Value : never;
};

class Defaults {
  constructor() {
    for (const [name, { default: value }] of Object.entries(VARIABLES))
      Object.assign(this, { [name]: value });
  }
}

/** The settings of the process, read once from the environment at start. An empty variable counts as unset. */
export class Env extends (Defaults as new () => Values) {}
