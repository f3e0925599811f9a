import { DomainError } from '../common/domain-error';
import { isInScope } from '../common/scoped-name';
import { demandAccess, type Grant, type NeededAccess } from './grant';

type Scopes = Pick<Grant, 'scopes'>;

/** Who reads or writes memories; without a grant, or by one without scopes, it may be any of them. */
export interface Reader {
  grant?: Scopes;
}

export function coversScope({ grant }: Reader, scope: string | null): boolean {
  const scopes = grant?.scopes ?? null;
  return scopes === null || scopes.some((granted) => isInScope(scope, granted));
}

/** Throws KeyNotAllowed. An operation that does not keep to the scopes of the grant needs one for all memories. */
export function demandOperation(
  grant: Grant,
  { access, scoped }: Pick<NeededAccess, 'access' | 'scoped'>,
): void {
  demandAccess(grant, access);
  const { scopes } = grant;
  if (scoped || scopes === null) return;
  const message = 'The key is for some scopes only: this operation is about all memories of an agent';
  throw new DomainError('KeyNotAllowed', message, { scopes });
}

/**
 * The scope of a memory to be stored: where the request names none, the only scope of the key, if it has one only. Throws
 * KeyNotAllowed.
 */
export function scopeToWrite({ grant }: Reader, named: string | null | undefined): string | null {
  const scopes = grant?.scopes ?? null;
  const [only] = scopes?.length === 1 ? scopes : [];
  const scope = named ?? (only?.endsWith('*') ? null : (only ?? null));
  if (coversScope({ grant }, scope)) return scope;
  throw notForScope(scope === null ? 'name a scope of it' : `not for '${scope}'`, scopes ?? []);
}

/** Those of the requested scopes that the key may read; null for all memories. Throws KeyNotAllowed for none. */
export function scopesToRead(
  { grant }: Reader,
  wanted: readonly (string | null)[] | null,
): readonly (string | null)[] | null {
  const scopes = grant?.scopes ?? null;
  if (scopes === null) return wanted;
  if (wanted === null) return scopes;
  const shared = wanted.flatMap((each) => scopes.flatMap((granted) => inBoth(each, granted)));
  if (shared.length === 0) throw notForScope('not for those of the request', scopes);
  return [...new Set(shared)];
}

/** Each is a scope, or a beginning and `*`. */
function inBoth(wanted: string | null, granted: string): string[] {
  if (wanted === null) return [];
  if (isInScope(wanted, granted)) return [wanted];
  return isInScope(granted, wanted) ? [granted] : [];
}

function notForScope(what: string, scopes: readonly string[]): DomainError {
  return new DomainError('KeyNotAllowed', `The key is for some scopes only: ${what}`, { scopes });
}
