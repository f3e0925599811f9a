import type { MemoryRecord } from './client.ts';

export type MemoryType = MemoryRecord['type'];

export const MEMORY_TYPES: readonly MemoryType[] = [
  'fact',
  'preference',
  'goal',
  'decision',
  'artifact',
  'learning',
  'event',
  'instruction',
  'relationship',
  'context',
  'observation',
  'commitment',
  'error',
];

export function memoryPath(agentId: string, memoryId: string): string {
  return `/app/agents/${encodeURIComponent(agentId)}/memories/${memoryId}`;
}
