import type { NamespaceVersion } from '../retrieval/change-feed';
import { HiddenProperty } from '../runtime/hidden-property';
import type { ActiveSession } from './session';

const versions = new HiddenProperty<ActiveSession, NamespaceVersion | null>('namespaceVersion');

/** Notes on a session that was read the version that its namespace had in the same statement. */
export function setNamespaceVersion(session: ActiveSession, version: NamespaceVersion | null): void {
  versions.set(session, version);
}

/** The version of the namespace when the session was read for the request. Null: not read, or no namespace. */
export function namespaceVersionOf(session: ActiveSession): NamespaceVersion | null {
  return versions.get(session) ?? null;
}
