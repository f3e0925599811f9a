import type { IncomingHttpHeaders } from 'node:http';
import { KEY_PREFIX, presentedKey, type PresentedKey } from './key';
import { bearerOf, presentedCredentials } from './management-credential';

/** The key or token that a request acts by. */
export type GrantCredential =
  { kind: 'key'; key: PresentedKey } | { kind: 'token'; token: string } | { kind: 'malformed' };

interface Recognition {
  isManagementCredential: (value: string) => boolean;
  /** Whether the bearer value of an `Authorization` header is an OpenID Connect token if it is nothing else. */
  takesTokens: boolean;
}

/**
 * The key or token in the headers `Authorization` and `X-Api-Key`; null when neither holds one. Two different ones are
 * malformed. A value that is the management credential is no key, whatever it looks like.
 */
export function grantCredential(
  headers: IncomingHttpHeaders,
  recognition: Recognition,
): GrantCredential | null {
  // The usual request has a session token and neither header.
  if (headers.authorization === undefined && headers['x-api-key'] === undefined) return null;
  // A damaged token must not count as none: the request would have the rights of this machine.
  const token = recognition.takesTokens ? bearerOf(headers) : null;
  const found = new Set(
    presentedCredentials(headers).filter(
      (value) =>
        (value === token || value.startsWith(KEY_PREFIX)) && !recognition.isManagementCredential(value),
    ),
  );
  const [value] = found;
  if (value === undefined) return null;
  if (found.size > 1) return { kind: 'malformed' };
  if (!value.startsWith(KEY_PREFIX)) return { kind: 'token', token: value };
  const key = presentedKey(value);
  return key === null ? { kind: 'malformed' } : { kind: 'key', key };
}
