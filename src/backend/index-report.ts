/** The recall indexes that a process keeps in memory. */
export interface IndexReport {
  /** Namespaces with an index. */
  indexes: number;
  /** Memories in them. */
  memories: number;
  /** Estimate of the memory they take. */
  bytes: number;
  /** What they may take: a part of `RECALL_INDEX_MEMORY_MB`. */
  budgetBytes: number;
  /** What a single index takes beyond the budget; it is kept, and no other one with it. 0 as a rule. */
  excessBytes: number;
  /** The least `RECALL_INDEX_MEMORY_MB` with which that index fits; null while it does. */
  neededMb: number | null;
}
