import { coversAgent, type Grant } from '../access/grant';
import { namespaceOf } from '../agents/agent';
import type { DataLine, LineKind } from './transfer-line';

/** Why a line may not be imported; null if it may. */
export type Refusal = (line: DataLine) => string | null;

const NAMESPACE_START = namespaceOf('');
const OF_NAMESPACE: readonly LineKind[] = ['namespace', 'deleted', 'memory', 'document', 'fingerprint'];

/** Refuses lines of agents that a key does not cover, memories that would go to such an agent, and reads of such an agent. */
export function refusalOf(grant: Grant): Refusal {
  return (line) => (isGranted(grant, line) ? null : 'the key is not for its agent');
}

function isGranted(grant: Grant, line: DataLine): boolean {
  const agentId = agentOf(line);
  const { read_id: readId } = line.fields;
  if (line.kind === 'read' && (typeof readId !== 'string' || !coversAgent(grant, readId))) return false;
  return agentId !== null && coversAgent(grant, agentId);
}

/** The agent whose rows the line becomes; null where it is none of this service. */
function agentOf({ kind, fields: { agent_id: agentId, namespace } }: DataLine): string | null {
  if (OF_NAMESPACE.includes(kind)) return ownerOf(namespace);
  if (typeof agentId !== 'string') return null;
  return kind !== 'agent' || ownerOf(namespace) === agentId ? agentId : null;
}

function ownerOf(namespace: unknown): string | null {
  if (typeof namespace !== 'string' || !namespace.startsWith(NAMESPACE_START)) return null;
  return namespace.slice(NAMESPACE_START.length);
}
