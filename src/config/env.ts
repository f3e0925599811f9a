import { LANGUAGES, type Language } from '../common/languages';
import {
  BACKEND_MODES,
  CONFLICT_JUDGES,
  LOG_FORMATS,
  LOG_LEVELS,
  REDACTION_MODES,
  TRACE_MODES,
  type RedactionMode,
} from './env-choices';
import {
  AboveZero,
  Address,
  Cron,
  DatabaseUrl,
  Decimal,
  Flag,
  Key,
  McpTools,
  Networks,
  OneOf,
  Secret,
  SecureAddress,
  Text,
  WholeNumber,
} from './env-decorators';
import { AGENT, BUCKET, MAX_QUOTA, MAX_WRITES, ORIGINS, REGION } from './env-rules';

/**
 * The settings of the process: one property for each environment variable, with its rule and its default. Null, or an
 * empty text, means that the variable is unset. `readEnv` reports problems in the order of the properties.
 * `npm run docs -- config` writes docs/CONFIGURATION.md and .env.example from the headings, comments, rules and defaults;
 * parts with the same heading become one section.
 */
export class Env {
  // --- Network and limits ---
  /** Address to listen on. 0.0.0.0 is every address of the machine. */
  @Text() HOST = '127.0.0.1';
  /** TCP port. 0 lets the system choose one. */
  @WholeNumber({ min: 0, max: 65535 }) PORT = 8000;
  /** Processes that serve the port. More than 1 needs DATABASE_URL. */
  @WholeNumber({ min: 1, max: 64 }) WORKERS = 1;
  /** Time for open requests to end after the signal to stop, in milliseconds. */
  @WholeNumber({ min: 0, max: 3_600_000 }) SHUTDOWN_GRACE_MS = 25_000;
  /** Time for a request to arrive completely, in milliseconds. Uploads are limited by their pauses instead. */
  @WholeNumber({ min: 1_000, max: 3_600_000 }) REQUEST_TIMEOUT_MS = 300_000;
  /** Size of all headers of a request, in bytes. */
  @WholeNumber({ min: 2_048, max: 1_048_576 }) MAX_HEADER_BYTES = 16_384;
  /** The service closes a connection whose client reads nothing of its answer for this time, in milliseconds. */
  @WholeNumber({ min: 100, max: 3_600_000 }) STALLED_READER_TIMEOUT_MS = 30_000;
  /** Requests that a process serves at a time. It answers further ones with 503 at once. */
  @WholeNumber({ min: 1, max: 100_000 }) MAX_CONCURRENT_REQUESTS = 1_000;
  /**
   * Connections of one address to a process. 0 is no limit. Unset: 128, and no limit for loopback addresses.
   * Addresses in TRUSTED_PROXIES have no limit.
   */
  @WholeNumber({ min: 0, max: 1_000_000 }) MAX_CONNECTIONS_PER_ADDRESS: number | null = null;
  /** Memory for the JSON bodies of all open requests of a process, in MiB. Requests beyond it get 503 at once. */
  @WholeNumber({ min: 8, max: 1_048_576 }) REQUEST_BODY_MEMORY_MB = 128;
  /** Time for the first byte of a body, and the span over which its rate is measured, in milliseconds. */
  @WholeNumber({ min: 100, max: 600_000 }) BODY_WINDOW_MS = 10_000;
  /** The service cuts off a body, also of an upload, that arrives more slowly. 0 is no minimum rate. */
  @WholeNumber({ min: 0, max: 1_048_576 }) BODY_MIN_BYTES_PER_SECOND = 8_192;
  /** Requests a minute of one client address. 0 is no limit. Unset: none if HOST is a loopback address, else 6000. */
  @WholeNumber({ min: 0, max: 1_000_000 }) RATE_LIMIT_PER_MINUTE: number | null = null;
  /**
   * Proxies whose X-Forwarded-* headers are used: addresses, and networks such as 10.0.0.0/8, loopback or
   * uniquelocal, separated by commas.
   */
  @Networks() TRUSTED_PROXIES = '';
  /**
   * Whether programs on this machine may manage agents without a credential and use /api/ui. Set it to false if a
   * proxy runs on this machine; that needs SERVICE_SECRET_KEY or, in cloud mode, BACKEND_API_KEY.
   */
  @Flag() LOOPBACK_MANAGEMENT = true;

