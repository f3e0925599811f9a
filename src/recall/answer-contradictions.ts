import type { ContradictingPair } from './answer-memory';

/** Which memories contradict others, where nothing says which of them holds. */
export abstract class OpenContradictions {
  /** Pairs of which one or both are among the ids. */
  abstract of(namespace: string, ids: readonly string[]): Promise<ContradictingPair[]>;
}

/** Where contradictions are not kept as links of memories. */
export class NoContradictions extends OpenContradictions {
  of(): Promise<ContradictingPair[]> {
    return Promise.resolve([]);
  }
}
