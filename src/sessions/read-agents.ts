// SQL: a part of the look-up of sessions, which reads all that a request needs in one statement.
import { allows } from '../access/grant';
import { namespaceVersion } from '../backend/embedded/namespace-version';
import { sql, type Sql } from '../database/sql';
import type { ActiveSession, ReadAgent } from './session';

/** The agents that the agent `a` reads, in their order, each with what a recall needs to know of it. */
export const READ_AGENTS: Sql = sql`(
  SELECT json_agg(json_build_object('agentId', r.agent_id, 'namespace', r.namespace,
      'hasOpenLinks', EXISTS (SELECT FROM memory_links l WHERE l.agent_id = r.agent_id AND l.state = 'open'),
      'namespaceVersion', ${namespaceVersion(sql`r.namespace`)}) ORDER BY x.place)
  FROM agent_reads x JOIN agents r ON r.agent_id = x.read_id WHERE x.agent_id = a.agent_id)`;

/**
 * The agents whose memories a session finds beside its own. A session token reads all that its agent reads; a key or an
 * OpenID Connect token only those of them that it is for.
 */
export function readAgents({ reads, grant }: Pick<ActiveSession, 'reads' | 'grant'>): readonly ReadAgent[] {
  if (!reads) return [];
  return grant === undefined ? reads : reads.filter(({ agentId }) => allows(grant, agentId, 'read'));
}
