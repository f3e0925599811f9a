import { allows } from '../access/grant';
import type { ActiveSession, ReadAgent } from './session';

/**
 * The agents whose memories a session finds beside its own. A session token reads all that its agent reads; a key or an
 * OpenID Connect token only those of them that it is for.
 */
export function readAgents({ reads, grant }: Pick<ActiveSession, 'reads' | 'grant'>): readonly ReadAgent[] {
  if (!reads) return [];
  return grant === undefined ? reads : reads.filter(({ agentId }) => allows(grant, agentId, 'read'));
}
