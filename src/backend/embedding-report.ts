/** How far the background work of embedding memories is. */
export interface EmbeddingReport {
  model: string;
  /** The model whose vectors recall still uses while memories are embedded anew; null when there is none. */
  replaces: string | null;
  /** Memories that wait, and those of them that failed often; null before the model has answered and they are counted. */
  backlog: { waiting: number; failing: number } | null;
  lastError: string | null;
}
