import type { Memory } from '../backend/memory';
import type { Counts } from './forget-run';
import type { Verdict } from './spelling';

export interface FoundMemory {
  agentId: string;
  memory: Memory;
  verdict: Verdict;
}

/** What a run would take, and what it would leave. */
export interface Findings {
  certain: FoundMemory[];
  unsure: FoundMemory[];
  counts: Counts;
  spellings: Set<string>;
}
