import { ACCESS_ERRORS } from './access-errors';
import type { ErrorCode } from './domain-error';
import type { ErrorEntry } from './error-entry';

/** Status and shape of every failure: the error filter answers by it and the API document is written from it. */
export const ERROR_TABLE: Record<ErrorCode, ErrorEntry> = {
  ...ACCESS_ERRORS,
  AgentAlreadyExists: {
    status: 409,
    shape: 'structured',
    description: 'An agent of this id exists already.',
    message: "Agent 'demo' already exists",
    fields: { agent_id: 'demo' },
  },
  AgentNotFound: {
    status: 404,
    shape: 'structured',
    description: 'There is no agent of this id.',
    message: "Agent 'demo' not found",
    fields: { agent_id: 'demo' },
  },
  BackendUnavailable: {
    status: 503,
    shape: 'structured',
    description: 'The database or the memory backend cannot be reached now. The request may be repeated.',
    message: 'The service cannot reach its storage: try again shortly',
  },
  ConflictRunActive: {
    status: 409,
    shape: 'structured',
    description:
      'A conflict run of the agent is under way, in this process or another. `Retry-After` says when to try again.',
    message: "A conflict run of agent 'demo' is under way: wait for it",
    fields: { agent_id: 'demo', retry_after_seconds: 5 },
  },
  ConflictRunTimeout: {
    status: 504,
    shape: 'structured',
    description:
      'The conflict run took longer than CONFLICT_RUN_TIMEOUT_MS. Nothing was added to the report.',
    message: 'The conflict run took longer than 600000 ms and was stopped; nothing was added to the report',
    fields: { limit_ms: 600_000 },
  },
  ContentDeleted: {
    status: 409,
    shape: 'structured',
    description: 'The content was deleted for good, and the request does not say `restore_deleted`.',
    message: 'This content was deleted for good: send restore_deleted=true to store it again',
  },
  IdempotencyConflict: {
    status: 409,
    shape: 'structured',
    description: 'The Idempotency-Key was used with another request body within the last 24 hours.',
    message: 'This Idempotency-Key was used with another request body',
  },
  ImportIncomplete: {
    status: 400,
    shape: 'structured',
    description:
      'The stream broke off, or lines of it are damaged. The other lines are imported; sending it again continues.',
    message:
      'The stream has no end line: it broke off. What came of it is imported; send it again to continue',
    fields: { agents: 1, created: 120, existing: 0, refused: 0, errors: [] },
  },
  InternalServerError: {
    status: 500,
    shape: 'structured',
    description: 'An unexpected failure, or a session token that belongs to another agent.',
    message: 'An unexpected error occurred',
    fields: { original_error: "Session is for agent 'demo' and cannot access agent 'other'" },
  },
  ModelUnavailable: {
    status: 503,
    shape: 'structured',
    description: 'The language model does not answer, and nothing was stored. The request may be repeated.',
    message: 'The model does not answer: try again shortly',
  },
  NamespaceError: {
    status: 400,
    shape: 'structured',
    description: "The backend could not delete the agent's namespace; nothing was deleted.",
    message: "The namespace of agent 'demo' could not be deleted; nothing was deleted",
  },
  RateLimited: {
    status: 429,
    shape: 'structured',
    description:
      'The client, or its key, has sent as many requests as it may within a minute. `Retry-After` says when to go on.',
    message: 'More than 6000 requests in a minute: try again in 12 s',
    fields: { limit_per_minute: 6_000, retry_after_seconds: 12 },
  },
  ServiceOverloaded: {
    status: 503,
    shape: 'structured',
    description: 'The service has as many requests under way as it takes. The request may be repeated.',
    message: 'The service has as many requests under way as it takes: try again shortly',
    fields: { max_concurrent_requests: 1_000 },
  },
  SessionNotFound: {
    status: 404,
    shape: 'structured',
    description: 'There is no session of this agent.',
    message: "No session found for agent 'demo'",
  },
  TransferUnsupported: {
    status: 501,
    shape: 'structured',
    description: 'The memories are in the backend server of BACKEND_MODE, which is to be backed up itself.',
    message: 'The memories are in the backend server of BACKEND_MODE: back that one up',
  },
  body_too_large: {
    status: 413,
    shape: 'flat',
    description: 'The JSON body is larger than 8 MiB, or holds more than 600,000 values (`max_values`).',
    message: 'The request body is larger than 8388608 bytes',
    fields: { max_bytes: 8_388_608 },
  },
  body_unreadable: {
    status: 400,
    shape: 'string',
    description: 'The body is not valid UTF-8, or cannot be decompressed.',
    message: 'The request body is not valid UTF-8',
  },
  file_not_found: {
    status: 404,
    shape: 'string',
    description: 'The agent has no file of this id.',
    message: "File '01970a5c-7e1b-7c2a-9d5e-3f1a2b4c5d6e' not found",
  },
  file_too_large: {
    status: 413,
    shape: 'flat',
    description: 'The file is larger than the service takes; nothing of it is kept.',
    message: 'The file is larger than 5368709120 bytes',
    fields: { max_bytes: 5_368_709_120 },
  },
  k_too_large: {
    status: 400,
    shape: 'flat',
    description: '`limit` is above 100.',
    message: 'limit must be at most 100',
    fields: { actual_k: 101, max_k: 100 },
  },
  origin_not_allowed: {
    status: 403,
    shape: 'string',
    description: 'A page that is neither of this machine nor of ALLOWED_ORIGINS called the MCP endpoint.',
    message: 'This origin may not call the MCP endpoint: add it to ALLOWED_ORIGINS',
  },
  memory_not_found: {
    status: 404,
    shape: 'string',
    description: 'The agent has no memory of this id.',
    message: 'Memory 01970a5c-7e1b-7c2a-9d5e-3f1a2b4c5d6e not found',
  },
  no_active_session: {
    status: 404,
    shape: 'string',
    description: 'No session is active.',
    message: 'No active session',
  },
  nothing_to_update: {
    status: 400,
    shape: 'string',
    description: 'The body names no field to change.',
    message: 'Nothing to update: give at least one field',
  },
  preset_not_found: {
    status: 404,
    shape: 'string',
    description: 'There is no preset of this name.',
    message: "Unknown preset 'strict': use conservative, balanced, aggressive",
  },
  purge_not_undoable: {
    status: 409,
    shape: 'string',
    description: 'The id is that of a purge, which deletes for good.',
    message: 'A purge deletes for good: it cannot be undone',
  },
  query_too_long: {
    status: 413,
    shape: 'flat',
    description: 'The query is longer than 1000 characters.',
    message: 'query must be at most 1000 characters',
    fields: { actual_length: 1001, max_length: 1000 },
  },
  settings_locked: {
    status: 409,
    shape: 'string',
    description: 'The environment of the service fixes one of the settings. Nothing was changed.',
    message: 'Fixed by the environment of the service: recall.limit',
  },
  storage_full: {
    status: 507,
    shape: 'structured',
    description: 'There is no room for the file; nothing of it is kept.',
    message: 'There is no room left to store the file',
  },
  sweep_not_found: {
    status: 404,
    shape: 'string',
    description: 'The agent has no sweep of this id.',
    message: "Sweep '01970a5c-7e1b-7c2a-9d5e-3f1a2b4c5d6e' not found",
  },
  text_too_long: {
    status: 413,
    shape: 'flat',
    description: '`content` is longer than 10000 characters.',
    message: 'content must be at most 10000 characters',
    fields: { actual_length: 10_001, max_length: 10_000 },
  },
  unknown_preset: {
    status: 400,
    shape: 'string',
    description: 'There is no preset of this name.',
    message: "Unknown preset 'strict': use conservative, balanced, aggressive",
  },
  unsupported_extension: {
    status: 400,
    shape: 'string',
    description: 'The name of the file has another extension than the allowed ones, or none.',
    message: "Files of type '.exe' are not supported: use .pdf, .docx, .xlsx, .json, .txt, .csv, .md",
  },
  unsupported_media_type: {
    status: 415,
    shape: 'string',
    description: 'The body has another media type, or is compressed.',
    message: 'Send the lines of an export, with Content-Type: application/x-ndjson',
  },
};
