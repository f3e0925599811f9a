import { Type } from 'class-transformer';
import {
  IsIn,
  IsNumber,
  IsOptional,
  IsPositive,
  IsString,
  Matches,
  Max,
  MaxLength,
  Min,
  MinLength,
} from 'class-validator';
import { LANGUAGES, type Language } from '../common/languages';
import { Address, Flag, IsCron, Key, Networks, Whole } from './env-fields';

const BACKEND_MODES = ['embedded', 'on-prem', 'cloud'] as const;
export type BackendMode = (typeof BACKEND_MODES)[number];

/**
 * The settings of the process, read once from the environment at start. An empty variable counts as unset.
 * `env-texts.ts` describes each of them.
 */
export class Env {
  @IsString()
  HOST: string = '127.0.0.1';

  @Whole(0, 65535)
  PORT: number = 8000;

  @Whole(1, 64)
  WORKERS: number = 1;

  @Whole(0, 3_600_000)
  SHUTDOWN_GRACE_MS: number = 25_000;

  @Whole(1_000, 3_600_000)
  REQUEST_TIMEOUT_MS: number = 300_000;

  @Whole(2_048, 1_048_576)
  MAX_HEADER_BYTES: number = 16_384;

  @Whole(100, 3_600_000)
  STALLED_READER_TIMEOUT_MS: number = 30_000;

  @Whole(1, 100_000)
  MAX_CONCURRENT_REQUESTS: number = 1_000;

  @IsOptional()
  @Whole(0, 1_000_000)
  MAX_CONNECTIONS_PER_ADDRESS: number | null = null;

  @Whole(8, 1_048_576)
  REQUEST_BODY_MEMORY_MB: number = 128;

  @Whole(100, 600_000)
  BODY_WINDOW_MS: number = 10_000;

  @Whole(0, 1_048_576)
  BODY_MIN_BYTES_PER_SECOND: number = 8_192;

  @IsOptional()
  @Whole(0, 1_000_000)
  RATE_LIMIT_PER_MINUTE: number | null = null;

  @IsString()
  @Networks()
  TRUSTED_PROXIES: string = '';

  @Flag()
  LOOPBACK_MANAGEMENT: boolean = true;

  @IsString()
  DATA_DIR: string = './data';

