import type { Memory } from '../backend/memory';
import type { ScoredMemory, SearchRequest } from '../backend/memory-search';
import { namespaceVersionOf } from '../sessions/namespace-version-of';
import { readAgents } from '../sessions/read-agents';
import type { ActiveSession } from '../sessions/session';

type Found = Pick<ScoredMemory, 'memory' | 'namespace'>;

type IsCurrent = (memory: Memory) => boolean;

/** Says which memories of a namespace are current; `Currency` is one. */
interface Judge {
  of(namespace: string, memories: readonly Memory[]): Promise<IsCurrent>;
}

/** An agent whose memories a request finds. */
export type SearchedAgent = Pick<ActiveSession, 'agentId' | 'namespace' | 'hasOpenLinks'>;

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
): { agent: SearchedAgent; found: T[] }[] {
  return [session, ...readAgents(session)].flatMap((agent) => {
    const own = found.filter(({ namespace = session.namespace }) => namespace === agent.namespace);
    return own.length === 0 ? [] : [{ agent, found: own }];
  });
}

/** The agent that a found memory is of. */
export function agentIdOf(session: ActiveSession): (found: Pick<Found, 'namespace'>) => string {
  const agents = new Map(readAgents(session).map(({ agentId, namespace }) => [namespace, agentId]));
  return ({ namespace }) => (namespace === undefined ? undefined : agents.get(namespace)) ?? session.agentId;
}

/** Which of the found memories are current, each among those of its agent. */
export async function currentAmong(
  session: ActiveSession,
  found: readonly Found[],
  currency: Judge,
): Promise<IsCurrent> {
  const judges = new Map<Memory, IsCurrent>();
  const groups = byAgent(session, found).map(async ({ agent, found: own }) => {
    const memories = own.map(({ memory }) => memory);
    const isCurrent = await currency.of(agent.namespace, memories);
    for (const memory of memories) judges.set(memory, isCurrent);
  });
  await Promise.all(groups);
  return (memory) => judges.get(memory)?.(memory) ?? false;
}
