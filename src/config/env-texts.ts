import type { Env } from './env';

/** Texts about some variables, in the order in which the documents list them. */
type Texts = Partial<Record<keyof Env, string>>;

/** What each variable does, for `npm run docs -- config`, which adds the defaults and limits of `Env`. */
export const ENV_TEXTS: Readonly<Record<string, Texts>> = {
  'Network and limits': {
    HOST: 'Address to listen on. 0.0.0.0 is every address of the machine.',
    PORT: 'TCP port. 0 lets the system choose one.',
    WORKERS: 'Processes that serve the port. More than 1 needs DATABASE_URL.',
    SHUTDOWN_GRACE_MS: 'Time for open requests to end after the signal to stop, in milliseconds.',
    REQUEST_TIMEOUT_MS:
      'Time for a request to arrive completely, in milliseconds. Uploads are limited by their pauses instead.',
    MAX_HEADER_BYTES: 'Size of all headers of a request, in bytes.',
    STALLED_READER_TIMEOUT_MS:
      'The service closes a connection whose client reads nothing of its answer for this time, in milliseconds.',
    MAX_CONCURRENT_REQUESTS:
      'Requests that a process serves at a time. It answers further ones with 503 at once.',
    MAX_CONNECTIONS_PER_ADDRESS:
      'Connections of one address to a process. 0 is no limit. Unset: 128, and no limit for loopback addresses. Addresses in TRUSTED_PROXIES have no limit.',
    REQUEST_BODY_MEMORY_MB:
      'Memory for the JSON bodies of all open requests of a process, in MiB. It answers requests beyond it with 503 at once.',
    BODY_WINDOW_MS:
      'Time for the first byte of a body, and the span over which its rate is measured, in milliseconds.',
    BODY_MIN_BYTES_PER_SECOND:
      'The service cuts off a body, also of an upload, that arrives more slowly. 0 is no minimum rate.',
    RATE_LIMIT_PER_MINUTE:
      'Requests a minute of one client address. 0 is no limit. Unset: no limit if HOST is a loopback address, else 6000.',
    TRUSTED_PROXIES:
      'Proxies whose X-Forwarded-* headers are used: addresses, and networks such as 10.0.0.0/8, loopback or uniquelocal, separated by commas.',
    LOOPBACK_MANAGEMENT:
      'Whether programs on this machine may manage agents without a credential and use /api/ui. Set it to false if a proxy runs on this machine; that needs SERVICE_SECRET_KEY or, in cloud mode, BACKEND_API_KEY.',
    ALLOWED_ORIGINS:
      'Browser origins that may call the API besides loopback, separated by commas, such as https://app.example.com.',
  },
  'Data and database': {
    DATA_DIR:
      'Folder of the embedded database, its socket, uploaded files, installed models and the generated secret key.',
    DATABASE_URL:
      'PostgreSQL server, as postgres://user:password@host:5432/name. Unset: the embedded database.',
    DATABASE_POOL_SIZE: 'Connections to DATABASE_URL. The embedded database has one.',
    DATABASE_STATEMENT_TIMEOUT_MS: 'The server cancels a statement that takes longer, in milliseconds.',
    DATABASE_PREPARED_STATEMENTS:
      'false: connections keep no prepared statements, for a pooler in transaction mode that does not support them (PgBouncer before 1.21).',
    EMBEDDED_SKIP_DAMAGED_PAGES:
      'true: the embedded database opens although pages are damaged, and reads them as empty. For `npm run export` of the rest alone: a service would delete what is on them for good.',
    SERVICE_SECRET_KEY:
      'Signs session tokens and is the management credential, except in cloud mode. Required with DATABASE_URL.',
  },
  'OpenID Connect': {
    OIDC_ISSUER:
      'Issuer whose tokens count like keys, exactly as its tokens name it in `iss`, such as https://id.example.com/realms/team. Requires OIDC_AUDIENCE. Unset: no tokens.',
    OIDC_AUDIENCE: 'What such a token must name in `aud`. Required with OIDC_ISSUER.',
    OIDC_JWKS_URL:
      "URL of the issuer's keys. Unset: the one that its /.well-known/openid-configuration names.",
    OIDC_AGENTS_CLAIM:
      'Claim with the agents of a token: ids, or prefixes followed by *, as an array or separated by spaces.',
    OIDC_ACCESS_CLAIM: 'Claim with read, write or manage. A token without it may read.',
  },
  'Backend of the memories': {
    BACKEND_MODE:
      'Where memories are stored: embedded (in the database of this service), on-prem (a backend server without a key) or cloud (a backend server with a key).',
    BACKEND_URL:
      'Address of the backend server. Required in cloud mode; on-prem, unset: http://localhost:8080.',
    BACKEND_API_KEY:
      'Key of the backend server, which in cloud mode is the management credential too. Required in cloud mode.',
    BACKEND_TIMEOUT_MS:
      'Time for a call of the backend server with its retries, in milliseconds. Unset: 30000 in cloud mode, 300000 on-prem.',
    BACKEND_SERVER_PORT: 'TCP port of `npm run start:backend`. 0 lets the system choose one.',
    BACKEND_SERVER_API_KEY: 'Key that `npm run start:backend` requires of its clients. Unset: none.',
  },
  Sessions: {
    SESSION_DEFAULT_DURATION_HOURS: 'Duration of a session in hours. Fractions are allowed.',
    SESSION_RENEW_WINDOW_MINUTES: 'A request renews its session when this many minutes or fewer are left.',
    SESSION_AUTO_RENEW_ENABLED: 'Whether requests renew sessions that end soon.',
    SESSION_AUTO_RECREATE_ENABLED:
      'Whether a new session replaces an expired one for a caller with management access.',
  },
  Recall: {
    RECALL_LIMIT: 'Memories that an answer returns if the request sets no limit.',
    RECALL_INDEX_MEMORY_MB: 'Memory for the recall indexes of a process, in MiB.',
    RECALL_SEGMENTS:
      'Whether the database keeps images of the recall indexes, so that a start does not build them again.',
    RECALL_LANGUAGE:
      'Language of the memories of new agents, for stemming and stop words. Existing agents keep theirs.',
  },
  Embeddings: {
    EMBEDDINGS_BASE_URL:
      'OpenAI-compatible server that computes vectors, such as http://localhost:11434/v1. Unset: recall uses words only.',
    EMBEDDINGS_API_KEY: 'Key of that server.',
    EMBEDDINGS_MODEL: 'Name of the model on that server. Required with EMBEDDINGS_BASE_URL.',
    EMBEDDINGS_MODEL_PATH:
      'Folder of an ONNX sentence-transformer (config.json, tokenizer.json, onnx/model.onnx) to run in this process instead of a server. Unset: the model that `npm run model -- install` installed last, if any. `none`: no model.',
    EMBEDDINGS_QUERY_TIMEOUT_MS: 'After this many milliseconds a recall uses words only.',
    EMBEDDINGS_TIMEOUT_MS: 'Time for one batch of memories, which is tried again later, in milliseconds.',
    EMBEDDINGS_BATCH_SIZE: 'Memories in one request to the model.',
    EMBEDDINGS_QUERY_PREFIX:
      'Text before every query. Unset: what a known local model needs. Quotes keep the space at the end: "query: ".',
    EMBEDDINGS_TEXT_PREFIX:
      'Text before every memory. Unset: what a known local model needs. Quotes keep the space at the end: "passage: ".',
  },
  'Chat model': {
    LLM_BASE_URL:
      'OpenAI-compatible server that answers, extracts, summarises and finds conflicts, such as http://localhost:11434/v1. Unset: built-in rules do.',
    LLM_API_KEY: 'Key of that server.',
    LLM_MODEL: 'Name of the model on that server. Required with LLM_BASE_URL.',
    LLM_TIMEOUT_MS: 'Time for a call of the model, in milliseconds.',
    LLM_CONCURRENCY: 'Calls of the model at a time. A few more wait.',
    LLM_MAX_TOKENS: 'Tokens that the model may write in one call.',
    CONFLICT_RUN_TIMEOUT_MS:
      'Time for a whole conflict run, in milliseconds. A longer run stops and adds nothing to the report.',
  },
  Maintenance: {
    POLICY_SWEEP_CRON:
      'When maintenance runs (sweeps and purges by policy, then cleaning up), as a cron expression in UTC.',
    MAINTENANCE_ENABLED: 'Whether this process runs maintenance. `npm run maintenance` runs it by hand.',
    SWEEP_MAX_FRACTION:
      'The nightly sweep skips an agent if more than this share of its active memories would expire.',
    ACTIVITY_RETENTION_DAYS: 'Days for which the activity log is kept.',
  },
  Files: {
    UPLOAD_MAX_BYTES: 'Size of the largest uploaded file, in bytes.',
    INGEST_CONCURRENCY: 'Uploaded files that a process reads at a time. 0 leaves them to other processes.',
    INGEST_TIMEOUT_MS: 'A file is given up after this time without progress, in milliseconds.',
    INGEST_MEMORY_MB: 'Memory for the process that reads a file, in MiB.',
    FILES_S3_BUCKET:
      'Bucket of an S3-compatible store for uploaded files until they are read. Needed if several machines share DATABASE_URL. Unset: a folder of DATA_DIR.',
    FILES_S3_ENDPOINT: 'Address of that store, such as http://localhost:9000. Unset: AWS.',
    FILES_S3_REGION: 'Region of the bucket.',
    FILES_S3_ACCESS_KEY_ID: 'Access key of that store. Unset: found in the way of the AWS tools.',
    FILES_S3_SECRET_ACCESS_KEY: 'Secret of that access key.',
    FILES_S3_PATH_STYLE: 'Whether addresses contain the bucket in their path, as MinIO and others need.',
  },
  'Web console': {
    CONSOLE_ENABLED: 'Whether the web console is served at /app/.',
  },
  'MCP endpoint': {
    MCP_DEFAULT_AGENT:
      'Agent of `POST /mcp` for clients that name none by the path `/mcp/agents/{agent_id}` or the header X-Agent-Id.',
    MCP_CREATE_AGENTS:
      'Whether the endpoint creates an unknown agent at its first use, for a caller that may manage agents.',
    MCP_TOOLS:
      'Tools of the endpoint: core (7), full (15), or names separated by commas, such as remember,recall,forget.',
  },
  'Settings file, logs and traces': {
    CONFIG_FILE:
      'YAML file with settings such as session.auto_recreate_enabled. Variables and changes at run time override it.',
    LOG_LEVEL: 'The least important messages that are logged.',
    LOG_FORMAT: 'Format of the log. Unset: text on a terminal, else json.',
    OTEL_EXPORTER_OTLP_ENDPOINT:
      'OpenTelemetry collector of traces over HTTP, such as http://localhost:4318. Unset: no traces.',
  },
};