  @IsOptional()
  @IsString()
  @Matches(/^postgres(ql)?:\/\//, { message: 'DATABASE_URL must start with postgres:// or postgresql://' })
  DATABASE_URL: string | null = null;

  @Whole(2, 200)
  DATABASE_POOL_SIZE: number = 10;

  @Whole(100, 3_600_000)
  DATABASE_STATEMENT_TIMEOUT_MS: number = 30_000;

  @IsOptional()
  @IsString()
  @MinLength(16)
  SERVICE_SECRET_KEY: string | null = null;

  @IsIn(BACKEND_MODES)
  BACKEND_MODE: BackendMode = 'embedded' as const;

  @IsOptional()
  @Address('https://host/path')
  BACKEND_URL: string | null = null;

  @IsOptional()
  @Key()
  BACKEND_API_KEY: string | null = null;

  @IsOptional()
  @Whole(100, 3_600_000)
  BACKEND_TIMEOUT_MS: number | null = null;

  @Whole(0, 65535)
  BACKEND_SERVER_PORT: number = 8080;

  @IsOptional()
  @Key()
  BACKEND_SERVER_API_KEY: string | null = null;

  @Type(() => Number)
  @IsNumber()
  @IsPositive()
  @Max(168)
  SESSION_DEFAULT_DURATION_HOURS: number = 6;

  @Type(() => Number)
  @IsNumber()
  @Min(0)
  @Max(10_080)
  SESSION_RENEW_WINDOW_MINUTES: number = 30;

  @Flag()
  SESSION_AUTO_RENEW_ENABLED: boolean = true;

  @Flag()
  SESSION_AUTO_RECREATE_ENABLED: boolean = true;

  @Whole(1, 100)
  RECALL_LIMIT: number = 10;

  @Whole(1, 1_048_576)
  RECALL_INDEX_MEMORY_MB: number = 256;

  @IsIn(LANGUAGES)
  RECALL_LANGUAGE: Language = 'english' as const;

  @IsOptional()
  @Address('https://host/v1')
  EMBEDDINGS_BASE_URL: string | null = null;

  @IsOptional()
  @Key()
  EMBEDDINGS_API_KEY: string | null = null;

  @IsOptional()
  @IsString()
  @MaxLength(200)
  EMBEDDINGS_MODEL: string | null = null;

  @IsOptional()
  @IsString()
  EMBEDDINGS_MODEL_PATH: string | null = null;

  @Whole(10, 60_000)
  EMBEDDINGS_QUERY_TIMEOUT_MS: number = 300;

  @Whole(100, 600_000)
  EMBEDDINGS_TIMEOUT_MS: number = 30_000;

  @Whole(1, 512)
  EMBEDDINGS_BATCH_SIZE: number = 64;

  @IsString()
  @MaxLength(1_000)
  EMBEDDINGS_QUERY_PREFIX: string = '';

  @IsString()
  @MaxLength(1_000)
  EMBEDDINGS_TEXT_PREFIX: string = '';

  @IsOptional()
  @Address('https://host/v1')
  LLM_BASE_URL: string | null = null;

  @IsOptional()
  @Key()
  LLM_API_KEY: string | null = null;

  @IsOptional()
  @IsString()
  @MaxLength(200)
  LLM_MODEL: string | null = null;

  @Whole(100, 600_000)
  LLM_TIMEOUT_MS: number = 60_000;

  @Whole(1, 64)
  LLM_CONCURRENCY: number = 4;

  @Whole(64, 131_072)
  LLM_MAX_TOKENS: number = 2_048;

  @Whole(1_000, 86_400_000)
  CONFLICT_RUN_TIMEOUT_MS: number = 600_000;

  @IsCron()
  POLICY_SWEEP_CRON: string = '55 23 * * *';

  @Flag()
  MAINTENANCE_ENABLED: boolean = true;

  @Type(() => Number)
  @IsNumber()
  @IsPositive()
  @Max(1)
  SWEEP_MAX_FRACTION: number = 0.5;

  @Whole(1, 3_650)
  ACTIVITY_RETENTION_DAYS: number = 30;

  @Whole(1, 68_719_476_736)
  UPLOAD_MAX_BYTES: number = 5_368_709_120;

  @Whole(0, 64)
  INGEST_CONCURRENCY: number = 1;

  @Whole(1_000, 3_600_000)
  INGEST_TIMEOUT_MS: number = 60_000;

  @Whole(128, 1_048_576)
  INGEST_MEMORY_MB: number = 512;

  @IsOptional()
  @Matches(/^[A-Za-z0-9][A-Za-z0-9._-]{1,254}$/)
  FILES_S3_BUCKET: string | null = null;

  @IsOptional()
  @Address('https://host:9000')
  FILES_S3_ENDPOINT: string | null = null;

  @Matches(/^[A-Za-z0-9-]{1,64}$/)
  FILES_S3_REGION: string = 'us-east-1';

  @IsOptional()
  @Key()
  FILES_S3_ACCESS_KEY_ID: string | null = null;

  @IsOptional()
  @Key()
  FILES_S3_SECRET_ACCESS_KEY: string | null = null;

  @Flag()
  FILES_S3_PATH_STYLE: boolean = false;

  @IsOptional()
  @IsString()
  CONFIG_FILE: string | null = null;

  @IsString()
  @Matches(/^$|^https?:\/\/[^\s,/]+(\s*,\s*https?:\/\/[^\s,/]+)*$/, {
    message: 'ALLOWED_ORIGINS must be origins such as https://app.example.com, separated by commas',
  })
  ALLOWED_ORIGINS: string = '';

  @IsIn(['error', 'warn', 'log', 'debug'])
  LOG_LEVEL: 'error' | 'warn' | 'log' | 'debug' = 'log';

  @IsOptional()
  @IsIn(['json', 'text'])
  LOG_FORMAT: 'json' | 'text' | null = null;

  @IsOptional()
  @Address('http://collector:4318')
  OTEL_EXPORTER_OTLP_ENDPOINT: string | null = null;
}