  // --- Data and database ---
  /** Folder of the embedded database, its socket, uploaded files, installed models and the generated secret key. */
  @Text() DATA_DIR = './data';
  /** PostgreSQL, as postgres://user:password@host:5432/name or host1:5432,host2:5432/name. Unset: the embedded database. */
  @DatabaseUrl() DATABASE_URL: string | null = null;
  /** Connections to DATABASE_URL. The embedded database has one. */
  @WholeNumber({ min: 2, max: 200 }) DATABASE_POOL_SIZE = 10;
  /** The server cancels a statement that takes longer, in milliseconds. */
  @WholeNumber({ min: 100, max: 3_600_000 }) DATABASE_STATEMENT_TIMEOUT_MS = 30_000;
  /** false: no prepared statements, for a pooler in transaction mode that lacks them (PgBouncer before 1.21). */
  @Flag() DATABASE_PREPARED_STATEMENTS = true;
  /** false: migrations are applied by `npm run migrate`, and a service whose database lacks one does not start. */
  @Flag() MIGRATE_ON_START = true;
  /** true: damaged pages of the embedded database are read as empty. For `npm run export` alone: a service deletes them. */
  @Flag() EMBEDDED_SKIP_DAMAGED_PAGES = false;
  /** Signs session tokens and is the management credential, except in cloud mode. Required with DATABASE_URL. */
  @Secret({ minLength: 16 }) SERVICE_SECRET_KEY: string | null = null;

  // --- OpenID Connect ---
  /**
   * Issuer whose tokens count like keys, exactly as its tokens name it in `iss`, such as
   * https://id.example.com/realms/team. Requires OIDC_AUDIENCE. Unset: no tokens.
   */
  @SecureAddress('https://issuer.example.com/realms/team') OIDC_ISSUER: string | null = null;
  /** What such a token must name in `aud`. Required with OIDC_ISSUER. */
  @Text({ maxCodePoints: 500 }) OIDC_AUDIENCE: string | null = null;
  /** URL of the issuer's keys. Unset: the one that its /.well-known/openid-configuration names. */
  @SecureAddress('https://issuer.example.com/keys', { query: true }) OIDC_JWKS_URL: string | null = null;
  /** Claim with the agents of a token: ids, or prefixes followed by *, as an array or separated by spaces. */
  @Text({ maxCodePoints: 200 }) OIDC_AGENTS_CLAIM = 'agents';
  /** Claim with read, write, create or manage. A token without it may read. */
  @Text({ maxCodePoints: 200 }) OIDC_ACCESS_CLAIM = 'access';

  // --- Backend of the memories ---
  /**
   * Where memories are stored: embedded (in the database of this service), on-prem (a backend server without a key)
   * or cloud (a backend server with a key).
   */
  @OneOf(BACKEND_MODES) BACKEND_MODE: (typeof BACKEND_MODES)[number] = 'embedded';
  /** Address of the backend server. Required in cloud mode; on-prem, unset: http://localhost:8080. */
  @Address('https://host/path') BACKEND_URL: string | null = null;
  /** Key of the backend server, which in cloud mode is the management credential too. Required in cloud mode. */
  @Key() BACKEND_API_KEY: string | null = null;
  /** Time for a call of the backend server with its retries, in milliseconds. Unset: 30000 in the cloud, else 300000. */
  @WholeNumber({ min: 100, max: 3_600_000 }) BACKEND_TIMEOUT_MS: number | null = null;
  /** TCP port of `npm run start:backend`. 0 lets the system choose one. */
  @WholeNumber({ min: 0, max: 65535 }) BACKEND_SERVER_PORT = 8080;
  /** Key that `npm run start:backend` requires of its clients. Unset: none. */
  @Key() BACKEND_SERVER_API_KEY: string | null = null;

