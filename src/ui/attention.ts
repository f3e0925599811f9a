/** What of an agent a person should look at. */
export interface AgentAttention {
  agentId: string;
  openConflicts: number;
  /** The newest day with an open conflict, `YYYY-MM-DD`; null without any. */
  conflictDay: string | null;
  failedFiles: number;
  /** 1 if the newest sweep is held. */
  heldSweeps: number;
}
