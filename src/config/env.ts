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
import { Address, Flag, IsCron, Key, Whole } from './env-fields';
import { TrafficEnv } from './traffic-env';

const BACKEND_MODES = ['embedded', 'on-prem', 'cloud'] as const;
export type BackendMode = (typeof BACKEND_MODES)[number];

/** The settings of the process, read once from the environment at start. An empty variable counts as unset. */
export class Env extends TrafficEnv {
  /** Holds the embedded database, its socket and the generated secret key. */
  @IsString()
  DATA_DIR: string = './data';

  /** Unset: the embedded database. */
  @IsOptional()
  @IsString()
  @Matches(/^postgres(ql)?:\/\//, { message: 'DATABASE_URL must start with postgres:// or postgresql://' })
  DATABASE_URL: string | null = null;

  /** Connections to `DATABASE_URL`; the embedded database always has one. */
  @Whole(2, 200)
  DATABASE_POOL_SIZE: number = 10;

  @Whole(100, 3_600_000)
  DATABASE_STATEMENT_TIMEOUT_MS: number = 30_000;

  /** Signs session tokens, and is the management credential. Required with `DATABASE_URL`. */
  @IsOptional()
  @IsString()
  @MinLength(16)
  SERVICE_SECRET_KEY: string | null = null;

  /** Where memories are kept: in this process, or by another server over HTTP, with a key or without. */
  @IsIn(BACKEND_MODES)
  BACKEND_MODE: BackendMode = 'embedded' as const;

  /** Of the backend. Unset: `http://localhost:8080` on-prem; in the cloud it is required. */
  @IsOptional()
  @Address('https://host/path')
  BACKEND_URL: string | null = null;

  /** Sent to the backend in the cloud, where it is the management credential of this service too. */
  @IsOptional()
  @Key()
  BACKEND_API_KEY: string | null = null;

  /** What a call of the backend may take, repetitions included. Unset: 30 s in the cloud, 300 s on-prem. */
  @IsOptional()
  @Whole(100, 3_600_000)
  BACKEND_TIMEOUT_MS: number | null = null;

  /** Of the backend server of this project, not of the service. 0 lets the system choose. */
  @Whole(0, 65535)
  BACKEND_SERVER_PORT: number = 8080;

  /** What the backend server asks its clients for. Unset: nothing. */
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

  /** Memories returned where a request names no limit. */
  @Whole(1, 100)
  RECALL_LIMIT: number = 10;

  /** Memory for the recall indexes of this process, in MiB. */
  @Whole(1, 1_048_576)
  RECALL_INDEX_MEMORY_MB: number = 256;

  /** Of the memories of namespaces to come; those that exist keep theirs. */
  @IsIn(LANGUAGES)
  RECALL_LANGUAGE: Language = 'english' as const;

  /** An OpenAI-compatible server, up to and with its `/v1`. Unset, and no `EMBEDDINGS_MODEL_PATH`: no vectors. */
  @IsOptional()
  @Address('https://host/v1')
  EMBEDDINGS_BASE_URL: string | null = null;

  @IsOptional()
  @Key()
  EMBEDDINGS_API_KEY: string | null = null;

  /** Required with `EMBEDDINGS_BASE_URL`. */
  @IsOptional()
  @IsString()
  @MaxLength(200)
  EMBEDDINGS_MODEL: string | null = null;

  /** A folder with an ONNX sentence-transformer, run in this process instead of by a server. */
  @IsOptional()
  @IsString()
  EMBEDDINGS_MODEL_PATH: string | null = null;

  /** What a recall spends on the vector of its query before it answers without one. */
  @Whole(10, 60_000)
  EMBEDDINGS_QUERY_TIMEOUT_MS: number = 300;

  /** What one batch of memories may take. */
  @Whole(100, 600_000)
  EMBEDDINGS_TIMEOUT_MS: number = 30_000;

  /** Memories a request to the embedding model. */
  @Whole(1, 512)
  EMBEDDINGS_BATCH_SIZE: number = 64;

  /** Put before a query, for models that ask for it, such as `query: `; the space at its end counts. */
  @IsString()
  @MaxLength(1_000)
  EMBEDDINGS_QUERY_PREFIX: string = '';

  /** Put before a memory, such as `passage: `; the space at its end counts. */
  @IsString()
  @MaxLength(1_000)
  EMBEDDINGS_TEXT_PREFIX: string = '';

  /** An OpenAI-compatible chat server, up to and with its `/v1`. Unset: built-in rules stand in for a model. */
  @IsOptional()
  @Address('https://host/v1')
  LLM_BASE_URL: string | null = null;

  @IsOptional()
  @Key()
  LLM_API_KEY: string | null = null;

  /** Required with `LLM_BASE_URL`. */
  @IsOptional()
  @IsString()
  @MaxLength(200)
  LLM_MODEL: string | null = null;

  /** What a call of the model may take, waiting for its turn and a second try included. */
  @Whole(100, 600_000)
  LLM_TIMEOUT_MS: number = 60_000;

  /** Calls of the model at a time. */
  @Whole(1, 64)
  LLM_CONCURRENCY: number = 4;

  /** What the model may write in one call. */
  @Whole(64, 131_072)
  LLM_MAX_TOKENS: number = 2_048;

  /** What a conflict run may take as a whole, in ms. */
  @Whole(1_000, 86_400_000)
  CONFLICT_RUN_TIMEOUT_MS: number = 600_000;

  /** When maintenance runs: sweeps and purges by policy, then cleaning up. In UTC. */
  @IsCron()
  POLICY_SWEEP_CRON: string = '55 23 * * *';

  /** Off: this process leaves maintenance to others. */
  @Flag()
  MAINTENANCE_ENABLED: boolean = true;

  /** The nightly sweep expires nothing of an agent where it would expire more of its active memories than this. */
  @Type(() => Number)
  @IsNumber()
  @IsPositive()
  @Max(1)
  SWEEP_MAX_FRACTION: number = 0.5;

  /** How long the activity log is kept. */
  @Whole(1, 3_650)
  ACTIVITY_RETENTION_DAYS: number = 30;

  /** The largest file that may be uploaded, in bytes; 64 GiB at most, since a store takes only so many parts. */
  @Whole(1, 68_719_476_736)
  UPLOAD_MAX_BYTES: number = 5_368_709_120;

  /** Uploaded files that this process reads at a time; 0 leaves them to others. */
  @Whole(0, 64)
  INGEST_CONCURRENCY: number = 1;

  /** What reading a file may take without getting anywhere. */
  @Whole(1_000, 3_600_000)
  INGEST_TIMEOUT_MS: number = 60_000;

  /** Memory for the process that reads a file, in MiB. */
  @Whole(128, 1_048_576)
  INGEST_MEMORY_MB: number = 512;

  /** Of any S3-compatible store, for uploaded files until they are read. Unset: a folder of `DATA_DIR`. */
  @IsOptional()
  @Matches(/^[A-Za-z0-9][A-Za-z0-9._-]{1,254}$/)
  FILES_S3_BUCKET: string | null = null;

  /** Unset: that of AWS for the region. */
  @IsOptional()
  @Address('https://host:9000')
  FILES_S3_ENDPOINT: string | null = null;

  @Matches(/^[A-Za-z0-9-]{1,64}$/)
  FILES_S3_REGION: string = 'us-east-1';

  /** Unset: the credentials are found as AWS's own tools find them, such as by the role of the machine. */
  @IsOptional()
  @Key()
  FILES_S3_ACCESS_KEY_ID: string | null = null;

  @IsOptional()
  @Key()
  FILES_S3_SECRET_ACCESS_KEY: string | null = null;

  /** Whether the bucket stands in the path of an address, as most stores but that of AWS want it. */
  @Flag()
  FILES_S3_PATH_STYLE: boolean = false;

  /** YAML with defaults of the settings that can be changed at run time. */
  @IsOptional()
  @IsString()
  CONFIG_FILE: string | null = null;

  /** Browser origins allowed besides loopback, separated by commas. */
  @IsString()
  @Matches(/^$|^https?:\/\/[^\s,/]+(\s*,\s*https?:\/\/[^\s,/]+)*$/, {
    message: 'ALLOWED_ORIGINS must be origins such as https://app.example.com, separated by commas',
  })
  ALLOWED_ORIGINS: string = '';

  @IsIn(['error', 'warn', 'log', 'debug'])
  LOG_LEVEL: 'error' | 'warn' | 'log' | 'debug' = 'log';

  /** Unset: text on a terminal, else JSON. */
  @IsOptional()
  @IsIn(['json', 'text'])
  LOG_FORMAT: 'json' | 'text' | null = null;

  /** A collector of OpenTelemetry traces, over HTTP. Unset: no traces are made. */
  @IsOptional()
  @Address('http://collector:4318')
  OTEL_EXPORTER_OTLP_ENDPOINT: string | null = null;
}
