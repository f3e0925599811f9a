import { plain, structured, type ErrorEntry } from './error-entry';

/** The failures of identification and access, for `ERROR_TABLE`. */
export const ACCESS_ERRORS = {
  InvalidApiKey: structured(
    401,
    'The key is malformed, unknown, revoked or expired, or the two headers hold different keys.',
    'The key is not valid',
  ),
  InvalidBearerToken: structured(
    401,
    'The OpenID Connect token is malformed or expired, is not meant for this service, or its signature is wrong.',
    'The bearer token is not valid or has expired: get a new one from its issuer',
  ),
  InvalidCredential: structured(
    401,
    'The credential of a login is neither the management credential nor a valid key.',
    'This is neither the management credential nor a valid key: check it and try again',
  ),
  InvalidSessionToken: structured(
    401,
    'The session token is malformed, ended, replaced by a newer one, or signed with another key.',
    'Session token is not valid: activate the agent again',
  ),
  IssuerUnavailable: structured(
    503,
    'The issuer of the OpenID Connect token does not answer, so that the token cannot be verified. `Retry-After` says when to try again.',
    'The issuer of the bearer token does not answer, so the token cannot be verified: try again shortly',
    { retry_after_seconds: 2 },
  ),
  KeyNotAllowed: structured(
    403,
    'The key or token does not allow this operation.',
    'The key allows less than this operation needs',
  ),
  KeyNotForAgent: structured(
    403,
    'The key or token is not for this agent.',
    "The key is not for agent 'demo'",
    { agent_id: 'demo' },
  ),
  KeyNotFound: structured(404, 'There is no key of this id.', "Key '3f9c0a1b2d4e5f60' not found", {
    key_id: '3f9c0a1b2d4e5f60',
  }),
  SessionExpired: structured(
    401,
    'The session has expired and was not replaced.',
    'Session has expired: activate the agent again',
  ),
  TooManyKeys: structured(
    409,
    'There are as many keys as the service keeps. Revoke keys that are not used.',
    'There are 10000 keys already: revoke keys that are not used',
    { max_keys: 10_000 },
  ),
  local_only: plain(
    403,
    'The client is not a genuine loopback client.',
    'This endpoint is only for a loopback client',
  ),
  management_access_denied: plain(
    401,
    'The client is neither a loopback client nor holds the management credential.',
    'Management endpoints require a loopback client or a valid management credential',
  ),
  mcp_access_denied: plain(
    401,
    'A message to the MCP endpoint without a valid key, from another machine.',
    'Send a key as Authorization: Bearer or X-Api-Key; only programs on the same machine need none',
  ),
  missing_session_token: plain(
    401,
    'The request carries no session token.',
    'Session token is required: send it in the X-Session-Token header',
  ),
} satisfies Record<string, ErrorEntry>;
