import { ACCESS_ERRORS } from './access-errors';
import { flat, plain, structured, type ErrorEntry } from './error-entry';

/** Status, shape and texts of every failure: the error filter answers by it and the API document is written from it. */
export const ERROR_TABLE = {
  ...ACCESS_ERRORS,
  AgentAlreadyExists: structured(409, 'An agent of this id exists already.', "Agent 'demo' already exists", {
    agent_id: 'demo',
  }),
  AgentNotFound: structured(404, 'There is no agent of this id.', "Agent 'demo' not found", {
    agent_id: 'demo',
  }),
  BackendUnavailable: structured(
    503,
    'The database or the memory backend cannot be reached now. The request may be repeated.',
    'The service cannot reach its storage: try again shortly',
  ),
  ConflictRunActive: structured(
    409,
    'A conflict run of the agent is under way, in this process or another. `Retry-After` says when to try again.',
    "A conflict run of agent 'demo' is under way: wait for it",
    { agent_id: 'demo', retry_after_seconds: 5 },
  ),
  ConflictRunTimeout: structured(
    504,
    'The conflict run took longer than CONFLICT_RUN_TIMEOUT_MS. Nothing was added to the report.',
    'The conflict run took longer than 600000 ms and was stopped; nothing was added to the report',
    { limit_ms: 600_000 },
  ),
  ContentDeleted: structured(
    409,
    'The content was deleted for good, and the request does not say `restore_deleted`.',
    'This content was deleted for good: send restore_deleted=true to store it again',
  ),
  IdempotencyConflict: structured(
    409,
    'The Idempotency-Key was used with another request body within the last 24 hours.',
    'This Idempotency-Key was used with another request body',
  ),
  ImportIncomplete: structured(
    400,
    'The stream broke off, or lines of it are damaged. The other lines are imported; sending it again continues.',
    'The stream has no end line: it broke off. What came of it is imported; send it again to continue',
    { agents: 1, created: 120, existing: 0, refused: 0, errors: [] },
  ),
  InternalServerError: structured(
    500,
    'An unexpected failure, or a session token that belongs to another agent.',
    'An unexpected error occurred',
    { original_error: "Session is for agent 'demo' and cannot access agent 'other'" },
  ),
  ModelUnavailable: structured(
    503,
    'The language model does not answer, and nothing was stored. The request may be repeated.',
    'The model does not answer: try again shortly',
  ),
  NamespaceError: structured(
    400,
    "The backend could not delete the agent's namespace; nothing was deleted.",
    "The namespace of agent 'demo' could not be deleted; nothing was deleted",
  ),
  PreconditionFailed: structured(
    412,
    'It was changed since. Nothing was stored.',
    'It was changed meanwhile: read it again',
    { updated_at: '2026-05-01T12:00:01.000Z' },
  ),
  QuotaExceeded: structured(
    413,
    'The agent would hold more than its quota of memories or bytes allows. Nothing was stored.',
    'The agent holds 1000 of 1000 memories (max_memories), and this would add 1: delete some, or ask for a greater quota',
    { quota: 'max_memories', limit: 1_000, used: 1_000, adds: 1 },
  ),
  RateLimited: structured(
    429,
    'The client, its key or the agent (`quota`) has sent as many requests or memories as it may within a minute, or its address too many wrong credentials. `Retry-After` says when to go on.',
    'More than 6000 requests in a minute: try again in 12 s',
    { limit_per_minute: 6_000, retry_after_seconds: 12 },
  ),
  RecallIndexTooLarge: structured(
    503,
    "The agent's recall index is far larger than RECALL_INDEX_MEMORY_MB allows, or it does not fit beside those of other agents and was built a moment ago. `needed_mb` is the least value with which it fits; where trying again helps, `Retry-After` says when.",
    'The recall index of 5000000 memories takes about 954 MiB, more than the service may use: set RECALL_INDEX_MEMORY_MB to at least 1272',
    { needed_mb: 1_272 },
  ),
  SecretRefused: structured(
    422,
    'With REDACTION=block: a text holds a secret. A secret in a name, such as `source_ref`, is refused with `redact` too. Nothing was stored.',
    'This must not be stored: content, from 16 to 56 (github-token). Leave it out',
    { secrets: [{ kind: 'github-token', field: 'content', start: 16, end: 56 }] },
  ),
  ServiceOverloaded: structured(
    503,
    'The service has as many requests under way as it takes. The request may be repeated.',
    'The service has as many requests under way as it takes: try again shortly',
    { max_concurrent_requests: 1_000 },
  ),
  SessionNotFound: structured(404, 'There is no session of this agent.', "No session found for agent 'demo'"),
  TooManyWebhooks: structured(409, 'There are as many webhooks as may be.', 'There are 100 webhooks already'),
  TransferUnsupported: structured(
    501,
    'The memories are in the backend server of BACKEND_MODE, which is to be backed up itself.',
    'The memories are in the backend server of BACKEND_MODE: back that one up',
  ),
  body_too_large: flat(
    413,
    'The JSON body is larger than 8 MiB, or holds more than 600,000 values (`max_values`).',
    'The request body is larger than 8388608 bytes',
    { max_bytes: 8_388_608 },
  ),
  body_unreadable: plain(
    400,
    'The body is not valid UTF-8, or cannot be decompressed.',
    'The request body is not valid UTF-8',
  ),
  file_not_found: plain(
    404,
    'The agent has no file of this id.',
    "File '01970a5c-7e1b-7c2a-9d5e-3f1a2b4c5d6e' not found",
  ),
  file_too_large: flat(
    413,
    'The file is larger than the service takes; nothing of it is kept.',
    'The file is larger than 5368709120 bytes',
    { max_bytes: 5_368_709_120 },
  ),
  k_too_large: flat(400, '`limit` is above 100.', 'limit must be at most 100', { actual_k: 101, max_k: 100 }),
  origin_not_allowed: plain(
    403,
    'A page that is neither of this machine nor of ALLOWED_ORIGINS called the MCP endpoint.',
    'This origin may not call the MCP endpoint: add it to ALLOWED_ORIGINS',
  ),
  link_not_found: plain(
    404,
    'The agent has no link of this id.',
    'Link 01970a5c-7e1b-7c2a-9d5e-3f1a2b4c5d6e not found',
  ),
  memory_not_found: plain(
    404,
    'The agent has no memory of this id.',
    'Memory 01970a5c-7e1b-7c2a-9d5e-3f1a2b4c5d6e not found',
  ),
  no_active_session: plain(404, 'No session is active.', 'No active session'),
  nothing_to_update: plain(
    400,
    'The body names no field to change.',
    'Nothing to update: give at least one field',
  ),
  preset_not_found: plain(
    404,
    'There is no preset of this name.',
    "Unknown preset 'strict': use conservative, balanced, aggressive",
  ),
  purge_not_undoable: plain(
    409,
    'The id is that of a purge, which deletes for good.',
    'A purge deletes for good: it cannot be undone',
  ),
  query_too_long: flat(
    413,
    'The query is longer than 1000 characters.',
    'query must be at most 1000 characters',
    { actual_length: 1001, max_length: 1000 },
  ),
  settings_locked: plain(
    409,
    'The environment of the service fixes one of the settings. Nothing was changed.',
    'Fixed by the environment of the service: recall.limit',
  ),
  receipt_not_found: plain(
    404,
    'There is no receipt of this id.',
    "Receipt '01970a5c-7e1b-7c2a-9d5e-3f1a2b4c5d6e' not found",
  ),
  storage_full: structured(
    507,
    'There is no room for the file; nothing of it is kept.',
    'There is no room left to store the file',
  ),
  sweep_not_found: plain(
    404,
    'The agent has no sweep of this id.',
    "Sweep '01970a5c-7e1b-7c2a-9d5e-3f1a2b4c5d6e' not found",
  ),
  webhook_not_found: plain(404, 'No such webhook.', "Webhook '01970a5c' not found"),
  delivery_not_found: plain(404, 'No such delivery.', "Delivery '01970a5c' not found"),
  trace_not_found: plain(
    404,
    'The agent has no trace of this id.',
    "Trace '01970a5c-7e1b-7c2a-9d5e-3f1a2b4c5d6e' not found",
  ),
  text_too_long: flat(
    413,
    '`content` is longer than 10000 characters.',
    'content must be at most 10000 characters',
    { actual_length: 10_001, max_length: 10_000 },
  ),
  unknown_preset: plain(
    400,
    'There is no preset of this name.',
    "Unknown preset 'strict': use conservative, balanced, aggressive",
  ),
  unsupported_extension: plain(
    400,
    'The name of the file has another extension than the allowed ones, or none.',
    "Files of type '.exe' are not supported: use .pdf, .docx, .xlsx, .json, .txt, .csv, .md",
  ),
  unsupported_media_type: plain(
    415,
    'The body has another media type, or is compressed.',
    'Send the lines of an export, with Content-Type: application/x-ndjson',
  ),
} satisfies Record<string, ErrorEntry>;
