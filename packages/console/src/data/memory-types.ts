import type { MemoryRecord } from './client.ts';

export type MemoryType = MemoryRecord['type'];
type Provenance = MemoryRecord['provenance'];

/** Records, so that the compiler misses a value that is new in the contract. */
const TYPES: Record<MemoryType, true> = {
  fact: true,
  preference: true,
  goal: true,
  decision: true,
  artifact: true,
  learning: true,
  event: true,
  instruction: true,
  relationship: true,
  context: true,
  observation: true,
  commitment: true,
  error: true,
};

const PROVENANCE: Record<Provenance, true> = {
  explicit_statement: true,
  inferred: true,
  observed: true,
  validated: true,
  corrected: true,
  imported: true,
};

export const MEMORY_TYPES = Object.keys(TYPES) as readonly MemoryType[];
export const PROVENANCES = Object.keys(PROVENANCE) as readonly Provenance[];

export function memoryPath(agentId: string, memoryId: string): string {
  return `/app/agents/${encodeURIComponent(agentId)}/memories/${memoryId}`;
}
