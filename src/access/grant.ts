import { runningOperation } from '../audit/audit-operation';
import { DomainError } from '../common/domain-error';

export const ACCESS_LEVELS = ['read', 'write', 'create', 'manage'] as const;
/** Each level includes those before it. */
export type Access = (typeof ACCESS_LEVELS)[number];

/** What a key or an OIDC token admits to. */
export interface Grant {
  /** Patterns of agent ids: an id, or a prefix and `*`. */
  agents: readonly string[];
  access: Access;
  /** The scopes whose memories it reaches: whole scopes, or beginnings followed by `*`; null for all memories. */
  scopes: readonly string[] | null;
  /** Names the holder in the activity log and in a memory's history: `key:<name>` or `oidc:<sub>`. */
  by: string;
  /** Of a key; absent for a token. */
  keyId?: string;
}

/** An agent id, or a prefix of one and `*`. */
export const AGENT_ID_PATTERN = /^(?:[A-Za-z0-9_-]{1,128}|[A-Za-z0-9_-]{0,128}\*)$/;
export const MAX_GRANTED_PATTERNS = 100;

export function isAgentIdPattern(value: unknown): value is string {
  return typeof value === 'string' && AGENT_ID_PATTERN.test(value);
}

export function coversAgent({ agents }: Pick<Grant, 'agents'>, agentId: string): boolean {
  return agents.some((pattern) =>
    pattern.endsWith('*') ? agentId.startsWith(pattern.slice(0, -1)) : agentId === pattern,
  );
}

export function reaches({ access }: Pick<Grant, 'access'>, needed: Access): boolean {
  return ACCESS_LEVELS.indexOf(access) >= ACCESS_LEVELS.indexOf(needed);
}

export function allows(grant: Grant, agentId: string, needed: Access): boolean {
  return coversAgent(grant, agentId) && reaches(grant, needed);
}

/** Throws KeyNotForAgent. */
export function demandAgent(grant: Grant, agentId: string): void {
  if (coversAgent(grant, agentId)) return;
  throw new DomainError('KeyNotForAgent', `The key is not for agent '${agentId}'`, { agent_id: agentId });
}

/** Throws KeyNotAllowed. `needed`: null for an operation that no grant allows. */
export function demandAccess(grant: Grant, needed: Access | null): void {
  if (needed === null) {
    throw new DomainError('KeyNotAllowed', 'No key or token admits to this operation');
  }
  if (reaches(grant, needed)) return;
  const message = `The key has ${grant.access} access: this operation needs ${needed} access`;
  throw new DomainError('KeyNotAllowed', message, { access: grant.access, needed });
}

/** The actor of a management operation, for histories and records: the key or token, else that of the running operation. */
export function managerOf(grant: Grant | null): string {
  return grant?.by ?? runningOperation()?.actor ?? 'management';
}

/** Metadata of handlers: the access that a key or an OpenID Connect token needs for them. */
export const NEEDED_ACCESS = 'access:needed';

export interface NeededAccess {
  /** Null: no key or token is admitted. */
  access: Access | null;
  /** The handler keeps to the scopes of the grant. Others are not for grants that are limited to some. */
  scoped?: boolean;
  /** Of a dry run, which only the body shows: the guard admits by it, and the handler demands `access` otherwise. */
  dryRun?: Access;
}

/** The security scheme of keys in the API document. Its roles are the access that an operation needs. */
export const KEY_SCHEME = 'api_key';
/** That of the same keys in the header `X-Api-Key`. */
export const KEY_HEADER_SCHEME = 'api_key_header';
