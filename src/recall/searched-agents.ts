import type { ScoredMemory, SearchRequest } from '../backend/memory-search';
import { namespaceVersionOf } from '../sessions/namespace-version-of';
import { readAgents } from '../sessions/read-agents';
import type { ActiveSession, ReadAgent } from '../sessions/session';

export type Found = Pick<ScoredMemory, 'memory' | 'namespace'>;

/** The part of a search that says where: the agent's own memories and those of the agents that it reads. */
export function placesOf(session: ActiveSession): Pick<SearchRequest, 'namespaceVersion' | 'others'> {
  const others = readAgents(session).map(({ namespace, namespaceVersion }) => {
    return { namespace, version: namespaceVersion };
  });
  return { namespaceVersion: namespaceVersionOf(session), ...(others.length > 0 && { others }) };
}

/** Found memories by the agent that they are of; agents of which none was found are left out. */
export function byAgent<T extends Found>(
  session: ActiveSession,
  found: readonly T[],
): { agent: ReadAgent; found: T[] }[] {
  const { agentId, namespace, linksVersion } = session;
  const own = { agentId, namespace, linksVersion, namespaceVersion: namespaceVersionOf(session) };
  return [own, ...readAgents(session)].flatMap((agent) => {
    const ofAgent = found.filter((each) => (each.namespace ?? namespace) === agent.namespace);
    return ofAgent.length === 0 ? [] : [{ agent, found: ofAgent }];
  });
}

/** The agent that a found memory is of. */
export function agentIdOf(session: ActiveSession): (found: Pick<Found, 'namespace'>) => string {
  const agents = new Map(readAgents(session).map(({ agentId, namespace }) => [namespace, agentId]));
  return ({ namespace }) => (namespace === undefined ? undefined : agents.get(namespace)) ?? session.agentId;
}
