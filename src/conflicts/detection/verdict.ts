import type { Memory } from '../../backend/memory';

export const CONFLICT_TYPES = ['contradiction', 'update', 'duplicate'] as const;
export type ConflictType = (typeof CONFLICT_TYPES)[number];

/** What one pair of memories comes to when it is no mere similarity. */
export interface Verdict {
  type: ConflictType;
  title: string;
  description: string;
  recommendation: string;
}

/** What a judge reads of a memory. */
export type JudgedMemory = Pick<Memory, 'content' | 'title' | 'type' | 'createdAt'>;

export interface MemoryPair {
  older: JudgedMemory;
  newer: JudgedMemory;
}