  // --- Sessions ---
  /** Duration of a session in hours. Fractions are allowed. */
  @AboveZero({ max: 168 }) SESSION_DEFAULT_DURATION_HOURS = 6;
  /** A request renews its session when this many minutes or fewer are left. */
  @Decimal({ min: 0, max: 10_080 }) SESSION_RENEW_WINDOW_MINUTES = 30;
  /** Whether requests renew sessions that end soon. */
  @Flag() SESSION_AUTO_RENEW_ENABLED = true;
  /** Whether a new session replaces an expired one for a caller with management access. */
  @Flag() SESSION_AUTO_RECREATE_ENABLED = true;

  // --- Recall ---
  /** Memories that an answer returns if the request sets no limit. */
  @WholeNumber({ min: 1, max: 100 }) RECALL_LIMIT = 10;
  /** Memory for the recall indexes of a process, in MiB. */
  @WholeNumber({ min: 1, max: 1_048_576 }) RECALL_INDEX_MEMORY_MB = 256;
  /** Whether the database keeps images of the recall indexes, so that a start does not build them again. */
  @Flag() RECALL_SEGMENTS = true;
  /** Language of the memories of new agents, for stemming and stop words. Existing agents keep theirs. */
  @OneOf(LANGUAGES) RECALL_LANGUAGE: Language = 'english';
  /**
   * What is kept of each recall and answer for `GET …/traces`: off (nothing), ids (who asked when with which filters,
   * and the ids and scores of the memories) or full (the text of the query too).
   */
  @OneOf(TRACE_MODES) TRACE: (typeof TRACE_MODES)[number] = 'ids';

  // --- Secrets ---
  /**
   * What becomes of passwords, keys and tokens in what is stored: redact (a placeholder takes their place), warn (stored,
   * and the answer tells), block (refused with 422 SecretRefused) or off. Agents may have a setting of their own.
   */
  @OneOf(REDACTION_MODES) REDACTION: RedactionMode = 'redact';
  /** The same for personal data: e-mail addresses, telephone numbers, accounts, cards and numbers of persons. */
  @OneOf(REDACTION_MODES) REDACTION_PERSONAL: RedactionMode = 'off';

  // --- Quotas ---
  /** Memories that each agent may hold, expired ones included. Agents may have quotas of their own. Unset: no limit. */
  @WholeNumber({ min: 1, max: MAX_QUOTA }) QUOTA_MAX_MEMORIES: number | null = null;
  /** UTF-8 bytes that content, titles and metadata of the memories of each agent may take. Unset: no limit. */
  @WholeNumber({ min: 1, max: MAX_QUOTA }) QUOTA_MAX_BYTES: number | null = null;
  /** Memories that each agent may store or edit a minute. Unset: no limit. */
  @WholeNumber({ min: 1, max: MAX_WRITES }) QUOTA_WRITES_PER_MINUTE: number | null = null;

  // --- Embeddings ---
  /** OpenAI-compatible server of vectors, such as http://localhost:11434/v1. Unset: recall uses words only. */
  @Address('https://host/v1') EMBEDDINGS_BASE_URL: string | null = null;
  /** Key of that server. */
  @Key() EMBEDDINGS_API_KEY: string | null = null;
  /** Name of the model on that server. Required with EMBEDDINGS_BASE_URL. */
  @Text({ maxCodePoints: 200 }) EMBEDDINGS_MODEL: string | null = null;
  /**
   * Folder of an ONNX sentence-transformer (config.json, tokenizer.json, onnx/model.onnx) to run in this process
   * instead of a server. Unset: the model that `npm run model -- install` installed last, if any. `none`: no model.
   */
  @Text() EMBEDDINGS_MODEL_PATH: string | null = null;
  /** After this many milliseconds a recall uses words only. */
  @WholeNumber({ min: 10, max: 60_000 }) EMBEDDINGS_QUERY_TIMEOUT_MS = 300;
  /** Time for one batch of memories, which is tried again later, in milliseconds. */
  @WholeNumber({ min: 100, max: 600_000 }) EMBEDDINGS_TIMEOUT_MS = 30_000;
  /** Memories in one request to the model. */
  @WholeNumber({ min: 1, max: 512 }) EMBEDDINGS_BATCH_SIZE = 64;
  /** Text before every query. Unset: what a known local model needs. Quotes keep the space at the end: "query: ". */
  @Text({ maxCodePoints: 1_000 }) EMBEDDINGS_QUERY_PREFIX = '';
  /** Text before every memory. Unset: what a known local model needs. Quotes keep the space at the end: "passage: ". */
  @Text({ maxCodePoints: 1_000 }) EMBEDDINGS_TEXT_PREFIX = '';

