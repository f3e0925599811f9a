import type { ErrorCode } from './domain-error';
import type { ErrorEntry } from './error-entry';

/** Failures of identification and of access. */
export const ACCESS_ERRORS = {
  InvalidApiKey: {
    status: 401,
    shape: 'structured',
    description: 'The key is malformed, unknown, revoked or expired, or the two headers hold different keys.',
    message: 'The key is not valid',
  },
  InvalidBearerToken: {
    status: 401,
    shape: 'structured',
    description:
      'The OpenID Connect token is malformed or expired, is not meant for this service, or its signature is wrong.',
    message: 'The bearer token is not valid or has expired: get a new one from its issuer',
  },
  InvalidCredential: {
    status: 401,
    shape: 'structured',
    description: 'The credential of a login is neither the management credential nor a valid key.',
    message: 'This is neither the management credential nor a valid key: check it and try again',
  },
  InvalidSessionToken: {
    status: 401,
    shape: 'structured',
    description:
      'The session token is malformed, ended, replaced by a newer one, or signed with another key.',
    message: 'Session token is not valid: activate the agent again',
  },
  IssuerUnavailable: {
    status: 503,
    shape: 'structured',
    description:
      'The issuer of the OpenID Connect token does not answer, so that the token cannot be verified. `Retry-After` says when to try again.',
    message:
      'The issuer of the bearer token does not answer, so the token cannot be verified: try again shortly',
    fields: { retry_after_seconds: 2 },
  },
  KeyNotAllowed: {
    status: 403,
    shape: 'structured',
    description: 'The key or token does not allow this operation.',
    message: 'The key allows less than this operation needs',
  },
  KeyNotForAgent: {
    status: 403,
    shape: 'structured',
    description: 'The key or token is not for this agent.',
    message: "The key is not for agent 'demo'",
    fields: { agent_id: 'demo' },
  },
  KeyNotFound: {
    status: 404,
    shape: 'structured',
    description: 'There is no key of this id.',
    message: "Key '3f9c0a1b2d4e5f60' not found",
    fields: { key_id: '3f9c0a1b2d4e5f60' },
  },
  SessionExpired: {
    status: 401,
    shape: 'structured',
    description: 'The session has expired and was not replaced.',
    message: 'Session has expired: activate the agent again',
  },
  TooManyKeys: {
    status: 409,
    shape: 'structured',
    description: 'There are as many keys as the service keeps. Revoke keys that are not used.',
    message: 'There are 10000 keys already: revoke keys that are not used',
    fields: { max_keys: 10_000 },
  },
  local_only: {
    status: 403,
    shape: 'string',
    description: 'The client is not a genuine loopback client.',
    message: 'This endpoint is only for a loopback client',
  },
  management_access_denied: {
    status: 401,
    shape: 'string',
    description: 'The client is neither a loopback client nor holds the management credential.',
    message: 'Management endpoints require a loopback client or a valid management credential',
  },
  mcp_access_denied: {
    status: 401,
    shape: 'string',
    description: 'A message to the MCP endpoint without a valid key, from another machine.',
    message: 'Send a key as Authorization: Bearer or X-Api-Key; only programs on the same machine need none',
  },
  missing_session_token: {
    status: 401,
    shape: 'string',
    description: 'The request carries no session token.',
    message: 'Session token is required: send it in the X-Session-Token header',
  },
} satisfies Partial<Record<ErrorCode, ErrorEntry>>;
