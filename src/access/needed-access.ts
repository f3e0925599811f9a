import type { Access } from './grant';

/** Metadata of handlers: the access that a key or an OpenID Connect token needs for them. */
export const NEEDED_ACCESS = 'access:needed';

export interface NeededAccess {
  /** Null: no key or token is admitted. */
  access: Access | null;
  /**
   * Of a dry run, which only the body of the request tells of. The guard admits by this one, and the handler demands
   * `access` for what is no dry run.
   */
  dryRun?: Access;
}

/** The security scheme of keys in the API document. Its roles are the access that an operation needs. */
export const KEY_SCHEME = 'api_key';