  // --- Chat model ---
  /**
   * OpenAI-compatible server that answers, extracts, summarises and finds conflicts, such as
   * http://localhost:11434/v1. Unset: built-in rules do.
   */
  @Address('https://host/v1') LLM_BASE_URL: string | null = null;
  /** Key of that server. */
  @Key() LLM_API_KEY: string | null = null;
  /** Name of the model on that server. Required with LLM_BASE_URL. */
  @Text({ maxCodePoints: 200 }) LLM_MODEL: string | null = null;
  /** Time for a call of the model, in milliseconds. */
  @WholeNumber({ min: 100, max: 600_000 }) LLM_TIMEOUT_MS = 60_000;
  /** Calls of the model at a time. A few more wait. */
  @WholeNumber({ min: 1, max: 64 }) LLM_CONCURRENCY = 4;
  /** Tokens that the model may write in one call; fewer where LLM_TIMEOUT_MS is too short at 20 tokens a second. */
  @WholeNumber({ min: 64, max: 131_072 }) LLM_MAX_TOKENS = 2_048;
  /**
   * Tokens that the model reads: prompt and answer together, as the server runs it (Ollama: num_ctx). Prompts are kept
   * within it. Unset: not known.
   */
  @WholeNumber({ min: 1_024, max: 10_000_000 }) LLM_CONTEXT_TOKENS: number | null = null;
  /** Who finds conflicts: learned, nli (`npm run model -- install nli`) or model. Unset: a model, if any, in reports. */
  @OneOf(CONFLICT_JUDGES) CONFLICT_JUDGE: (typeof CONFLICT_JUDGES)[number] | null = null;
  /** OpenAI-compatible server for decisions: whether memories conflict, in one word. Unset: LLM_BASE_URL decides. */
  @Address('https://host/v1') DECISION_BASE_URL: string | null = null;
  /** Key of that server. */
  @Key() DECISION_API_KEY: string | null = null;
  /** Name of the model on that server. Required with DECISION_BASE_URL. */
  @Text({ maxCodePoints: 200 }) DECISION_MODEL: string | null = null;
  /** Time for a whole conflict run, in milliseconds. A longer run stops and adds nothing to the report. */
  @WholeNumber({ min: 1_000, max: 86_400_000 }) CONFLICT_RUN_TIMEOUT_MS = 600_000;

  // --- Maintenance ---
  /** When maintenance runs (sweeps and purges by policy, then cleaning up), as a cron expression in UTC. */
  @Cron() POLICY_SWEEP_CRON = '55 23 * * *';
  /** Whether this process runs maintenance. `npm run maintenance` runs it by hand. */
  @Flag() MAINTENANCE_ENABLED = true;
  /** The nightly sweep skips an agent if more than this share of its active memories would expire. */
  @AboveZero({ max: 1 }) SWEEP_MAX_FRACTION = 0.5;
  /** Days for which the activity log is kept. */
  @WholeNumber({ min: 1, max: 3_650 }) ACTIVITY_RETENTION_DAYS = 30;
  /** Days for which recall traces are kept. */
  @WholeNumber({ min: 1, max: 3_650 }) TRACE_RETENTION_DAYS = 30;
  /** Days for which records of the audit chain are kept. Without it they stay. */
  @WholeNumber({ min: 1, max: 36_500 }) AUDIT_RETENTION_DAYS: number | null = null;

