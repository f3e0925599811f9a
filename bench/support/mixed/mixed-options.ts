/** Of the mixed profile of the load benchmark. */
export interface MixedOptions {
  agents: number;
  /** Of each agent, before the load. */
  memories: number;
  connections: number;
  /** Measured seconds of a phase. */
  seconds: number;
  rounds: number;
  /** RECALL_INDEX_MEMORY_MB of the service. */
  indexMb: number;
  /** A file of conversations to make memories and queries from; null: made-up sentences. */
  dataset: string | null;
}
