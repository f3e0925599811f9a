/**
 * Every failure the service knows by name. The error filter's table maps each to a status and a body shape;
 * a code in PascalCase or snake_case with a body of its own is part of the interface, the rest are shown
 * as plain strings.
 */
export type ErrorCode =
  | 'AgentAlreadyExists'
  | 'AgentNotFound'
  | 'BackendUnavailable'
  | 'ConflictRunActive'
  | 'ConflictRunTimeout'
  | 'ContentDeleted'
  | 'IdempotencyConflict'
  | 'ImportIncomplete'
  | 'InternalServerError'
  | 'InvalidApiKey'
  | 'InvalidBearerToken'
  | 'InvalidCredential'
  | 'InvalidSessionToken'
  | 'IssuerUnavailable'
  | 'KeyNotAllowed'
  | 'KeyNotForAgent'
  | 'KeyNotFound'
  | 'ModelUnavailable'
  | 'NamespaceError'
  | 'RateLimited'
  | 'ServiceOverloaded'
  | 'SessionExpired'
  | 'SessionNotFound'
  | 'TooManyKeys'
  | 'TransferUnsupported'
  | 'body_too_large'
  | 'body_unreadable'
  | 'file_not_found'
  | 'file_too_large'
  | 'k_too_large'
  | 'local_only'
  | 'management_access_denied'
  | 'mcp_access_denied'
  | 'memory_not_found'
  | 'missing_session_token'
  | 'no_active_session'
  | 'nothing_to_update'
  | 'origin_not_allowed'
  | 'preset_not_found'
  | 'purge_not_undoable'
  | 'query_too_long'
  | 'settings_locked'
  | 'storage_full'
  | 'sweep_not_found'
  | 'text_too_long'
  | 'unknown_preset'
  | 'unsupported_extension'
  | 'unsupported_media_type';

/** An expected failure. `fields` are shown to the client: never put content, tokens or addresses there. */
export class DomainError extends Error {
  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly fields: Readonly<Record<string, unknown>> = {},
  ) {
    super(message);
    this.name = code;
  }
}