  // --- Files ---
  /** Size of the largest uploaded file, in bytes. */
  @WholeNumber({ min: 1, max: 68_719_476_736 }) UPLOAD_MAX_BYTES = 5_368_709_120;
  /** Uploaded files that a process reads at a time. 0 leaves them to other processes. */
  @WholeNumber({ min: 0, max: 64 }) INGEST_CONCURRENCY = 1;
  /** A file is given up after this time without progress, in milliseconds. */
  @WholeNumber({ min: 1_000, max: 3_600_000 }) INGEST_TIMEOUT_MS = 60_000;
  /** Memory for the process that reads a file, in MiB. */
  @WholeNumber({ min: 128, max: 1_048_576 }) INGEST_MEMORY_MB = 512;
  /**
   * Bucket of an S3-compatible store for uploaded files until they are read. Needed if several machines share
   * DATABASE_URL. Unset: a folder of DATA_DIR.
   */
  @Text({ pattern: BUCKET }) FILES_S3_BUCKET: string | null = null;
  /** Address of that store, such as http://localhost:9000. Unset: AWS. */
  @Address('https://host:9000') FILES_S3_ENDPOINT: string | null = null;
  /** Region of the bucket. */
  @Text({ pattern: REGION }) FILES_S3_REGION = 'us-east-1';
  /** Access key of that store. Unset: found in the way of the AWS tools. */
  @Key() FILES_S3_ACCESS_KEY_ID: string | null = null;
  /** Secret of that access key. */
  @Key() FILES_S3_SECRET_ACCESS_KEY: string | null = null;
  /** Whether addresses contain the bucket in their path, as MinIO and others need. */
  @Flag() FILES_S3_PATH_STYLE = false;

  // --- Network and limits ---
  /** Browser origins that may call the API besides loopback, separated by commas, such as https://app.example.com. */
  @Text({ pattern: ORIGINS }) ALLOWED_ORIGINS = '';

  // --- Web console ---
  /** Whether the web console is served at /app/. */
  @Flag() CONSOLE_ENABLED = true;

  // --- Events ---
  /** Streams of events that a process serves at a time, at most half of them of one agent. Further ones get 503. */
  @WholeNumber({ min: 1, max: 100_000 }) EVENT_STREAMS = 500;
  /** Failures in a row after which a webhook is paused. */
  @WholeNumber({ min: 1, max: 1_000 }) WEBHOOK_PAUSE_AFTER = 20;
  /** Whether webhooks may call addresses of private networks and of this machine. */
  @Flag() WEBHOOK_PRIVATE_NETWORKS = false;
  /** Time for a call of a webhook, from the look-up of its name to the head of the answer, in milliseconds. */
  @WholeNumber({ min: 100, max: 60_000 }) WEBHOOK_TIMEOUT_MS = 10_000;

  // --- MCP endpoint ---
  /** Agent of `POST /mcp` for clients that name none by the path `/mcp/agents/{agent_id}` or the header X-Agent-Id. */
  @Text({ pattern: AGENT }) MCP_DEFAULT_AGENT = 'default';
  /** Whether the endpoint creates an unknown agent at its first use, for a caller that may create agents. */
  @Flag() MCP_CREATE_AGENTS = true;
  /** Tools of the endpoint: core (8), full (15), or names separated by commas, such as remember,recall,forget. */
  @McpTools() MCP_TOOLS = 'core';

  // --- Settings file, logs and traces ---
  /** YAML file with settings such as session.auto_recreate_enabled. Variables and changes at run time override it. */
  @Text() CONFIG_FILE: string | null = null;
  /** The least important messages that are logged. */
  @OneOf(LOG_LEVELS) LOG_LEVEL: (typeof LOG_LEVELS)[number] = 'log';
  /** Format of the log. Unset: text on a terminal, else json. */
  @OneOf(LOG_FORMATS) LOG_FORMAT: (typeof LOG_FORMATS)[number] | null = null;
  /** OpenTelemetry collector of traces over HTTP, such as http://localhost:4318. Unset: no traces. */
  @Address('http://collector:4318') OTEL_EXPORTER_OTLP_ENDPOINT: string | null = null;
}
